/** A range of plausible values; both ends in the unit of the estimate. */
export interface Interval {
  /** Its lower end. */
  readonly low: number;
  /** Its upper end. */
  readonly high: number;
}

/** Half the normal distribution lies within so many standard deviations of 95 % intervals: the 97.5 % point. */
const Z = 1.959963984540054;

/**
 * The 95 % interval of a share, by Wilson's score. It keeps inside 0 to 1 and is sensible for small numbers.
 *
 * It takes every trial for independent: use it only where each task was tried once.
 *
 * @param successes How many succeeded.
 * @param trials Of how many; at least 1.
 * @returns The interval, as shares.
 * @throws {RangeError} When the counts make no share.
 *
 * @example Four of ten
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { wilsonInterval } from "../mod.ts";
 *
 * equal(wilsonInterval(4, 10).low.toFixed(3), "0.168");
 * ```
 *
 * @see Wilson (1927), "Probable inference, the law of succession, and statistical inference".
 */
export function wilsonInterval(successes: number, trials: number): Interval {
  if (!(trials >= 1 && successes >= 0 && successes <= trials)) {
    throw new RangeError(`Cannot make an interval as successes must be among trials: got ${successes} of ${trials}`);
  }
  const share = successes / trials;
  const shrink = 1 + Z ** 2 / trials;
  const centre = (share + Z ** 2 / (2 * trials)) / shrink;
  const half = (Z / shrink) * Math.sqrt(share * (1 - share) / trials + Z ** 2 / (4 * trials ** 2));
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === trials ? 1 : Math.min(1, centre + half),
  };
}
