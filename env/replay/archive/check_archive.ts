import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHash } from "node:crypto";
import type { Archive } from "./archive.ts";
import { type ArchiveFiles, archiveFiles, bodyPath, streamPath } from "./archive_files.ts";
import type { ArchiveManifest } from "./archive_manifest.ts";
import type { BodyRef, Exchange } from "./exchange.ts";
import { layerConflicts } from "./layers.ts";
import { openArchive, readManifest, readPins, readRules } from "./open_archive.ts";
import { readEntries } from "./read_entries.ts";
import { redactExchange } from "./redact_exchange.ts";
import { ArchiveError, ArchiveVersionError } from "../replay_error.ts";
import { NO_RULES, type ReplayRules, ruleCovers } from "./replay_rules.ts";
import { REDACTION_POLICY, redactorOf } from "../request/redaction.ts";
import { checkSiteRules } from "../request/site_rule.ts";
import { parseStreamLog } from "./stream_log.ts";

/** What may be wrong with an archive. Errors make it unfit for replay; warnings say what a person should look at. */
export const CHECK_CODES = [
  "manifest",
  "newer-schema",
  "entries",
  "entries-hash",
  "line",
  "duplicate-id",
  "unknown-layer",
  "body",
  "stream",
  "size",
  "rules",
  "rule-test",
  "pins",
  "orphan",
  "foreign-file",
  "secret",
  "would-be-blocked",
  "would-be-redacted",
  "layer-conflict",
] as const;

/** One thing that is wrong. */
export interface Finding {
  /** An error makes the archive unfit for use; a warning does not. */
  readonly severity: "error" | "warning";
  /** What kind of finding it is. */
  readonly code: (typeof CHECK_CODES)[number];
  /** File, line or id of an exchange. */
  readonly where: string;
  /** One clause. */
  readonly what: string;
}

/** What a check found. */
export interface ArchiveCheck {
  /** The folder. */
  readonly location: string;
  /** Whether it can be replayed as it is. */
  readonly sound: boolean;
  /** How many exchanges were read. */
  readonly exchanges: number;
  /** How many bodies were read. */
  readonly bodies: number;
  /** How many stream logs were read. */
  readonly streams: number;
  /** Bytes that were read and hashed. */
  readonly bytes: number;
  /** What was found, errors first. */
  readonly findings: readonly Finding[];
}

/** What of an archive can be read, whatever its state. */
export interface Salvage {
  readonly files: ArchiveFiles;
  /** Absent where it cannot be read. */
  readonly manifest?: ArchiveManifest;
  readonly rules: ReplayRules;
  /** Those of sound lines with ids and layers of their own. */
  readonly exchanges: readonly Exchange[];
  /** Bodies whose file is there and has its hash. */
  readonly bodies: ReadonlySet<BodyRef>;
  /** The same for the logs of streams. */
  readonly streams: ReadonlySet<BodyRef>;
  readonly check: ArchiveCheck;
}

/**
 * Checks everything in an archive: every file, every hash, every line, the rules' own tests, files that nothing refers to,
 * secrets that are left, and exchanges that today's rules would block or redact (they are never dropped).
 *
 * @param dir The archive's folder.
 * @returns What was found; damage is a finding, not an error that is thrown.
 * @throws {ArchiveError} When there is no such folder.
 */
export async function checkArchive(dir: string | URL): Promise<ArchiveCheck> {
  return (await salvageArchive(dir)).check;
}

/**
 * Reads what can be read of an archive, and says what cannot.
 *
 * @param dir The archive's folder.
 * @returns What is sound, and the findings.
 * @throws {ArchiveError} When there is no such folder.
 */
export async function salvageArchive(dir: string | URL): Promise<Salvage> {
  const location = (typeof dir === "string" ? dir : fileURLToPath(dir)).replace(/(?<=.)\/+$/, "");
  const files = archiveFiles(location);
  if (!await isFolder(location)) {
    throw new ArchiveError(`Cannot check archive ${location} as it must be a folder: there is none`, {
      hint: "name the folder that holds archive.json",
    });
  }
  const findings: Finding[] = [];
  const error = (code: Finding["code"], where: string, what: string) =>
    void findings.push({ severity: "error", code, where, what });
  const warn = (code: Finding["code"], where: string, what: string) =>
    void findings.push({ severity: "warning", code, where, what });
  const attempt = async <T>(code: Finding["code"], where: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      error(cause instanceof ArchiveVersionError ? "newer-schema" : code, where, reasonOf(cause));
      return undefined;
    }
  };

  const manifest = await attempt("manifest", "archive.json", () => readManifest(files));
  const rules = await attempt("rules", "rules.json", () => readRules(files)) ?? NO_RULES;
  for (const failing of checkSiteRules(rules)) error("rule-test", "rules.json", failing);
  const pins = await attempt("pins", "matches.lock.json", () => readPins(files)) ?? new Map<string, string>();

  const exchanges = await readSoundLines(files, manifest, error, attempt);
  const ids = new Set(exchanges.map(({ id }) => id));
  for (const [key, id] of pins) {
    if (!ids.has(id)) warn("pins", "matches.lock.json", `${key} is to be answered by ${id}, which is not there`);
  }

  let bytes = 0;
  const found = { body: new Set<BodyRef>(), stream: new Set<BodyRef>() };
  const wanted = { body: new Map<BodyRef, string>(), stream: new Map<BodyRef, string>() };
  const sizes = new Map<BodyRef, number>();
  for (const { id, request, response } of exchanges) {
    if (request.body !== undefined && request.body !== "unknown") wanted.body.set(request.body, id);
    if (response?.body !== undefined) wanted.body.set(response.body, id);
    if (response?.stream !== undefined) wanted.stream.set(response.stream, id);
  }
  for (const kind of ["body", "stream"] as const) {
    for (const [ref, id] of wanted[kind]) {
      const name = kind === "body" ? bodyPath(ref) : streamPath(ref);
      const content = await attempt(kind, name, () => files.read(name));
      if (content === undefined) {
        if (findings.at(-1)?.where !== name) error(kind, name, `it is missing; ${id} refers to it`);
        continue;
      }
      bytes += content.length;
      const hash = createHash("sha256").update(content).digest("hex");
      if (hash !== ref) error(kind, name, `its bytes have the hash ${hash.slice(0, 12)}; ${id} refers to it`);
      else if (kind === "stream" && !isLog(content)) error(kind, name, `a line of it is no frame; ${id} refers to it`);
      else {
        found[kind].add(ref);
        sizes.set(ref, content.length);
      }
    }
  }
  for (const { id, response } of exchanges) {
    const size = response?.body === undefined ? undefined : sizes.get(response.body);
    if (size !== undefined && response!.size >= 0 && response!.size !== size) {
      error("size", id, `its body has ${size} bytes, its line says ${response!.size}`);
    }
  }
  await lookAround(await Deno.realPath(location), wanted, warn);

  for (const { id, request: { method, url } } of exchanges) {
    const rule = rules.block.find((other) => ruleCovers(other, new URL(url)));
    if (rule === undefined) continue;
    warn("would-be-blocked", id, `${method} ${url} is recorded, and blocked by the rule for ${rule.host}`);
  }
  const hasErrors = () => findings.some(({ severity }) => severity === "error");
  if (manifest !== undefined && !hasErrors()) {
    const archive = await attempt("entries", "entries.jsonl", () => openArchive(location));
    if (archive !== undefined) {
      await lookForSecrets(archive, error, warn);
      for (const { method, url, served, shadowed } of layerConflicts(archive)) {
        warn(
          "layer-conflict",
          shadowed.ids[0]!,
          `${method} ${url} is answered by layer ${served.layer}, and otherwise in ${shadowed.layer}`,
        );
      }
    }
  }
  return {
    files,
    ...(manifest === undefined ? {} : { manifest }),
    rules,
    exchanges,
    bodies: found.body,
    streams: found.stream,
    check: {
      location,
      sound: !hasErrors(),
      exchanges: exchanges.length,
      bodies: found.body.size,
      streams: found.stream.size,
      bytes,
      findings,
    },
  };
}

type Note = (code: Finding["code"], where: string, what: string) => void;

async function readSoundLines(
  files: ArchiveFiles,
  manifest: ArchiveManifest | undefined,
  error: Note,
  attempt: <T>(code: Finding["code"], where: string, read: () => Promise<T>) => Promise<T | undefined>,
): Promise<readonly Exchange[]> {
  const name = "entries.jsonl";
  const file = await attempt("entries", name, () =>
    Promise.resolve().then(() => {
      const read = files.readHashed(name);
      if (read !== undefined) return read;
      throw new ArchiveError(`Cannot read ${name} as it must be there: there is no such file`);
    }));
  if (file === undefined) return [];
  if (manifest !== undefined && file.sha256 !== manifest.entriesSha256) {
    error(
      "entries-hash",
      name,
      `it has the hash ${file.sha256.slice(0, 12)}; archive.json names ${manifest.entriesSha256.slice(0, 12)}`,
    );
  }
  const layers = manifest && new Set(manifest.layers.map((layer) => layer.name));
  const lines = new Map<string, number>();
  const exchanges: Exchange[] = [];
  readEntries(file.bytes, (entry) => {
    const where = `line ${entry.line} of ${name}`;
    if (entry.damage !== undefined) return error("line", where, entry.damage);
    const { id, layer } = entry.exchange;
    if (lines.has(id)) return error("duplicate-id", where, `${id} is the id of line ${lines.get(id)} too`);
    lines.set(id, entry.line);
    if (layers !== undefined && !layers.has(layer)) {
      return error("unknown-layer", where, `archive.json names no layer "${layer}"`);
    }
    exchanges.push(entry.exchange);
  });
  return exchanges;
}

/** Files that nothing refers to, and what is no part of an archive. Links are not followed. */
async function lookAround(
  location: string,
  wanted: Readonly<Record<"body" | "stream", ReadonlyMap<BodyRef, string>>>,
  warn: Note,
): Promise<void> {
  const known = new Set(["archive.json", "entries.jsonl", "rules.json", "matches.lock.json", "timings.jsonl"]);
  for (const { name, isDirectory } of await listed(location)) {
    if ((name === "bodies" || name === "streams") && isDirectory) continue;
    if (!known.has(name)) warn("foreign-file", name, "it is no part of an archive");
  }
  for (const folder of await listed(join(location, "bodies"))) {
    const path = `bodies/${folder.name}`;
    if (!folder.isDirectory) {
      warn("foreign-file", path, "it is no part of an archive");
      continue;
    }
    for (const { name } of await listed(join(location, path))) {
      if (bodyPath(name) !== `${path}/${name}` || !wanted.body.has(name)) {
        warn("orphan", `${path}/${name}`, "no exchange refers to it");
      }
    }
  }
  for (const { name } of await listed(join(location, "streams"))) {
    if (!wanted.stream.has(name.replace(/\.jsonl$/, ""))) warn("orphan", `streams/${name}`, "no exchange refers to it");
  }
}

async function listed(folder: string): Promise<readonly Deno.DirEntry[]> {
  try {
    if (!(await Deno.lstat(folder)).isDirectory) return [];
    return (await Array.fromAsync(Deno.readDir(folder))).sort((a, b) => a.name < b.name ? -1 : 1);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return [];
    throw error;
  }
}

async function lookForSecrets(archive: Archive, error: Note, warn: Note): Promise<void> {
  const isToday = archive.manifest.redaction.policy >= REDACTION_POLICY;
  let places: string[] = [];
  const watch = (place: string) => void places.push(place);
  const desk = {
    archive,
    redactor: redactorOf(archive.manifest.redaction.key, { watch }),
    watch,
    storeBody: () => {},
    storeStream: () => {},
  };
  for (const exchange of archive.exchanges) {
    places = [];
    if (await redactExchange(exchange, desk) === exchange) continue;
    const { id, request: { method, url } } = exchange;
    const where = [...new Set(places)].sort().join(", ");
    const address = url.split("?", 1)[0];
    // A cookie that the recorder was told to keep looks like any other.
    if (isToday && places.some((place) => !place.startsWith("set-cookie:"))) {
      error("secret", id, `${method} ${address} holds a secret at ${where}`);
    } else warn("would-be-redacted", id, `${method} ${address} would now be redacted at ${where}`);
  }
}

function isLog(bytes: Uint8Array): boolean {
  try {
    parseStreamLog(new TextDecoder("utf-8", { fatal: true }).decode(bytes), "");
    return true;
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof TypeError) return false;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

/** What stands behind "as": the finding says where. */
function reasonOf({ message }: Error): string {
  const at = message.indexOf(" as ");
  return at < 0 ? message : message.slice(at + 4);
}
