import type { PageProfile } from "../../transport.ts";
import type { ArchiveIndex } from "./archive_index.ts";
import type { ArchiveManifest } from "./archive_manifest.ts";
import type { BodyRef, Exchange } from "./exchange.ts";
import type { ReplayRules } from "./replay_rules.ts";
import type { StreamLog } from "./stream_log.ts";

/** A recorded site, read only. Any number of sessions share one. */
export interface Archive {
  /** Where it lies, for messages. */
  readonly location: string;
  /** What it is of, and how it was made. */
  readonly manifest: ArchiveManifest;
  /** The same as `manifest.profile`. */
  readonly profile: PageProfile;
  /** What was reviewed and declared about the site. */
  readonly rules: ReplayRules;
  /** Reviewed decisions from `matches.lock.json`: from a canonical key to the id of the exchange that answers it. */
  readonly pins: ReadonlyMap<string, string>;
  /**
   * Every recorded exchange: the strongest layer first, inside a layer in the order of `entries.jsonl`. All of them are read
   * for it, once; {@linkcode index} reads only those that are looked at.
   */
  readonly exchanges: readonly Exchange[];
  /** The same, by every way they are looked up. */
  readonly index: ArchiveIndex;
  /**
   * Reads a body. The bytes are checked against their hash; those that were read last are kept.
   *
   * @throws {ArchiveError} When the file is missing or does not have its hash.
   */
  body(ref: BodyRef): Promise<Uint8Array>;
  /**
   * Reads the log of an event stream or a WebSocket; checked and kept like a body.
   *
   * @throws {ArchiveError} When the file is missing, damaged, or does not have its hash.
   */
  stream(ref: BodyRef): Promise<StreamLog>;
}
