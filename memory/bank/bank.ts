import { z } from "zod";
import { canonicalJson, sha256 } from "../../base/mod.ts";
import type { FlatVectors } from "../retrieval/cosine.ts";
import type { InsightGroup } from "./insight.ts";

/** The version of the bank's folder that is written and read. */
export const BANK_VERSION = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** What `manifest.json` of a bank says; the SHA-256 of its canonical JSON is the bank's hash. */
export const bankManifestSchema = z.strictObject({
  version: z.literal(BANK_VERSION),
  embedder: z.strictObject({ id: z.string(), dimensions: z.int().positive() }),
  /** How many groups, and so how many vectors. */
  groups: z.int().nonnegative(),
  /** How many insights in all groups. */
  insights: z.int().nonnegative(),
  /** How many trajectories they were distilled from. */
  trajectories: z.int().nonnegative(),
  /** SHA-256 by file name. */
  files: z.strictObject({ "groups.jsonl": digest, "vectors.f32": digest }),
});

/** What `manifest.json` of a bank says. */
export type BankManifest = z.infer<typeof bankManifestSchema>;

/** A versioned set of insight groups with the embedding of each group's query. */
export interface Bank {
  /** What stands in `manifest.json`. */
  readonly manifest: BankManifest;
  /** SHA-256 of the manifest, and through it of everything. */
  readonly hash: string;
  /** Ordered by id. */
  readonly groups: readonly InsightGroup[];
  /** One vector a group, in the same order. */
  readonly vectors: FlatVectors;
}

/** The texts of a bank's files. */
export interface BankFiles {
  readonly manifest: string;
  readonly groups: string;
  readonly vectors: Uint8Array;
}

/**
 * Puts groups and vectors together as a bank.
 *
 * @param embedderId Who made the vectors.
 * @param groups Ordered by id.
 * @param vectors One a group.
 * @returns The bank.
 */
export function bankOf(embedderId: string, groups: readonly InsightGroup[], vectors: FlatVectors): Bank {
  const sources = groups.flatMap(({ insights }) => insights.flatMap((insight) => insight.sources));
  const manifest: BankManifest = {
    version: BANK_VERSION,
    embedder: { id: embedderId, dimensions: vectors.dimensions },
    groups: groups.length,
    insights: groups.reduce((sum, group) => sum + group.insights.length, 0),
    trajectories: new Set(sources.map((source) => source.trajectory)).size,
    files: { "groups.jsonl": sha256(groupLines(groups)), "vectors.f32": sha256(vectorBytes(vectors)) },
  };
  return { manifest, hash: sha256(canonicalJson(manifest)), groups, vectors };
}

/**
 * The files of a bank, byte for byte.
 *
 * @param bank The bank.
 * @returns The contents of `manifest.json`, `groups.jsonl` and `vectors.f32`.
 */
export function bankFiles({ manifest, groups, vectors }: Bank): BankFiles {
  return { manifest: canonicalJson(manifest) + "\n", groups: groupLines(groups), vectors: vectorBytes(vectors) };
}

/**
 * The hash that a group's id is made of.
 *
 * @param query The group's query.
 * @returns `g-` and twelve hex digits.
 */
export function groupId(query: string): string {
  return `g-${sha256(query).slice(0, 12)}`;
}

/**
 * The hash that an insight's id is made of.
 *
 * @param group The group's id.
 * @param text The insight's text.
 * @returns Twelve hex digits.
 */
export function insightId(group: string, text: string): string {
  return sha256(canonicalJson([group, text])).slice(0, 12);
}

function groupLines(groups: readonly InsightGroup[]): string {
  return groups.map((group) => canonicalJson(group) + "\n").join("");
}

/** Little-endian float32, one vector after the other. */
function vectorBytes({ values }: FlatVectors): Uint8Array {
  // Every machine that Deno runs on is little-endian.
  return new Uint8Array(values.slice().buffer);
}
