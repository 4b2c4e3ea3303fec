/**
 * The charset that a content type names.
 *
 * @param contentType The header.
 * @returns The label as written, or nothing.
 */
export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
}

/**
 * The content type with its charset said to be UTF-8.
 *
 * @param contentType The header.
 * @returns The header with one charset.
 */
export function withUtf8(contentType: string): string {
  return `${contentType.replace(/;\s*charset\s*=\s*("[^"]*"|[^\s;]+)/gi, "").trim()}; charset=utf-8`;
}

/**
 * Tells whether a label means UTF-8, or ASCII that stands for it.
 *
 * @param label As written.
 * @returns False for any other charset, known or not.
 */
export function isUtf8(label: string): boolean {
  return /^(utf-?8|unicode-1-1-utf-8)$/i.test(label);
}

/**
 * Writes text in a charset of one byte a character, as the site sent it before a tool decoded it.
 *
 * @param text The text.
 * @param label The charset: `iso-8859-1`, `windows-1251`.
 * @returns The bytes, or nothing where the charset has more bytes a character, is not known, or lacks a character.
 *
 * @example Latin-1
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { encodeAs } from "./har_charset.ts";
 *
 * deepEqual(encodeAs("é", "iso-8859-1"), Uint8Array.of(0xe9));
 * equal(encodeAs("日", "iso-8859-1"), undefined);
 * ```
 */
export function encodeAs(text: string, label: string): Uint8Array | undefined {
  const table = tableOf(label);
  if (table === undefined) return undefined;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = table.get(text.charCodeAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

/** From a character to its byte. */
function tableOf(label: string): ReadonlyMap<number, number> | undefined {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  if (/^utf|^(gb|big5|euc|shift|iso-2022)/.test(decoder.encoding)) return undefined;
  const table = new Map<number, number>();
  for (let byte = 0; byte < 256; byte++) {
    const character = decoder.decode(Uint8Array.of(byte));
    if (character.length === 1 && character !== "\ufffd") table.set(character.charCodeAt(0), byte);
  }
  return table;
}
