import type { RandomSource } from "../../base/mod.ts";
import { quantile } from "./quantile.ts";
import type { Interval } from "./wilson.ts";

/**
 * The 95 % interval of a mean over tasks, by drawing tasks again with replacement (percentile bootstrap).
 *
 * The task is the unit: give one value for each, its mean over seeds, so that many seeds of few tasks do not pass for
 * many tasks.
 *
 * @param values One for each task; at least one.
 * @param random Draws the tasks.
 * @param samples How often. @default 4000
 * @returns The interval, in the unit of the values.
 * @throws {RangeError} When there is no value.
 */
export function bootstrapInterval(values: readonly number[], random: RandomSource, samples = 4000): Interval {
  if (values.length === 0) throw new RangeError("Cannot bootstrap a mean as there must be at least one task: got none");
  // Where all are equal the interval is a point; rounding of the sums must not widen it.
  const [first = 0] = values;
  if (values.every((value) => value === first)) return { low: first, high: first };
  const means = Array.from({ length: samples }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random.next() * values.length)] ?? 0;
    return sum / values.length;
  });
  return { low: quantile(means, 0.025), high: quantile(means, 0.975) };
}
