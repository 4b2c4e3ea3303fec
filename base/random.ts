import { createHash } from "node:crypto";

/** Where randomness comes from. Below `cli` nothing else may draw. */
export interface RandomSource {
  /**
   * Draws.
   *
   * @returns The next number, uniform in [0, 1).
   */
  next(): number;
}

/**
 * A random source that gives the same numbers for the same seed on every machine (mulberry32).
 *
 * @param seed Any integer; its low 32 bits are used.
 * @returns The source.
 *
 * @example Same seed, same numbers
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { seededRandom } from "./mod.ts";
 *
 * equal(seededRandom(7).next(), seededRandom(7).next());
 * ```
 */
export function seededRandom(seed: number): RandomSource {
  let state = seed | 0;
  return {
    next() {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
    },
  };
}

/**
 * One uniform number in [0, 1) for a key: the same key always gives the same number.
 *
 * Two policies that meet the same question draw the same number, which is what pairs them.
 *
 * @param key The parts of the key, in order; `["ab", "c"]` and `["a", "bc"]` are different keys.
 * @returns 53 bits of the key's SHA-256 as a fraction.
 *
 * @example Keyed draws
 * ```ts
 * import { equal, notEqual } from "node:assert/strict";
 * import { draw } from "./mod.ts";
 *
 * equal(draw("seed", 1), draw("seed", 1));
 * notEqual(draw("ab", "c"), draw("a", "bc"));
 * ```
 */
export function draw(...key: readonly (string | number)[]): number {
  const digest = createHash("sha256").update(JSON.stringify(key)).digest();
  return (digest.readUInt32BE(0) * 0x20_0000 + (digest.readUInt32BE(4) >>> 11)) / 2 ** 53;
}
