import { createHash } from "node:crypto";

/**
 * The SHA-256 of a text (as UTF-8) or of bytes, as 64 lower-case hex digits.
 *
 * @param data What to hash.
 * @returns The digest.
 *
 * @example The empty text
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sha256 } from "./mod.ts";
 *
 * equal(sha256("").slice(0, 8), "e3b0c442");
 * ```
 */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
