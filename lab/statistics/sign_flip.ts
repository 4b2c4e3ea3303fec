import type { RandomSource } from "../../base/mod.ts";

/** Up to so many tasks that differ, every pattern of signs is looked at: 2^16 of them. */
const EXACT_UP_TO = 16;

/** What {@linkcode signFlipTest} found. */
export interface SignFlipResult {
  /** Two-sided. */
  readonly p: number;
  /** Whether every pattern was looked at; else it is an estimate from random ones. */
  readonly exact: boolean;
}

/**
 * Whether paired differences are centred on 0: were the two arms alike, each difference could as well have had the
 * other sign. The p value is the share of sign patterns whose sum is at least as far from 0 as the one seen.
 *
 * Differences of 0 do not matter and are left out. With more than 16 others, patterns are drawn, and the one seen is
 * counted among them, so that p is never 0.
 *
 * @param differences One for each task: the mean over its seeds.
 * @param random Draws the patterns where they are too many.
 * @param patterns How many are drawn. @default 20000
 * @returns The p value.
 *
 * @example Three tasks, all better: 2 of the 8 patterns are as far out
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { seededRandom } from "../../base/mod.ts";
 * import { signFlipTest } from "../mod.ts";
 *
 * deepEqual(signFlipTest([1, 1, 0, 1], seededRandom(1)), { p: 0.25, exact: true });
 * ```
 */
export function signFlipTest(
  differences: readonly number[],
  random: RandomSource,
  patterns = 20_000,
): SignFlipResult {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs);
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  // Sums of the same numbers in another order differ in their last bits.
  const reaches = (sum: number) => Math.abs(sum) >= seen - 1e-9;
  if (sizes.length <= EXACT_UP_TO) {
    const all = 2 ** sizes.length;
    let asFar = 0;
    for (let pattern = 0; pattern < all; pattern++) {
      let sum = 0;
      for (const [bit, size] of sizes.entries()) sum += (pattern >> bit) & 1 ? size : -size;
      if (reaches(sum)) asFar++;
    }
    return { p: asFar / all, exact: true };
  }
  let asFar = 1;
  for (let drawn = 0; drawn < patterns; drawn++) {
    let sum = 0;
    for (const size of sizes) sum += random.next() < 0.5 ? size : -size;
    if (reaches(sum)) asFar++;
  }
  return { p: asFar / (patterns + 1), exact: false };
}
