import type { Archive } from "./archive.ts";
import { checkSiteRules } from "../request/site_rule.ts";
import { indexExchanges } from "./archive_index.ts";
import type { ArchiveManifest } from "./archive_manifest.ts";
import { type BodySource, type BodyStore, bodyStore } from "./body_store.ts";
import type { BodyRef, Exchange } from "./exchange.ts";
import { type IndexedExchange, indexedExchange } from "./indexed_exchange.ts";
import { ArchiveError } from "../replay_error.ts";
import type { ReplayRules } from "./replay_rules.ts";

/** The parts of an archive; bytes that they give are checked. */
export interface ArchiveParts extends Pick<BodySource, "location" | "readBody" | "readStream"> {
  /** What it is of, and how it was made. */
  readonly manifest: ArchiveManifest;
  /** What was reviewed and declared about the site. */
  readonly rules: ReplayRules;
  /** From a canonical key to the id of the exchange that answers it; see `matches.lock.json`. */
  readonly pins?: ReadonlyMap<string, string>;
  /** Every recorded exchange, in the order in which equal requests are answered. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Puts an archive together from its parts, wherever they come from.
 *
 * Request bodies are read now, since matching compares them and may not wait; response bodies are read when asked for.
 *
 * @param parts The parts.
 * @returns The archive. Its exchanges are in the order of its layers, and as given inside a layer.
 * @throws {ArchiveError} When the rules fail their own tests, or a request body is missing or damaged.
 */
export async function archiveOf(parts: ArchiveParts): Promise<Archive> {
  const { location, manifest, rules, pins = new Map<string, string>() } = parts;
  const ranks = layerRanks(manifest);
  const store = bodyStore(parts);
  const read = new Map<BodyRef, Uint8Array>();
  const context = { rules, requestBody: (ref: BodyRef) => read.get(ref)! };
  const all = parts.exchanges.map((exchange) =>
    indexedExchange(exchange, ranks.get(exchange.layer) ?? ranks.size, context)
  );
  for (const ref of requestRefs(all)) read.set(ref, await store.body(ref));
  return assembleArchive({ location, manifest, rules, pins, store, all });
}

/** What {@linkcode assembleArchive} takes. */
export interface AssembledParts extends Pick<Archive, "location" | "manifest" | "rules" | "pins"> {
  readonly store: BodyStore;
  /** Every exchange, in any order of layers. */
  readonly all: readonly IndexedExchange[];
}

/**
 * Puts an archive together of exchanges that are ready for matching.
 *
 * @param parts Everything.
 * @returns The archive.
 * @throws {ArchiveError} When the rules fail their own tests.
 */
export function assembleArchive({ location, manifest, rules, pins, store, all }: AssembledParts): Archive {
  const failing = checkSiteRules(rules)[0];
  if (failing !== undefined) {
    throw new ArchiveError(`Cannot open archive ${location} as its rules must pass their own tests: ${failing}`, {
      hint: "correct the rule or its test in rules.json",
    });
  }
  const ordered = inLayerOrder(all);
  let exchanges: readonly Exchange[] | undefined;
  return {
    location,
    manifest,
    profile: manifest.profile,
    rules,
    pins,
    get exchanges() {
      return exchanges ??= ordered.map(({ exchange }) => exchange);
    },
    index: indexExchanges(ordered, rules),
    body: store.body,
    stream: store.stream,
  };
}

/**
 * The place of each layer among a manifest's layers.
 *
 * @param manifest The manifest.
 * @returns From its name to its rank; 0 is the strongest.
 */
export function layerRanks(manifest: ArchiveManifest): ReadonlyMap<string, number> {
  return new Map(manifest.layers.map(({ name }, rank) => [name, rank]));
}

/**
 * Names the request bodies that exchanges refer to.
 *
 * @param all The exchanges.
 * @returns Each once.
 */
export function requestRefs(all: readonly IndexedExchange[]): ReadonlySet<BodyRef> {
  const refs = new Set<BodyRef>();
  for (const { bodyRef } of all) if (bodyRef !== undefined && bodyRef !== "unknown") refs.add(bodyRef);
  return refs;
}

function inLayerOrder(all: readonly IndexedExchange[]): readonly IndexedExchange[] {
  const isSorted = all.every(({ layerRank }, at) => at === 0 || all[at - 1]!.layerRank <= layerRank);
  return isSorted ? all : all.toSorted((a, b) => a.layerRank - b.layerRank);
}
