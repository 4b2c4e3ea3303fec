import { createHmac } from "node:crypto";

/** Version of the rules below; kept in the archive. */
export const REDACTION_POLICY = 1;

/** Replaces secrets by placeholders: the same secret always by the same one. */
export interface Redactor {
  /** A placeholder for a value that is known to be secret. */
  placeholder(value: string): string;
  /** A `name=value` list (query or form) with its secrets replaced; the text itself where there are none. */
  pairs(text: string): string;
  /** The address with the secrets of its query replaced. */
  url(url: URL): string;
  /** A request body with its secrets replaced; the bytes themselves where there are none. */
  body(bytes: Uint8Array, contentType: string | undefined): Uint8Array;
  /** A WebSocket frame or an event's data with its secrets replaced, where it is JSON; any other text as it is. */
  text(text: string): string;
  /** A parsed JSON value with its secrets replaced. */
  json(value: unknown): unknown;
}

/** Told of every value that was replaced, and of where it stood: `body:password`. */
export type RedactionWatcher = (place: string, value: string) => void;

/**
 * Makes a redactor.
 *
 * Secrets are told by name (passwords always; tokens where the value looks drawn at random) and by shape (JWT). A value
 * that looks random gets a keyed digest, so that different ones stay different; any other gets one constant, which
 * tells nothing of it. Placeholders are left as they are: redacting twice is redacting once.
 *
 * @param key Key of the digests, from the archive.
 * @param watch Told of each replacement.
 * @returns The redactor.
 *
 * @example A password and a search
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { redactorOf } from "./redaction.ts";
 *
 * equal(redactorOf("key").pairs("user=ann&password=hunter2"), "user=ann&password=redacted");
 * equal(redactorOf("key").pairs("q=lamp"), "q=lamp");
 * ```
 */
export function redactorOf(key: string, watch: RedactionWatcher = () => {}): Redactor {
  function placeholder(value: string): string {
    if (PLACEHOLDER.test(value) || value === "") return value;
    if (!looksRandom(value)) return "redacted";
    return `redacted-${createHmac("sha256", key).update(value).digest("hex").slice(0, 16)}`;
  }

  function field(place: string, name: string, value: string): string {
    if (!isSecret(name, value) || PLACEHOLDER.test(value) || value === "") return value;
    watch(`${place}:${name}`, value);
    return placeholder(value);
  }

  function pairs(text: string, place: string): string {
    if (!MAY_HOLD_SECRET.test(text)) return text;
    return text.split("&").map((piece) => {
      const at = piece.indexOf("=");
      if (at < 0) return piece;
      const name = decoded(piece.slice(0, at));
      const value = decoded(piece.slice(at + 1));
      const redacted = field(place, name, value);
      return redacted === value ? piece : `${piece.slice(0, at)}=${encodeURIComponent(redacted)}`;
    }).join("&");
  }

  function json(value: unknown, place: string): unknown {
    if (Array.isArray(value)) return value.map((item) => json(item, place));
    if (value === null || typeof value !== "object") {
      return typeof value === "string" ? field(place, "", value) : value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        typeof item === "string" ? field(place, name, item) : json(item, place),
      ]),
    );
  }

  return {
    placeholder,
    pairs: (text) => pairs(text, "body"),
    json: (value) => json(value, "body"),
    text: (text) => MAY_HOLD_SECRET.test(text) ? jsonText(text, (value) => json(value, "body")) : text,
    url(url) {
      const address = url.hash === "" ? url.href : url.href.slice(0, url.href.length - url.hash.length);
      if (url.search === "") return address;
      const search = pairs(url.search.slice(1), "query");
      return search === url.search.slice(1) ? address : address.slice(0, address.indexOf("?") + 1) + search;
    },
    body(bytes, contentType = "") {
      const type = contentType.toLowerCase();
      const isForm = type.startsWith("application/x-www-form-urlencoded");
      if (!isForm && !type.includes("json") && !type.startsWith("text/plain")) return bytes;
      const text = new TextDecoder().decode(bytes);
      if (!MAY_HOLD_SECRET.test(text)) return bytes;
      const redacted = isForm ? pairs(text, "body") : jsonText(text, (value) => json(value, "body"));
      return redacted === text ? bytes : new TextEncoder().encode(redacted);
    },
  };
}

/**
 * Tells a value that was drawn at random from words and numbers that people write: at least 16 characters, digits among
 * letters, no long run of small letters.
 *
 * @param value The value.
 * @returns Whether it carries, by its looks, 64 bits or more.
 */
export function looksRandom(value: string): boolean {
  return value.length >= 16 && /^[\w+/=.~%-]+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) &&
    !/[a-z]{7,}/.test(value);
}

const PLACEHOLDER = /^redacted(-[0-9a-f]{16})?$/;
const JWT = /^eyJ[\w-]{6,}\.[\w-]+\.[\w-]*$/;
/** Never a choice that a page offers: replaced whatever the value. */
const PASSWORDS = /^(pass|password|passwd|passphrase|pwd|secret|clientsecret|apikey|cardnumber|cvv|cvc|otp)$/;
/** May also name a harmless thing (`session=morning`), so the value decides. */
const TOKENS = /(token|csrf|xsrf|session|sessionid|sid|auth|authorization|jwt|signature|nonce|key)$/;
const MAY_HOLD_SECRET =
  /pass|pwd|secret|api|card|cvv|cvc|otp|token|csrf|xsrf|session|sid|auth|jwt|signature|nonce|key|eyJ/i;

function isSecret(name: string, value: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[-_.\[\]]/g, "");
  return PASSWORDS.test(plain) || JWT.test(value) || (TOKENS.test(plain) && looksRandom(value));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function jsonText(text: string, redact: (value: unknown) => unknown): string {
  try {
    const value: unknown = JSON.parse(text);
    const redacted = JSON.stringify(redact(value));
    return redacted === JSON.stringify(value) ? text : redacted;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
