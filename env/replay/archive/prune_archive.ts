import { z } from "zod";
import { parseOrExplain } from "../../../base/mod.ts";
import type { Archive } from "./archive.ts";
import { contentOf, readTimings } from "./archive_content.ts";
import { nextChain } from "./archive_index.ts";
import { openArchive } from "./open_archive.ts";
import { ArchiveError } from "../replay_error.ts";
import { writeArchive } from "./write_archive.ts";

const usedSchema = z.looseObject({
  schema: z.literal(1),
  exchanges: z.array(z.looseObject({ id: z.string().min(1) })),
});

/** What {@linkcode pruneArchive} takes. */
export interface PruneOptions {
  /** Exchanges that are kept: what runs have used. All of them unless given. */
  readonly used?: ReadonlySet<string>;
  /** Layers that go. */
  readonly withoutLayers?: readonly string[];
  /** Where the result goes; the archive's own place unless given, which is then replaced whole or not at all. */
  readonly out?: string | URL;
}

/** What pruning did. */
export interface PruneReport {
  /** Exchanges that stayed. */
  readonly kept: number;
  /** Exchanges that went. */
  readonly removed: number;
  /** Ids of what was kept although no run used it: mutations that pages which are kept were recorded after. */
  readonly keptForChains: readonly string[];
}

/**
 * Reads which exchanges a run used, from its use report.
 *
 * @param text JSON: `{ "schema": 1, "exchanges": [{ "id": "…" }] }`; other fields are left alone.
 * @param what What it is, for messages.
 * @returns The ids.
 * @throws {ConfigError} When it is none.
 */
export function readUsedIds(text: string, what: string): ReadonlySet<string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ArchiveError(`Cannot read ${what} as it must be JSON: it is not`, {
      hint: "name the use report of a run",
      cause,
    });
  }
  const { exchanges } = parseOrExplain(usedSchema, value, what, "name the use report of a run");
  return new Set(exchanges.map(({ id }) => id));
}

/**
 * Takes exchanges out of an archive, and with them the bodies that no other exchange has.
 *
 * @param archive The archive.
 * @param options What goes, and where the result is written.
 * @returns What was done.
 * @throws {ArchiveError} When there is no such layer, or nothing would be left.
 */
export async function pruneArchive(archive: Archive, options: PruneOptions): Promise<PruneReport> {
  const { used, withoutLayers = [], out = archive.location } = options;
  const { manifest, location } = archive;
  const names = manifest.layers.map(({ name }) => name);
  const unknown = withoutLayers.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new ArchiveError(`Cannot prune layer "${unknown}" from archive ${location} as there is no such layer`, {
      hint: `choose among ${names.join(", ")}`,
    });
  }
  const inLayers = archive.index.all.filter(({ exchange }) => !withoutLayers.includes(exchange.layer));
  const kept = new Set(inLayers.filter(({ id }) => used === undefined || used.has(id)));
  const keptForChains: string[] = [];
  // Who keeps a page that was recorded after a mutation keeps the mutation, and what came before that one.
  for (let grew = true; grew;) {
    grew = false;
    const chains = new Set([...kept].map(({ chain }) => chain));
    for (const entry of inLayers) {
      if (kept.has(entry) || !entry.mutates || entry.key === undefined) continue;
      if (!chains.has(nextChain(entry.chain, entry.key))) continue;
      kept.add(entry);
      keptForChains.push(entry.id);
      grew = true;
    }
  }
  if (kept.size === 0) {
    throw new ArchiveError(`Cannot prune archive ${location} as an exchange must be left: none would be`, {
      hint: "name the use reports of runs on this archive",
    });
  }
  const exchanges = inLayers.filter((entry) => kept.has(entry)).map(({ exchange }) => exchange);
  const ids = new Set(exchanges.map(({ id }) => id));
  const { entriesSha256: _, ...rest } = manifest;
  const hasLostPin = [...archive.pins.values()].some((id) => !ids.has(id));
  const timings = await readTimings(location, ids);
  await writeArchive(
    out,
    contentOf(archive, {
      manifest: { ...rest, layers: manifest.layers.filter(({ name }) => !withoutLayers.includes(name)) },
      exchanges,
      ...(hasLostPin ? { pins: new Map([...archive.pins].filter(([, id]) => ids.has(id))) } : {}),
      ...(timings === undefined ? {} : { timings }),
    }),
  );
  await openArchive(out);
  return { kept: ids.size, removed: archive.index.all.length - ids.size, keptForChains };
}
