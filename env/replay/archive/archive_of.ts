import { sha256 } from "../../../base/mod.ts";
import type { Archive } from "./archive.ts";
import { checkSiteRules } from "../request/site_rule.ts";
import { indexExchanges } from "./archive_index.ts";
import type { ArchiveManifest } from "./archive_manifest.ts";
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
  /** Reads the text of a stream's log; it is checked here. Left out where no exchange has one. */
  readonly readStream?: (ref: BodyRef) => Promise<string>;
}

/**
 * Puts an archive together from its parts, wherever they come from.
 *
 * Request bodies are read now, since matching compares them and may not wait; response bodies are read when asked for.
 *
 * @param parts The parts.
 * @returns The archive.
 * @throws {ArchiveError} When a request body is missing or damaged.
 */
export async function archiveOf(parts: ArchiveParts): Promise<Archive> {
  const { location, manifest, rules, exchanges, readBody } = parts;
  const bodies = new Map<BodyRef, Promise<Uint8Array>>();
  const body = (ref: BodyRef): Promise<Uint8Array> => {
    const known = bodies.get(ref);
    if (known !== undefined) return known;
    const reading = readChecked(ref);
    bodies.set(ref, reading);
    return reading;
  };
  async function readChecked(ref: BodyRef): Promise<Uint8Array> {
    const bytes = await readBody(ref);
    const found = sha256(bytes);
    if (found === ref) return bytes;
    throw new ArchiveError(
      `Cannot read body ${ref.slice(0, 12)} of archive ${location} as its bytes must have that hash: they have ${
        found.slice(0, 12)
      }`,
      { hint: "restore the file from version control, or record the site again" },
    );
  }
  const streams = new Map<BodyRef, Promise<StreamLog>>();
  const stream = (ref: BodyRef): Promise<StreamLog> => {
    const known = streams.get(ref);
    if (known !== undefined) return known;
    const reading = readLog(ref);
    streams.set(ref, reading);
    return reading;
  };
  async function readLog(ref: BodyRef): Promise<StreamLog> {
    const text = await parts.readStream?.(ref) ?? "";
    if (sha256(text) === ref) return parseStreamLog(text, `stream ${ref.slice(0, 12)} of archive ${location}`);
    throw new ArchiveError(
      `Cannot read stream ${ref.slice(0, 12)} of archive ${location} as its text must have that hash: it does not`,
      { hint: "restore the file from version control, or record the site again" },
    );
  }
  const requestRefs = new Set(
    exchanges.flatMap(({ request }) => request.body === undefined || request.body === "unknown" ? [] : [request.body]),
  );
  const requestBodies = new Map<BodyRef, Uint8Array>();
  for (const ref of requestRefs) requestBodies.set(ref, await body(ref));
  const failing = checkSiteRules(rules)[0];
  if (failing !== undefined) {
    throw new ArchiveError(`Cannot open archive ${location} as its rules must pass their own tests: ${failing}`, {
      hint: "correct the rule or its test in rules.json",
    });
  }
  const index = indexExchanges(exchanges, rules, (ref) => requestBodies.get(ref)!);
  return {
    location,
    manifest,
    profile: manifest.profile,
    rules,
    pins: parts.pins ?? new Map(),
    exchanges,
    index,
    body,
    stream,
  };
}
