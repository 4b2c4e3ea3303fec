/**
 * Orders texts by UTF-16 code unit, as no locale can change it.
 *
 * @param a One text.
 * @param b Another.
 * @returns Below 0 where `a` comes first, above 0 where `b` does, else 0.
 *
 * @example Upper case first, on every machine
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { compareText } from "./order.ts";
 *
 * deepEqual(["b", "a", "B"].sort(compareText), ["B", "a", "b"]);
 * ```
 */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
