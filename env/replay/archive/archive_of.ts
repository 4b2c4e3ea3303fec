import { sha256 } from "../../../base/mod.ts";
import type { Archive } from "./archive.ts";
import { checkSiteRules } from "../request/site_rule.ts";
import { indexExchanges } from "./archive_index.ts";
import type { ArchiveManifest } from "./archive_manifest.ts";
import { BodyCache } from "./body_cache.ts";
import type { BodyRef, Exchange } from "./exchange.ts";
import { ArchiveError } from "../replay_error.ts";
import type { ReplayRules } from "./replay_rules.ts";
import { parseStreamLog, type StreamLog } from "./stream_log.ts";

/** The parts of an archive. */
export interface ArchiveParts {
  /** Where it lies, for messages. */
  readonly location: string;
  /** What it is of, and how it was made. */
  readonly manifest: ArchiveManifest;
  /** What was reviewed and declared about the site. */
  readonly rules: ReplayRules;
  /** From a canonical key to the id of the exchange that answers it; see `matches.lock.json`. */
  readonly pins?: ReadonlyMap<string, string>;
  /** Every recorded exchange, in the order in which equal requests are answered. */
  readonly exchanges: readonly Exchange[];
  /** Reads the bytes of a body; they are checked here. */
  readonly readBody: (ref: BodyRef) => Promise<Uint8Array>;
  /**
   * The same without waiting. Where it is given, request bodies are read when matching first compares them; otherwise
   * all of them are read now.
   */
  readonly readBodyNow?: (ref: BodyRef) => Uint8Array;
  /** Reads the text of a stream's log; it is checked here. Left out where no exchange has one. */
  readonly readStream?: (ref: BodyRef) => Promise<string>;
}

/** Bytes of bodies that an archive keeps in memory. */
const KEPT_BYTES = 64 * 2 ** 20;

/**
 * Puts an archive together from its parts, wherever they come from.
 *
 * @param parts The parts.
 * @returns The archive. Its exchanges are in the order of its layers, and as given inside a layer.
 * @throws {ArchiveError} When the rules fail their own tests, or a request body that is read now is damaged.
 */
export async function archiveOf(parts: ArchiveParts): Promise<Archive> {
  const { location, manifest, rules, readBody, readBodyNow } = parts;
  const failing = checkSiteRules(rules)[0];
  if (failing !== undefined) {
    throw new ArchiveError(`Cannot open archive ${location} as its rules must pass their own tests: ${failing}`, {
      hint: "correct the rule or its test in rules.json",
    });
  }
  const damaged = (kind: "body" | "stream", ref: BodyRef, found: string) =>
    new ArchiveError(
      `Cannot read ${kind} ${ref.slice(0, 12)} of archive ${location} as its bytes must have that hash: they have ${
        found.slice(0, 12)
      }`,
      { hint: "restore the file from version control, or record the site again" },
    );
  const bodies = new BodyCache<Uint8Array>(KEPT_BYTES);
  const streams = new BodyCache<StreamLog>(KEPT_BYTES / 4);

  function checked(ref: BodyRef, bytes: Uint8Array): Uint8Array {
    const found = sha256(bytes);
    if (found !== ref) throw damaged("body", ref, found);
    bodies.set(ref, bytes, bytes.length);
    return bytes;
  }
  /** Those who ask for a body while it is being read wait for the same bytes. */
  const body = shared(async (ref) => bodies.get(ref) ?? checked(ref, await readBody(ref)));
  const stream = shared(async (ref) => {
    const known = streams.get(ref);
    if (known !== undefined) return known;
    const text = await parts.readStream?.(ref) ?? "";
    const found = sha256(text);
    if (found !== ref) throw damaged("stream", ref, found);
    const log = parseStreamLog(text, `stream ${ref.slice(0, 12)} of archive ${location}`);
    streams.set(ref, log, text.length);
    return log;
  });

  const layers = manifest.layers.map(({ name }) => name);
  const exchanges = inLayerOrder(parts.exchanges, layers);
  let requestBody: (ref: BodyRef) => Uint8Array;
  if (readBodyNow === undefined) {
    const read = new Map<BodyRef, Uint8Array>();
    for (const ref of requestRefs(exchanges)) read.set(ref, await body(ref));
    requestBody = (ref) => read.get(ref)!;
  } else requestBody = (ref) => bodies.get(ref) ?? checked(ref, readBodyNow(ref));
  return {
    location,
    manifest,
    profile: manifest.profile,
    rules,
    pins: parts.pins ?? new Map(),
    exchanges,
    index: indexExchanges(exchanges, layers, { rules, requestBody }),
    body,
    stream,
  };
}

/**
 * Names the request bodies that exchanges refer to.
 *
 * @param exchanges The exchanges.
 * @returns Each once.
 */
export function requestRefs(exchanges: readonly Exchange[]): ReadonlySet<BodyRef> {
  const refs = new Set<BodyRef>();
  for (const { request: { body } } of exchanges) if (body !== undefined && body !== "unknown") refs.add(body);
  return refs;
}

function inLayerOrder(exchanges: readonly Exchange[], layers: readonly string[]): readonly Exchange[] {
  if (layers.length < 2) return exchanges;
  const ranks = new Map(layers.map((name, rank) => [name, rank]));
  const rankOf = ({ layer }: Exchange) => ranks.get(layer) ?? layers.length;
  return exchanges.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function shared<T>(read: (ref: BodyRef) => Promise<T>): (ref: BodyRef) => Promise<T> {
  const reading = new Map<BodyRef, Promise<T>>();
  return (ref) => {
    const known = reading.get(ref);
    if (known !== undefined) return known;
    const promise = read(ref).finally(() => reading.delete(ref));
    reading.set(ref, promise);
    return promise;
  };
}
