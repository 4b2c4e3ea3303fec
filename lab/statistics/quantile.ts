/**
 * A quantile by linear interpolation between the two nearest order statistics: with the values sorted from index 0,
 * the quantile `q` lies at index `q · (n − 1)` (rule 7 of Hyndman and Fan). The same rule everywhere in M2Lab.
 *
 * @param values In any order; at least one.
 * @param q From 0 to 1.
 * @returns The quantile, in the unit of the values.
 * @throws {RangeError} When there is no value or `q` is no share.
 *
 * @example Between two
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { quantile } from "../mod.ts";
 *
 * equal(quantile([40, 10, 20, 30], 0.5), 25);
 * ```
 *
 * @see Hyndman and Fan (1996), "Sample quantiles in statistical packages".
 */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0 || !(q >= 0 && q <= 1)) {
    throw new RangeError(`Cannot take quantile ${q} of ${values.length} values as both must make sense`);
  }
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? NaN;
  const above = sorted[Math.ceil(at)] ?? NaN;
  return below + (above - below) * (at - Math.floor(at));
}
