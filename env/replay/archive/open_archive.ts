import { fileURLToPath } from "node:url";
import { parseOrExplain } from "../../../base/mod.ts";
import type { Archive } from "./archive.ts";
import { type ArchiveFiles, archiveFiles, bodyPath, DAMAGE_HINT, streamPath } from "./archive_files.ts";
import { ARCHIVE_SCHEMA, type ArchiveManifest, archiveManifestSchema } from "./archive_manifest.ts";
import { archiveOf, requestRefs } from "./archive_of.ts";
import type { Exchange } from "./exchange.ts";
import { migrateManifest } from "./migrate_manifest.ts";
import { pinsSchema } from "./pins.ts";
import { readEntries } from "./read_entries.ts";
import { ArchiveError, ArchiveVersionError } from "../replay_error.ts";
import { NO_RULES, type ReplayRules, replayRulesSchema } from "./replay_rules.ts";

/** What {@linkcode openArchive} takes. */
export interface OpenArchiveOptions {
  /** Layers that are switched off, by name: the archive is then as if they had never been recorded. */
  readonly without?: readonly string[];
}

/**
 * Opens a recorded site for reading.
 *
 * Bodies are read when they are first needed, and checked against their hash then. Nothing outside the folder is read,
 * whatever links are in it.
 *
 * @param dir The archive's folder.
 * @param options What of it to leave out.
 * @returns The archive; nothing is ever written to it.
 * @throws {ArchiveError} When the folder is missing, a file in it is damaged, or there is no such layer.
 * @throws {ArchiveVersionError} When a newer M2Lab wrote it.
 */
export async function openArchive(dir: string | URL, options: OpenArchiveOptions = {}): Promise<Archive> {
  const location = typeof dir === "string" ? dir : fileURLToPath(dir);
  const files = archiveFiles(location);
  const whole = await readManifest(files);
  const exchanges = await readExchanges(files, whole);
  const manifest = withoutLayers(location, whole, options.without ?? []);
  const layers = new Set(manifest.layers.map(({ name }) => name));
  const bytesOf = (name: string, what: string, bytes: Uint8Array | undefined): Uint8Array => {
    if (bytes !== undefined) return bytes;
    throw new ArchiveError(`Cannot read ${what} of archive ${location} as its file must be there: ${name} is not`, {
      hint: DAMAGE_HINT,
    });
  };
  for (const ref of requestRefs(exchanges)) {
    // Matching cannot wait, and a session that stops half way is worse than one that never began.
    const name = bodyPath(ref);
    if (files.find(name) === undefined) bytesOf(name, `body ${ref.slice(0, 12)}`, undefined);
  }
  return await archiveOf({
    location,
    manifest,
    rules: await readRules(files),
    pins: await readPins(files),
    exchanges: layers.size === whole.layers.length ? exchanges : exchanges.filter(({ layer }) => layers.has(layer)),
    readBody: async (ref) => bytesOf(bodyPath(ref), `body ${ref.slice(0, 12)}`, await files.read(bodyPath(ref))),
    readBodyNow: (ref) => bytesOf(bodyPath(ref), `body ${ref.slice(0, 12)}`, files.readNow(bodyPath(ref))),
    async readStream(ref) {
      const bytes = bytesOf(streamPath(ref), `stream ${ref.slice(0, 12)}`, await files.read(streamPath(ref)));
      return new TextDecoder().decode(bytes);
    },
  });
}

/**
 * Reads `archive.json`, of this schema or an older one.
 *
 * @param files The archive's files.
 * @returns It, under the present schema.
 * @throws {ArchiveError} When it is missing or damaged.
 * @throws {ArchiveVersionError} When a newer M2Lab wrote it.
 */
export async function readManifest(files: ArchiveFiles): Promise<ArchiveManifest> {
  const { location } = files;
  const value = await readJson(files, "archive.json");
  if (value === undefined) throw missing(location, "archive.json");
  const schema = (value as { schema?: unknown } | null)?.schema;
  if (typeof schema === "number" && schema > ARCHIVE_SCHEMA) {
    throw new ArchiveVersionError(
      `Cannot open archive ${location} as its schema must be at most ${ARCHIVE_SCHEMA}: it is ${schema}`,
      { hint: "update M2Lab, or record the site again with this version" },
    );
  }
  const manifest = explainAsArchive(
    location,
    () => parseOrExplain(archiveManifestSchema, migrateManifest(value), "archive.json"),
  );
  const names = manifest.layers.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return manifest;
  throw new ArchiveError(`Cannot open archive ${location} as every layer must have its own name: two are "${twice}"`, {
    hint: "rename one of them in archive.json and in the lines of entries.jsonl that belong to it",
  });
}

/**
 * Reads `rules.json`.
 *
 * @param files The archive's files.
 * @returns The rules; none where there is no such file.
 * @throws {ArchiveError} When it is damaged or has a field that is not known.
 */
export async function readRules(files: ArchiveFiles): Promise<ReplayRules> {
  const value = await readJson(files, "rules.json");
  if (value === undefined) return NO_RULES;
  return explainAsArchive(files.location, () => parseOrExplain(replayRulesSchema, value, "rules.json"));
}

/**
 * Reads `matches.lock.json`.
 *
 * @param files The archive's files.
 * @returns The reviewed decisions; none where there is no such file.
 * @throws {ArchiveError} When it is damaged or has a field that is not known.
 */
export async function readPins(files: ArchiveFiles): Promise<ReadonlyMap<string, string>> {
  const value = await readJson(files, "matches.lock.json");
  if (value === undefined) return new Map();
  const { pins } = explainAsArchive(files.location, () => parseOrExplain(pinsSchema, value, "matches.lock.json"));
  return new Map(Object.entries(pins));
}

async function readExchanges(files: ArchiveFiles, manifest: ArchiveManifest): Promise<readonly Exchange[]> {
  const { location } = files;
  const path = files.find("entries.jsonl");
  if (path === undefined) throw missing(location, "entries.jsonl");
  const layers = new Set(manifest.layers.map(({ name }) => name));
  const ids = new Set<string>();
  const exchanges: Exchange[] = [];
  let damage: string | undefined;
  const found = await readEntries(path, (entry) => {
    if (damage !== undefined) return;
    if ("damage" in entry) {
      damage = `line ${entry.line} of entries.jsonl is damaged: ${entry.damage}`;
      return;
    }
    const { exchange, line } = entry;
    if (ids.has(exchange.id)) damage = `line ${line} of entries.jsonl has the id of another one: ${exchange.id}`;
    else if (!layers.has(exchange.layer)) {
      damage = `line ${line} of entries.jsonl is of layer "${exchange.layer}", which archive.json does not name`;
    }
    ids.add(exchange.id);
    exchanges.push(exchange);
  });
  if (found !== manifest.entriesSha256) {
    throw new ArchiveError(
      `Cannot open archive ${location} as entries.jsonl must have the hash that archive.json names: it has ${
        found.slice(0, 12)
      } instead of ${manifest.entriesSha256.slice(0, 12)}`,
      { hint: DAMAGE_HINT },
    );
  }
  if (damage === undefined) return exchanges;
  throw new ArchiveError(`Cannot open archive ${location} as its data must fit the schema: ${damage}`, {
    hint: "write what can be saved into a new archive with `deno task m2 archive check --repair --out FOLDER`",
  });
}

function withoutLayers(location: string, manifest: ArchiveManifest, without: readonly string[]): ArchiveManifest {
  if (without.length === 0) return manifest;
  const names = manifest.layers.map(({ name }) => name);
  const hint = `choose among ${names.join(", ")}`;
  const unknown = without.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new ArchiveError(`Cannot switch layer "${unknown}" of archive ${location} off as there is no such layer`, {
      hint,
    });
  }
  const layers = manifest.layers.filter(({ name }) => !without.includes(name));
  if (layers.length > 0) return { ...manifest, layers };
  throw new ArchiveError(`Cannot open archive ${location} as a layer must be left: all are switched off`, { hint });
}

async function readJson(files: ArchiveFiles, name: string): Promise<unknown> {
  const bytes = await files.read(name);
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ArchiveError(`Cannot open archive ${files.location} as ${name} must be JSON: it is damaged`, {
      hint: DAMAGE_HINT,
      cause,
    });
  }
}

function explainAsArchive<T>(location: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new ArchiveError(`Cannot open archive ${location} as its data must fit the schema: ${cause.message}`, {
      hint: DAMAGE_HINT,
      cause,
    });
  }
}

function missing(location: string, name: string): ArchiveError {
  return new ArchiveError(`Cannot open archive ${location} as it must hold ${name}: there is no such file`, {
    hint: DAMAGE_HINT,
  });
}
