import { nearest } from "./nearest.ts";
import type { Neighbour } from "./vector_index.ts";

/** What one method found, and how much it counts. */
export interface Ranking {
  /** Best first. */
  readonly hits: readonly Neighbour[];
  /** 0 or more. */
  readonly weight: number;
}

/**
 * Puts what several methods found together: a row's score is the weighted mean of its scores, each method's brought to
 * 0 … 1 by the least and the greatest it gave. A row that a method did not find gets 0 from it.
 *
 * @param rankings What each found.
 * @param k How many rows at most.
 * @returns The best rows; `similarity` is the fused score, 0 to 1.
 *
 * @example One method is trusted more
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fuse } from "../mod.ts";
 *
 * const dense = { weight: 3, hits: [{ row: 4, similarity: 0.9 }, { row: 7, similarity: 0.5 }] };
 * const words = { weight: 1, hits: [{ row: 7, similarity: 12 }, { row: 4, similarity: 3 }] };
 * deepEqual(fuse([dense, words], 2), [{ row: 4, similarity: 0.75 }, { row: 7, similarity: 0.25 }]);
 * ```
 */
export function fuse(rankings: readonly Ranking[], k: number): Neighbour[] {
  const total = rankings.reduce((sum, { weight }) => sum + weight, 0);
  const fused = new Map<number, number>();
  for (const { hits, weight } of rankings) {
    let [least, greatest] = [Infinity, -Infinity];
    for (const { similarity } of hits) {
      [least, greatest] = [Math.min(least, similarity), Math.max(greatest, similarity)];
    }
    for (const { row, similarity } of hits) {
      const part = greatest === least ? 1 : (similarity - least) / (greatest - least);
      fused.set(row, (fused.get(row) ?? 0) + (total === 0 ? 0 : weight / total * part));
    }
  }
  return nearest([...fused].map(([row, similarity]) => ({ row, similarity })), k);
}
