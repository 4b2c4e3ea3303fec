import { Buffer } from "node:buffer";

/** Every spelling in which a secret may stand in a file. */
export interface SecretForms {
  /** A spelling that stands in the bytes, or nothing where none does. */
  foundIn(bytes: Uint8Array | string): boolean;
}

/**
 * Works out the spellings of a secret: as it is, percent-encoded, escaped in JSON and in HTML, and in base64 at each of the
 * three places at which it can begin.
 *
 * @param secret The value.
 * @returns What to look for.
 *
 * @example In base64, inside something longer
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { secretForms } from "./secret_forms.ts";
 *
 * const forms = secretForms("hunter2-4711");
 * equal(forms.foundIn(btoa("user:hunter2-4711!")), true);
 * equal(forms.foundIn("nothing"), false);
 * ```
 */
export function secretForms(secret: string): SecretForms {
  const utf8 = Buffer.from(secret, "utf8");
  const texts = new Set([
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll("%20", "+"),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  ]);
  const needles = [...texts].map((text) => Buffer.from(text, "utf8").toString("latin1"));
  // Base64 of something that holds the secret holds the middle of one of these, whatever stands around it.
  if (utf8.length >= 8) {
    for (let shift = 0; shift < 3; shift++) {
      const encoded = Buffer.concat([Buffer.alloc(shift), utf8]).toString("base64").replaceAll("=", "");
      const middle = encoded.slice(Math.ceil(shift * 8 / 6), -1);
      needles.push(middle, middle.replaceAll("+", "-").replaceAll("/", "_"));
    }
  }
  return {
    foundIn(bytes) {
      const text = typeof bytes === "string" ? Buffer.from(bytes, "utf8").toString("latin1") : latin1(bytes);
      return needles.some((needle) => text.includes(needle));
    },
  };
}

/** Bytes as text, one character a byte; `TextDecoder` would read Windows-1252. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
