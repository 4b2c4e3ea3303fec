import { fileURLToPath } from "node:url";
import { parseOrExplain } from "../../../base/mod.ts";
import type { Archive } from "./archive.ts";
import { type ArchiveFiles, archiveFiles, bodyPath, DAMAGE_HINT, streamPath } from "./archive_files.ts";
import { ARCHIVE_SCHEMA, type ArchiveManifest, archiveManifestSchema } from "./archive_manifest.ts";
import { bodyStore } from "./body_store.ts";
import { assembleArchive, layerRanks, requestRefs } from "./archive_of.ts";
import type { BodyRef } from "./exchange.ts";
import { type ExchangeContext, type IndexedExchange, indexedExchange } from "./indexed_exchange.ts";
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
  const manifest = withoutLayers(location, whole, options.without ?? []);
  const rules = await readRules(files);
  const store = bodyStore({
    location,
    readBody: async (ref) => there(files, ref, bodyPath(ref), await files.read(bodyPath(ref))),
    readBodyNow: (ref) => there(files, ref, bodyPath(ref), files.readNow(bodyPath(ref))),
    async readStream(ref) {
      return new TextDecoder().decode(there(files, ref, streamPath(ref), await files.read(streamPath(ref))));
    },
  });
  const all = readLines(files, whole, layerRanks(manifest), { rules, requestBody: store.bodyNow });
  for (const ref of requestRefs(all)) {
    // Matching cannot wait for a body, and a session that stops half way is worse than one that never began.
    there(files, ref, bodyPath(ref), files.find(bodyPath(ref)));
  }
  return assembleArchive({ location, manifest, rules, pins: await readPins(files), store, all });
}

function there<T>({ location }: ArchiveFiles, ref: BodyRef, name: string, found: T | undefined): T {
  if (found !== undefined) return found;
  const kind = name.startsWith("bodies") ? "body" : "stream";
  throw new ArchiveError(
    `Cannot read ${kind} ${ref.slice(0, 12)} of archive ${location} as its file must be there: ${name} is not`,
    { hint: DAMAGE_HINT },
  );
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

/** Reads `entries.jsonl`, holds every line against the schema, and keeps those of the layers that are ranked. */
function readLines(
  files: ArchiveFiles,
  manifest: ArchiveManifest,
  ranks: ReadonlyMap<string, number>,
  context: ExchangeContext,
): readonly IndexedExchange[] {
  const { location } = files;
  const file = files.readHashed("entries.jsonl");
  if (file === undefined) throw missing(location, "entries.jsonl");
  const { bytes: lines, sha256: found } = file;
  if (found !== manifest.entriesSha256) {
    throw new ArchiveError(
      `Cannot open archive ${location} as entries.jsonl must have the hash that archive.json names: it has ${
        found.slice(0, 12)
      } instead of ${manifest.entriesSha256.slice(0, 12)}`,
      { hint: DAMAGE_HINT },
    );
  }
  const shared = { ...context, lines };
  const layers = new Set(manifest.layers.map(({ name }) => name));
  const ids = new Set<string>();
  const kept: IndexedExchange[] = [];
  let damage: string | undefined;
  readEntries(lines, (entry) => {
    if (damage !== undefined) return;
    if (entry.damage !== undefined) {
      damage = `line ${entry.line} of entries.jsonl is damaged: ${entry.damage}`;
      return;
    }
    const { exchange, line } = entry;
    const { id, layer } = exchange;
    if (ids.has(id)) damage = `line ${line} of entries.jsonl has the id of another one: ${id}`;
    else if (!layers.has(layer)) {
      damage = `line ${line} of entries.jsonl is of layer "${layer}", which archive.json does not name`;
    }
    ids.add(id);
    const rank = ranks.get(layer);
    if (rank !== undefined) kept.push(indexedExchange(exchange, rank, shared, entry));
  });
  if (damage === undefined) return kept;
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
