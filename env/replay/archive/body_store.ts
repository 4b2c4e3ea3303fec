import { sha256 } from "../../../base/mod.ts";
import { ArchiveError } from "../replay_error.ts";
import { BodyCache } from "./body_cache.ts";
import type { BodyRef } from "./exchange.ts";
import { parseStreamLog, type StreamLog } from "./stream_log.ts";

/** Where the bytes of an archive come from. */
export interface BodySource {
  /** Where the archive lies, for messages. */
  readonly location: string;
  /** Reads the bytes of a body. */
  readonly readBody: (ref: BodyRef) => Promise<Uint8Array>;
  /** The same without waiting. */
  readonly readBodyNow?: (ref: BodyRef) => Uint8Array;
  /** Reads the text of a stream's log. Left out where no exchange has one. */
  readonly readStream?: (ref: BodyRef) => Promise<string>;
}

/** The bodies of an archive, each held against its hash. Those that were read last are kept, 64 MB of them. */
export interface BodyStore {
  /** Reads a body. Those who ask while it is being read wait for the same bytes. */
  body(ref: BodyRef): Promise<Uint8Array>;
  /** The same without waiting; only where the source can. */
  bodyNow(ref: BodyRef): Uint8Array;
  /** Reads a stream's log. */
  stream(ref: BodyRef): Promise<StreamLog>;
}

const KEPT_BYTES = 64 * 2 ** 20;

/**
 * Makes the store of an archive's bodies.
 *
 * @param source Where the bytes come from.
 * @returns The store. Reading throws an `ArchiveError` where bytes do not have their hash.
 */
export function bodyStore(source: BodySource): BodyStore {
  const { location, readBody, readBodyNow, readStream } = source;
  const bodies = new BodyCache<Uint8Array>(KEPT_BYTES);
  const streams = new BodyCache<StreamLog>(KEPT_BYTES / 4);

  function check(kind: "body" | "stream", ref: BodyRef, content: Uint8Array | string): void {
    const found = sha256(content);
    if (found === ref) return;
    throw new ArchiveError(
      `Cannot read ${kind} ${ref.slice(0, 12)} of archive ${location} as its bytes must have that hash: they have ${
        found.slice(0, 12)
      }`,
      { hint: "restore the file from version control, or record the site again" },
    );
  }
  function checked(ref: BodyRef, bytes: Uint8Array): Uint8Array {
    check("body", ref, bytes);
    bodies.set(ref, bytes, bytes.length);
    return bytes;
  }
  return {
    body: shared(async (ref) => bodies.get(ref) ?? checked(ref, await readBody(ref))),
    bodyNow(ref) {
      const known = bodies.get(ref);
      if (known !== undefined) return known;
      if (readBodyNow === undefined) throw new TypeError(`Cannot read body ${ref} at once as its source cannot`);
      return checked(ref, readBodyNow(ref));
    },
    stream: shared(async (ref) => {
      const known = streams.get(ref);
      if (known !== undefined) return known;
      const text = await readStream?.(ref) ?? "";
      check("stream", ref, text);
      const log = parseStreamLog(text, `stream ${ref.slice(0, 12)} of archive ${location}`);
      streams.set(ref, log, text.length);
      return log;
    }),
  };
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
