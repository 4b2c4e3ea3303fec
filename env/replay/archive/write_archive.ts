import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { canonicalJson, EnvironmentError, sha256 } from "../../../base/mod.ts";
import { type ArchiveFiles, archiveFiles } from "./archive_files.ts";
import type { ArchiveManifest } from "./archive_manifest.ts";
import type { BodyRef, Exchange } from "./exchange.ts";
import { ArchiveError } from "../replay_error.ts";
import type { ReplayRulesInput } from "./replay_rules.ts";

/** Gives what an archive stores by its hash: a map, or something that reads it when it is asked. */
export interface ContentSource<T> {
  /** Nothing where there is none. */
  get(ref: BodyRef): T | undefined | Promise<T | undefined>;
}

/** Everything that goes into an archive's folder. */
export interface ArchiveContent {
  /** All of `archive.json` but the hash, which is worked out. */
  readonly manifest: Omit<ArchiveManifest, "entriesSha256">;
  /** In any order; they are sorted. */
  readonly exchanges: readonly Exchange[];
  /** Every body that an exchange refers to; each is asked for once, when it is written. */
  readonly bodies: ContentSource<Uint8Array>;
  /** Every stream log that an exchange refers to, as {@linkcode writeStreamLog} writes it; left out where there are none. */
  readonly streams?: ContentSource<string>;
  /** Written as `rules.json` where given. */
  readonly rules?: ReplayRulesInput;
  /** Written as `matches.lock.json` where given: from a canonical key to an exchange's id. */
  readonly pins?: ReadonlyMap<string, string>;
  /**
   * The archive whose `rules.json` and `matches.lock.json` are taken over letter for letter, where no others are given.
   *
   * @default the archive that is replaced
   */
  readonly reviewedIn?: string;
  /** Wall times by exchange id, for `timings.jsonl`; outside every hash. */
  readonly timings?: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Writes an archive. Equal content gives equal bytes, whatever the order it comes in.
 *
 * The folder appears whole or not at all: it is written beside its place and renamed. An archive that was there before
 * is replaced, and its `rules.json` and `matches.lock.json` are kept unless new ones are given; any other folder is refused.
 * Where a crash left the archive aside, in the moment between two renames, it is put back first.
 *
 * @param dir Where to.
 * @param content What.
 * @throws {ArchiveError} When the folder holds something that is no archive, or a body is missing or has another hash.
 * @throws {EnvironmentError} When the disk does not take it; what was there before is then still there.
 */
export async function writeArchive(dir: string | URL, content: ArchiveContent): Promise<void> {
  const location = (typeof dir === "string" ? dir : fileURLToPath(dir)).replace(/\/+$/, "");
  try {
    await putBack(location);
    const hadOne = await refuseForeignFolder(location);
    const reviewed = archiveFiles(content.reviewedIn ?? location);
    await writeDraft(`${location}.partial`, content, {
      "rules.json": content.rules === undefined ? await kept(reviewed, "rules.json") : pretty(content.rules),
      "matches.lock.json": content.pins === undefined
        ? await kept(reviewed, "matches.lock.json")
        : content.pins.size === 0
        ? undefined
        : pretty({ schema: 1, pins: Object.fromEntries(content.pins) }),
    });
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

async function writeDraft(
  draft: string,
  content: ArchiveContent,
  reviewed: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await removeIfThere(draft);
  await Deno.mkdir(join(draft, "bodies"), { recursive: true });
  const { bodies, streams } = refsOf(content.exchanges);
  const folders = new Set<string>();
  const refuse = (kind: string, ref: BodyRef, requirement: string, state: string) =>
    new ArchiveError(`Cannot write archive ${draft} as ${requirement}: ${kind} ${ref.slice(0, 12)} ${state}`);
  for (const ref of [...bodies].sort()) {
    const bytes = await content.bodies.get(ref);
    if (bytes === undefined) throw refuse("body", ref, "every body must be at hand", "is not");
    if (sha256(bytes) !== ref) throw refuse("body", ref, "every body must have its hash", "has another");
    const folder = join(draft, "bodies", ref.slice(0, 2));
    if (!folders.has(folder)) await Deno.mkdir(folder);
    folders.add(folder);
    await Deno.writeFile(join(folder, ref), bytes);
  }
  if (streams.size > 0) await Deno.mkdir(join(draft, "streams"));
  for (const ref of [...streams].sort()) {
    const text = await content.streams?.get(ref);
    if (text === undefined) throw refuse("stream", ref, "every stream must be at hand", "is not");
    if (sha256(text) !== ref) throw refuse("stream", ref, "every stream must have its hash", "has another");
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
  for (const [name, text] of Object.entries(reviewed)) {
    if (text !== undefined) await Deno.writeTextFile(join(draft, name), text);
  }
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

function refsOf(
  exchanges: readonly Exchange[],
): { readonly bodies: ReadonlySet<BodyRef>; readonly streams: ReadonlySet<BodyRef> } {
  const bodies = new Set<BodyRef>();
  const streams = new Set<BodyRef>();
  for (const { request, response } of exchanges) {
    if (request.body !== undefined && request.body !== "unknown") bodies.add(request.body);
    if (response?.body !== undefined) bodies.add(response.body);
    if (response?.stream !== undefined) streams.add(response.stream);
  }
  return { bodies, streams };
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

async function kept(files: ArchiveFiles, name: string): Promise<string | undefined> {
  const bytes = await files.read(name);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

async function putBack(location: string): Promise<void> {
  const isThere = async (path: string) => {
    try {
      await Deno.lstat(path);
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
      throw error;
    }
  };
  if (await isThere(`${location}.old`) && !await isThere(location)) await Deno.rename(`${location}.old`, location);
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
