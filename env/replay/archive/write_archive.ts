import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { canonicalJson, EnvironmentError, sha256 } from "../../../base/mod.ts";
import type { ArchiveManifest } from "./archive_manifest.ts";
import type { BodyRef, Exchange } from "./exchange.ts";
import { ArchiveError } from "../replay_error.ts";
import type { ReplayRulesInput } from "./replay_rules.ts";

/** Everything that goes into an archive's folder. */
export interface ArchiveContent {
  /** All of `archive.json` but the hash, which is worked out. */
  readonly manifest: Omit<ArchiveManifest, "entriesSha256">;
  /** In any order; they are sorted. */
  readonly exchanges: readonly Exchange[];
  /** Every body that an exchange refers to. */
  readonly bodies: ReadonlyMap<BodyRef, Uint8Array>;
  /** Every stream log that an exchange refers to, as {@linkcode writeStreamLog} writes it; left out where there are none. */
  readonly streams?: ReadonlyMap<BodyRef, string>;
  /** Written as `rules.json` where given. */
  readonly rules?: ReplayRulesInput;
  /** Wall times by exchange id, for `timings.jsonl`; outside every hash. */
  readonly timings?: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Writes an archive. Equal content gives equal bytes, whatever the order it comes in.
 *
 * The folder appears whole or not at all: it is written beside its place and renamed. An archive that was there before
 * is replaced, and its `rules.json` is kept unless new rules are given; any other folder is refused.
 *
 * @param dir Where to.
 * @param content What.
 * @throws {ArchiveError} When the folder holds something that is no archive, or a body is missing.
 * @throws {EnvironmentError} When the disk does not take it; what was there before is then still there.
 */
export async function writeArchive(dir: string | URL, content: ArchiveContent): Promise<void> {
  const location = (typeof dir === "string" ? dir : fileURLToPath(dir)).replace(/\/+$/, "");
  try {
    const hadOne = await refuseForeignFolder(location);
    const rules = content.rules === undefined ? await keptRules(location) : pretty(content.rules);
    await writeDraft(`${location}.partial`, content, rules);
    await Deno.mkdir(dirname(location), { recursive: true });
    await putInPlace(`${location}.partial`, location, hadOne);
  } catch (cause) {
    if (cause instanceof ArchiveError || !(cause instanceof Error)) throw cause;
    throw new EnvironmentError(`Cannot write archive ${location} as the disk must take it: ${cause.message}`, {
      hint: "free some space, or name a folder that can be written",
      cause,
    });
  }
}

async function writeDraft(draft: string, content: ArchiveContent, rules: string | undefined): Promise<void> {
  await removeIfThere(draft);
  await Deno.mkdir(join(draft, "bodies"), { recursive: true });
  for (const ref of [...refsOf(content.exchanges)].sort()) {
    const bytes = content.bodies.get(ref);
    if (bytes === undefined) {
      throw new ArchiveError(`Cannot write archive ${draft} as every body must be at hand: ${ref.slice(0, 12)} is not`);
    }
    await Deno.mkdir(join(draft, "bodies", ref.slice(0, 2)), { recursive: true });
    await Deno.writeFile(join(draft, "bodies", ref.slice(0, 2), ref), bytes);
  }
  for (const { response } of content.exchanges) {
    const ref = response?.stream;
    if (ref === undefined) continue;
    const text = content.streams?.get(ref);
    if (text === undefined) {
      throw new ArchiveError(
        `Cannot write archive ${draft} as every stream must be at hand: ${ref.slice(0, 12)} is not`,
      );
    }
    await Deno.mkdir(join(draft, "streams"), { recursive: true });
    await Deno.writeTextFile(join(draft, "streams", `${ref}.jsonl`), text);
  }
  const lines = content.exchanges.toSorted(compareExchanges).map((exchange) => canonicalJson(exchange) + "\n").join("");
  await Deno.writeTextFile(join(draft, "entries.jsonl"), lines);
  if (content.timings !== undefined) {
    await Deno.writeTextFile(
      join(draft, "timings.jsonl"),
      content.timings.map((timing) => canonicalJson(timing) + "\n").join(""),
    );
  }
  if (rules !== undefined) await Deno.writeTextFile(join(draft, "rules.json"), rules);
  await Deno.writeTextFile(join(draft, "archive.json"), pretty({ ...content.manifest, entriesSha256: sha256(lines) }));
}

async function putInPlace(draft: string, location: string, hadOne: boolean): Promise<void> {
  if (!hadOne) return await Deno.rename(draft, location);
  const old = `${location}.old`;
  await removeIfThere(old);
  await Deno.rename(location, old);
  try {
    await Deno.rename(draft, location);
  } catch (error) {
    await Deno.rename(old, location);
    throw error;
  }
  await removeIfThere(old);
}

function compareExchanges(a: Exchange, b: Exchange): number {
  return compare(a.layer, b.layer) || a.step - b.step || compare(a.request.url, b.request.url) ||
    compare(a.request.method, b.request.method) || compare(a.request.body ?? "", b.request.body ?? "") ||
    a.occurrence - b.occurrence || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function refsOf(exchanges: readonly Exchange[]): ReadonlySet<BodyRef> {
  const refs = new Set<BodyRef>();
  for (const { request, response } of exchanges) {
    if (request.body !== undefined && request.body !== "unknown") refs.add(request.body);
    if (response?.body !== undefined) refs.add(response.body);
  }
  return refs;
}

function pretty(value: unknown): string {
  return JSON.stringify(JSON.parse(canonicalJson(value)), null, 2) + "\n";
}

async function refuseForeignFolder(location: string): Promise<boolean> {
  const names: string[] = [];
  try {
    for await (const entry of Deno.readDir(location)) names.push(entry.name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
  if (names.length === 0 || names.includes("archive.json")) return true;
  throw new ArchiveError(
    `Cannot write an archive to ${location} as the folder must be an archive or empty: it holds ${names.sort()[0]}`,
    { hint: "name another folder" },
  );
}

async function keptRules(location: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(join(location, "rules.json"));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
