/**
 * McNemar's exact test: whether two arms differ, judged by the tasks on which exactly one of them succeeded.
 *
 * Where the arms are alike, each such task falls to either side with chance one half. Only for one seed a task.
 *
 * @param onlyA Tasks on which only the first succeeded.
 * @param onlyB Tasks on which only the second did.
 * @returns The two-sided p value.
 * @throws {RangeError} When a count is not a natural number.
 *
 * @example Five to nothing: 2 / 2^5
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { exactMcNemar } from "../mod.ts";
 *
 * equal(exactMcNemar(5, 0), 0.0625);
 * ```
 */
export function exactMcNemar(onlyA: number, onlyB: number): number {
  for (const count of [onlyA, onlyB]) {
    if (!Number.isInteger(count) || count < 0) {
      throw new RangeError(`Cannot test discordant pairs as their counts must be natural numbers: got ${count}`);
    }
  }
  const n = onlyA + onlyB;
  // Each term of the binomial from the one before, begun at 2^-n: no factorial can overflow.
  let term = 0.5 ** n;
  let tail = 0;
  for (let i = 0; i <= Math.min(onlyA, onlyB); i++) {
    tail += term;
    term *= (n - i) / (i + 1);
  }
  return Math.min(1, 2 * tail);
}
