/**
 * Writes JSON with sorted keys and no white space, so that equal values have equal texts and equal hashes.
 *
 * Keys whose value is `undefined` are left out, as in `JSON.stringify`.
 *
 * @param value Plain data.
 * @returns One line.
 * @throws {TypeError} When a number is not finite: JSON would turn it into null in silence.
 *
 * @example Key order does not matter
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { canonicalJson } from "./mod.ts";
 *
 * equal(canonicalJson({ b: 1, a: [2] }), '{"a":[2],"b":1}');
 * ```
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === "number" && !Number.isFinite(item)) {
      throw new TypeError(`Cannot write canonical JSON as every number must be finite: got ${item}`);
    }
    if (item === null || typeof item !== "object" || Array.isArray(item)) return item;
    const source = item as Record<string, unknown>;
    return Object.fromEntries(Object.keys(source).sort().map((key) => [key, source[key]]));
  });
}
