/**
 * Corrects p values for having looked at several comparisons (Holm's step-down): the chance that any of them is called
 * a difference where there is none stays below the level.
 *
 * @param ps The p values.
 * @returns The corrected ones, in the same order, none below its own p.
 *
 * @example The smallest counts threefold
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { holm } from "../mod.ts";
 *
 * deepEqual(holm([0.01, 0.5, 0.02]), [0.03, 0.5, 0.04]);
 * ```
 *
 * @see Holm (1979), "A simple sequentially rejective multiple test procedure".
 */
export function holm(ps: readonly number[]): number[] {
  const corrected = ps.map(() => 1);
  let floor = 0;
  const order = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  for (const [rank, { p, index }] of order.entries()) {
    floor = Math.max(floor, Math.min(1, p * (ps.length - rank)));
    corrected[index] = floor;
  }
  return corrected;
}
