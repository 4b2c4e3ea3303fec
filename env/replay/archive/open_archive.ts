import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseOrExplain, sha256 } from "../../../base/mod.ts";
import type { Archive } from "./archive.ts";
import { ARCHIVE_SCHEMA, type ArchiveManifest, archiveManifestSchema } from "./archive_manifest.ts";
import { archiveOf } from "./archive_of.ts";
import { type BodyRef, type Exchange, exchangeSchema } from "./exchange.ts";
import { migrateManifest } from "./migrate_manifest.ts";
import { pinsSchema } from "./pins.ts";
import { ArchiveError, ArchiveVersionError } from "../replay_error.ts";
import { NO_RULES, type ReplayRules, replayRulesSchema } from "./replay_rules.ts";

const RECORD_HINT = "restore the folder from version control, or record the site with `deno task m2 record`";

/**
 * Opens a recorded site for reading.
 *
 * Response bodies are read when they are first asked for, and checked against their hash then.
 *
 * @param dir The archive's folder.
 * @returns The archive; nothing is ever written to it.
 * @throws {ArchiveError} When the folder is missing or a file in it is damaged.
 * @throws {ArchiveVersionError} When a newer M2Lab wrote it.
 */
export async function openArchive(dir: string | URL): Promise<Archive> {
  const location = typeof dir === "string" ? dir : fileURLToPath(dir);
  const manifest = readManifest(location, await readText(location, "archive.json"));
  const lines = await readText(location, "entries.jsonl");
  if (sha256(lines) !== manifest.entriesSha256) {
    throw new ArchiveError(
      `Cannot open archive ${location} as entries.jsonl must have the hash that archive.json names: it has ${
        sha256(lines).slice(0, 12)
      } instead of ${manifest.entriesSha256.slice(0, 12)}`,
      { hint: RECORD_HINT },
    );
  }
  return await archiveOf({
    location,
    manifest,
    rules: await readRules(location),
    pins: await readPins(location),
    exchanges: readExchanges(location, lines),
    readBody: (ref) => readBodyFile(location, ref),
    readStream: (ref) => readStreamFile(location, ref),
  });
}

function readManifest(location: string, text: string): ArchiveManifest {
  const value = parseJson(location, "archive.json", text);
  const schema = (value as { schema?: unknown } | null)?.schema;
  if (typeof schema === "number" && schema > ARCHIVE_SCHEMA) {
    throw new ArchiveVersionError(
      `Cannot open archive ${location} as its schema must be at most ${ARCHIVE_SCHEMA}: it is ${schema}`,
      { hint: "update M2Lab, or record the site again with this version" },
    );
  }
  return explainAsArchive(
    location,
    () => parseOrExplain(archiveManifestSchema, migrateManifest(value), "archive.json"),
  );
}

async function readRules(location: string): Promise<ReplayRules> {
  const text = await readTextIfThere(join(location, "rules.json"));
  if (text === undefined) return NO_RULES;
  const value = parseJson(location, "rules.json", text);
  return explainAsArchive(location, () => parseOrExplain(replayRulesSchema, value, "rules.json"));
}

async function readPins(location: string): Promise<ReadonlyMap<string, string>> {
  const text = await readTextIfThere(join(location, "matches.lock.json"));
  if (text === undefined) return new Map();
  const value = parseJson(location, "matches.lock.json", text);
  const { pins } = explainAsArchive(location, () => parseOrExplain(pinsSchema, value, "matches.lock.json"));
  return new Map(Object.entries(pins));
}

function readExchanges(location: string, lines: string): readonly Exchange[] {
  return lines.split("\n").filter((line) => line !== "").map((line, index) => {
    const what = `line ${index + 1} of entries.jsonl`;
    const value = parseJson(location, what, line);
    return explainAsArchive(location, () => parseOrExplain(exchangeSchema, value, what));
  });
}

function parseJson(location: string, what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ArchiveError(`Cannot open archive ${location} as ${what} must be JSON: it is damaged`, {
      hint: RECORD_HINT,
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
      hint: RECORD_HINT,
      cause,
    });
  }
}

async function readText(location: string, name: string): Promise<string> {
  const text = await readTextIfThere(join(location, name));
  if (text !== undefined) return text;
  throw new ArchiveError(`Cannot open archive ${location} as it must hold ${name}: there is no such file`, {
    hint: RECORD_HINT,
  });
}

async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

async function readStreamFile(location: string, ref: BodyRef): Promise<string> {
  return await readText(location, join("streams", `${ref}.jsonl`));
}

async function readBodyFile(location: string, ref: BodyRef): Promise<Uint8Array> {
  try {
    return await Deno.readFile(join(location, "bodies", ref.slice(0, 2), ref));
  } catch (cause) {
    throw new ArchiveError(
      `Cannot read body ${ref.slice(0, 12)} of archive ${location} as its file must be there: ${
        cause instanceof Error ? cause.message : String(cause)
      }`,
      { hint: RECORD_HINT, cause },
    );
  }
}
