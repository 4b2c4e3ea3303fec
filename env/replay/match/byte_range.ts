/** What a `range` header asks of a body of known size. */
export type ByteRange =
  /** `end` is exclusive. */
  | { readonly type: "part"; readonly start: number; readonly end: number }
  | { readonly type: "unsatisfiable" }
  /** No header, several ranges, or another unit: the whole body may be sent. */
  | { readonly type: "whole" };

/**
 * Reads a `range` header against a body.
 *
 * @param header The header; `undefined` for none.
 * @param size Bytes of the whole body.
 * @returns The part that is asked for.
 *
 * @example The last five bytes
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { byteRange } from "./byte_range.ts";
 *
 * deepEqual(byteRange("bytes=-5", 100), { type: "part", start: 95, end: 100 });
 * deepEqual(byteRange("bytes=200-", 100), { type: "unsatisfiable" });
 * ```
 */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const parts = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "");
  if (parts === null || (parts[1] === "" && parts[2] === "")) return { type: "whole" };
  if (parts[1] === "") {
    const length = Math.min(Number(parts[2]), size);
    return length === 0 ? { type: "unsatisfiable" } : { type: "part", start: size - length, end: size };
  }
  const start = Number(parts[1]);
  const last = parts[2] === "" ? size - 1 : Math.min(Number(parts[2]), size - 1);
  if (parts[2] !== "" && Number(parts[2]) < start) return { type: "whole" };
  return start >= size ? { type: "unsatisfiable" } : { type: "part", start, end: last + 1 };
}
