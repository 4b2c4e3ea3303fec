import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { parseMultipart } from "./multipart.ts";

/** Version of the rules below; kept in the archive. */
export const REDACTION_POLICY = 2;

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
  /** A header's value, replaced where its name or its shape says that it is secret. */
  header(name: string, value: string): string;
  /** A parsed JSON value with its secrets replaced. */
  json(value: unknown): unknown;
}

/** Told of every value that was replaced, and of where it stood: `body:password`. */
export type RedactionWatcher = (place: string, value: string) => void;

/** What {@linkcode redactorOf} may be told beside its key. */
export interface RedactionOptions {
  /** Told of each replacement. */
  readonly watch?: RedactionWatcher;
  /** Values that are secret wherever they stand, in any case; from the environment, and kept nowhere. */
  readonly secrets?: readonly string[];
  /** Whether addresses of people are replaced too: they then differ from what pages show of them. @default false */
  readonly emails?: boolean;
}

/**
 * Makes a redactor.
 *
 * Secrets are told by name (passwords always; tokens where the value looks drawn at random), by shape (JWT, bearer
 * tokens, card numbers) and by value, where it is known. A value that looks random gets a keyed digest, so that
 * different ones stay different; any other gets one constant, which tells nothing of it. Placeholders are left as they
 * are: redacting twice is redacting once.
 *
 * @param key Key of the digests, from the archive.
 * @param options What is known to be secret, and who is told.
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
export function redactorOf(key: string, options: RedactionOptions = {}): Redactor {
  const { watch = () => {}, emails = false } = options;
  // The longest first, so that a secret that holds another is replaced whole. Shorter than 4 would be found everywhere.
  const known = [...new Set(options.secrets ?? [])].filter(({ length }) => length >= 4)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));

  /** Replaces known values and addresses of people inside a text. */
  function inside(place: string, text: string): string {
    let result = text;
    for (const secret of known) {
      if (!result.includes(secret)) continue;
      watch(`${place}:known`, secret);
      result = result.replaceAll(secret, placeholder(secret));
    }
    if (!emails || !result.includes("@")) return result;
    return result.replaceAll(EMAIL, (address) => {
      watch(`${place}:email`, address);
      return "redacted";
    });
  }

  function placeholder(value: string): string {
    if (PLACEHOLDER.test(value) || value === "") return value;
    if (!looksRandom(value)) return "redacted";
    return `redacted-${createHmac("sha256", key).update(value).digest("hex").slice(0, 16)}`;
  }

  function field(place: string, name: string, value: string): string {
    if (PLACEHOLDER.test(value) || value === "") return value;
    if (!isSecret(name, value)) return inside(place, value);
    watch(`${place}:${name}`, value);
    return placeholder(value);
  }

  /** Whether a text is worth a closer look: most hold nothing. */
  function mayHoldSecret(text: string): boolean {
    return MAY_HOLD_SECRET.test(text) || known.length > 0 || (emails && /@|%40/i.test(text));
  }

  function pairs(text: string, place: string): string {
    if (!mayHoldSecret(text)) return text;
    return text.split("&").map((piece) => {
      const at = piece.indexOf("=");
      if (at < 0) return piece;
      const name = decoded(piece.slice(0, at));
      const value = decoded(piece.slice(at + 1));
      const redacted = field(place, name, value);
      return redacted === value ? piece : `${piece.slice(0, at)}=${encodeURIComponent(redacted)}`;
    }).join("&");
  }

  function json(value: unknown, place: string, name = ""): unknown {
    if (Array.isArray(value)) return value.map((item) => json(item, place, name));
    if (typeof value === "string") return field(place, name, value);
    if (typeof value === "number") {
      // A code of one or two digits is a count.
      const redacted = value > 99 ? field(place, name, String(value)) : String(value);
      return redacted === String(value) ? value : redacted;
    }
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([own, item]) => [own, json(item, place, own)]));
  }

  /** Elements of XML by their names, and the lines of a text: each JSON of its own, or `name=value`. */
  function otherText(text: string, place: string): string {
    if (/^\s*</.test(text)) {
      return text.replaceAll(
        /<([\w:.-]+)([^<>]*)>([^<>]+)<\/\1\s*>/g,
        (whole, tag: string, rest: string, value: string) => {
          const redacted = field(place, tag.replace(/^.*:/, ""), value);
          return redacted === value ? whole : `<${tag}${rest}>${redacted}</${tag}>`;
        },
      );
    }
    return text.split("\n").map((line) => {
      if (/^\s*[\[{]/.test(line)) return jsonText(line, (value) => json(value, place));
      const [, name, value, end] = /^([\w.\[\]-]{1,100})=(.*?)(\r?)$/.exec(line) ?? [];
      return name === undefined ? inside(place, line) : `${name}=${field(place, name, value!)}${end}`;
    }).join("\n");
  }

  function multipart(bytes: Uint8Array, contentType: string): Uint8Array {
    const parts = parseMultipart(bytes, contentType);
    if (parts === undefined) return bytes;
    // One character a byte, so that what is not replaced comes back byte for byte.
    let text = Buffer.from(bytes).toString("latin1");
    for (const { name, filename, bytes: content } of parts) {
      if (filename !== undefined || content.length === 0 || content.length > 10_000) continue;
      const value = new TextDecoder().decode(content);
      const redacted = field("body", name, value);
      if (redacted === value) continue;
      const raw = Buffer.from(content).toString("latin1");
      text = text.replaceAll(`\r\n\r\n${raw}\r\n--`, `\r\n\r\n${redacted}\r\n--`);
    }
    return new Uint8Array(Buffer.from(text, "latin1"));
  }

  return {
    placeholder,
    header: (name, value) => field("header", name, value),
    pairs: (text) => pairs(text, "body"),
    json: (value) => json(value, "body"),
    text(text) {
      if (!mayHoldSecret(text)) return text;
      const redacted = jsonText(text, (value) => json(value, "body"));
      return redacted === text ? otherText(text, "body") : redacted;
    },
    url(url) {
      const address = url.hash === "" ? url.href : url.href.slice(0, url.href.length - url.hash.length);
      if (url.search === "") return address;
      const search = pairs(url.search.slice(1), "query");
      return search === url.search.slice(1) ? address : address.slice(0, address.indexOf("?") + 1) + search;
    },
    body(bytes, contentType = "") {
      const type = contentType.toLowerCase();
      if (type.startsWith("multipart/form-data")) return multipart(bytes, contentType);
      const isForm = type.startsWith("application/x-www-form-urlencoded");
      if (!isForm && !/json|xml/.test(type) && !type.startsWith("text/") && !type.startsWith("application/graphql")) {
        return bytes;
      }
      const text = new TextDecoder().decode(bytes);
      if (!mayHoldSecret(text)) return bytes;
      const redacted = isForm ? pairs(text, "body") : this.text(text);
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
const BEARER = /^(bearer|basic|token)\s+\S{8,}$/i;
const EMAIL = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;
/** 15 or 16 digits that begin as cards do; times in milliseconds and microseconds begin with 1 and 2. */
const CARD = /^[3-6]\d{14,15}$/;
/** Never a choice that a page offers: replaced whatever the value. */
const PASSWORDS = /^(pw|pass|password|passwd|passphrase|pwd|secret|clientsecret|apikey|cardnumber|cvv|cvc|otp)$/;
/** The same as a part of a longer name: `new_password`, `password2`, `passwordConfirmation`. */
const NAMED_PASSWORDS =
  /(password|passwd|passphrase|passcode|pwd|cvv|cvc)(\d|confirm|confirmation|again|repeat|verify)?$/;
/** May also name a harmless thing (`session=morning`), so the value decides. */
const TOKENS = /(token|csrf|xsrf|session|sessionid|sid|auth|authorization|jwt|sig|signature|nonce|key)$/;
const MAY_HOLD_SECRET =
  /pass|pwd|(^|[^a-z])pw([^a-z]|$)|secret|api|card|cvv|cvc|otp|token|csrf|xsrf|session|sid|auth|jwt|sig|nonce|key|eyJ|bearer|basic|[3-6]\d{3}([ +-]|%20)?\d{4}/i;

function isSecret(name: string, value: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[-_.\[\]]/g, "");
  // `user[password]`: the last part says what it is.
  const last = name.toLowerCase().split(/[.\[\]]+/).findLast((part) => part !== "") ?? "";
  const isPassword = PASSWORDS.test(plain) || PASSWORDS.test(last) || (NAMED_PASSWORDS.test(plain) && !isSwitch(value));
  return isPassword || JWT.test(value) || BEARER.test(value) || isCardNumber(value) ||
    (TOKENS.test(plain) && looksRandom(value));
}

/** By its length, its first digit and its check digit (Luhn). */
/** `showPassword=true` hides nothing. */
function isSwitch(value: string): boolean {
  return /^(true|false|yes|no|on|off|\d)$/i.test(value);
}

function isCardNumber(value: string): boolean {
  const digits = value.replaceAll(/[ -]/g, "");
  if (!CARD.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.at(-1 - at));
    const doubled = at % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * Tells a token by its shape alone.
 *
 * @param value The value.
 * @returns Whether it is a JWT.
 */
export function isJwt(value: string): boolean {
  return JWT.test(value);
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
