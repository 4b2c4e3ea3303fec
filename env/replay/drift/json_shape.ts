import { canonicalJson, sha256 } from "../../../base/mod.ts";

/** Answers nest some ten levels; what is deeper counts as one value. */
const DEEPEST = 64;

/**
 * The shape of a JSON value: names and types, without values and without the lengths of lists.
 *
 * @param value The value.
 * @returns A hash, equal for values of one shape.
 *
 * @example Other values, and another type
 * ```ts
 * import { equal, notEqual } from "node:assert/strict";
 * import { jsonShape } from "./json_shape.ts";
 *
 * equal(jsonShape({ items: [{ id: 1 }] }), jsonShape({ items: [{ id: 2 }, { id: 3 }] }));
 * notEqual(jsonShape({ id: 1 }), jsonShape({ id: "1" }));
 * ```
 */
export function jsonShape(value: unknown): string {
  return sha256(canonicalJson(shapeOf(value, 0)));
}

function shapeOf(value: unknown, depth: number): unknown {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  if (depth === DEEPEST) return "deeper";
  if (Array.isArray(value)) {
    const shapes = new Set(value.map((item) => canonicalJson(shapeOf(item, depth + 1))));
    return [...shapes].sort();
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item, depth + 1)]));
}
