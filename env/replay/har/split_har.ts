import { ArchiveError } from "../replay_error.ts";

/** One part of a HAR: a member of its `log`, or one of its entries. */
export type HarPart =
  | { readonly type: "member"; readonly name: string; readonly value: unknown }
  | { readonly type: "entry"; readonly value: unknown; readonly isBroken: boolean }
  /** An entry that cannot be read; the rest of the file can. */
  | { readonly type: "damage"; readonly what: string };

/** Members of `log` that are read, beside `entries`. */
const MEMBERS = new Set(["version", "creator", "browser", "pages", "_m2"]);

/** The largest single value: below what the engine takes as one string. */
const LARGEST_VALUE = 500 * 2 ** 20;

/** Real entries nest some ten levels; a deeper one is made to break readers. */
const DEEPEST = 256;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Cuts a HAR into its parts while it is read: it is never one string, so its size has no limit.
 *
 * @param chunks The file.
 * @param what What it is, for messages.
 * @returns The parts in the order of the file.
 * @throws {ArchiveError} When it is no HAR or ends too early; the message names the byte.
 *
 * @example Two chunks, cut inside an entry
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { splitHar } from "./split_har.ts";
 *
 * const encoder = new TextEncoder();
 * async function* chunks() {
 *   yield encoder.encode('{"log": {"entries": [{"a');
 *   yield encoder.encode('": 1}, {}]}}');
 * }
 * let entries = 0;
 * for await (const part of splitHar(chunks(), "two.har")) if (part.type === "entry") entries++;
 * equal(entries, 2);
 * ```
 */
export async function* splitHar(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  what: string,
): AsyncGenerator<HarPart> {
  const scanner = new Scanner(what);
  for await (const chunk of chunks) yield* scanner.push(chunk);
  scanner.end();
}

/** Where the scanner stands between values. */
type Level = "file" | "root" | "log" | "entries" | "after";
type Expected = "value" | "first" | "key" | "colon" | "next";
type Reading = "key" | "member" | "entry" | "skipped";

class Scanner {
  readonly #what: string;
  #level: Level = "file";
  #expected: Expected = "value";
  #key = "";
  #entries = 0;
  #sawLog = false;
  #sawEntries = false;
  /** Bytes of the chunks before the present one. */
  #before = 0;
  #value: ValueScan | undefined;
  #reading: Reading = "skipped";

  constructor(what: string) {
    this.#what = what;
  }

  *push(chunk: Uint8Array): Generator<HarPart> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#value !== undefined) {
        at = this.#value.scan(chunk, at);
        if (this.#value.isOver) yield* this.#take(this.#value, this.#before + at);
        continue;
      }
      const byte = chunk[at]!;
      if (isSpace(byte) || (this.#before + at < 3 && isByteOrderMark(byte, this.#before + at))) at++;
      else at += this.#step(byte, this.#before + at);
    }
    this.#before += chunk.length;
  }

  end(): void {
    if (this.#level === "after" && this.#sawLog && this.#sawEntries) return;
    if (this.#level === "after") {
      this.#refuse(this.#sawLog ? "its log has no list of entries" : "it has no log");
    }
    const where = this.#level === "entries" ? `inside entry ${this.#entries}` : `in the ${this.#level}`;
    this.#refuse(`it ends at byte ${this.#before}, ${where}`);
  }

  /** Takes one byte between values; 0 when it begins a value that is then read from it. */
  #step(byte: number, offset: number): 0 | 1 {
    const level = this.#level;
    if (level === "file" && byte === OPEN) return this.#enter("root", "first");
    if (level === "root" || level === "log") {
      if (byte === CLOSE && (this.#expected === "first" || this.#expected === "next")) {
        return level === "log" ? this.#leave("root") : this.#leave("after");
      }
      if (byte === COMMA && this.#expected === "next") return this.#enter(level, "key");
      if (byte === COLON && this.#expected === "colon") return this.#enter(level, "value");
      if (byte === QUOTE && (this.#expected === "first" || this.#expected === "key")) return this.#read("key");
      if (this.#expected === "value") return this.#member(byte, offset);
    }
    if (level === "entries") {
      if (byte === CLOSE_LIST && (this.#expected === "first" || this.#expected === "next")) return this.#leave("log");
      if (byte === COMMA && this.#expected === "next") return this.#enter(level, "value");
      if (this.#expected === "first" || this.#expected === "value") return this.#read("entry");
    }
    const where = level === "entries" ? `after entry ${this.#entries - 1}` : `in the ${level}`;
    return this.#refuse(`byte ${offset}, ${where}, is out of place`);
  }

  #member(byte: number, offset: number): 0 | 1 {
    if (this.#level === "root" && this.#key === "log") {
      this.#sawLog = true;
      return byte === OPEN ? this.#enter("log", "first") : this.#refuse(`its log, at byte ${offset}, is no object`);
    }
    if (this.#level === "log" && this.#key === "entries") {
      this.#sawEntries = true;
      if (byte === OPEN_LIST) return this.#enter("entries", "first");
      return this.#refuse(`its entries, at byte ${offset}, are no list`);
    }
    return this.#read(this.#level === "log" && MEMBERS.has(this.#key) ? "member" : "skipped");
  }

  #enter(level: Level, expected: Expected): 1 {
    this.#level = level;
    this.#expected = expected;
    return 1;
  }

  #leave(level: Level): 1 {
    return this.#enter(level, "next");
  }

  #read(reading: Reading): 0 {
    this.#reading = reading;
    this.#value = new ValueScan(reading !== "skipped");
    return 0;
  }

  *#take(value: ValueScan, end: number): Generator<HarPart> {
    this.#value = undefined;
    this.#expected = this.#reading === "key" ? "colon" : "next";
    if (this.#reading === "skipped") return;
    const read = value.parse();
    if (this.#reading === "entry") {
      this.#entries++;
      if ("damage" in read) yield { type: "damage", what: `${read.damage}, before byte ${end}` };
      else yield { type: "entry", value: read.value, isBroken: read.isBroken };
      return;
    }
    if ("damage" in read) this.#refuse(`what ends at byte ${end} cannot be read: ${read.damage}`);
    if (this.#reading === "key") this.#key = String(read.value);
    else yield { type: "member", name: this.#key, value: read.value };
  }

  #refuse(state: string): never {
    throw new ArchiveError(
      `Cannot read ${this.#what} as a HAR must be whole JSON of the form {"log": {"entries": […]}}: ${state}`,
      { hint: "export the HAR again, with content, and wait until the browser has closed" },
    );
  }
}

/** Reads one JSON value across chunks. */
class ValueScan {
  isOver = false;
  readonly #isKept: boolean;
  readonly #pieces: Uint8Array[] = [];
  #size = 0;
  #depth = 0;
  #deepest = 0;
  #inString = false;
  /** Whether the chunk before ended inside a string, after an odd number of backslashes. */
  #isEscaped = false;
  #isScalar = false;

  constructor(isKept: boolean) {
    this.#isKept = isKept;
  }

  /** Reads on from a place in a chunk; gives the place where it stopped. */
  scan(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length && !this.isOver) at = this.#inString ? this.#string(chunk, at) : this.#plain(chunk, at);
    if (this.#isKept && this.#size <= LARGEST_VALUE) {
      this.#size += at - from;
      // A copy, since a reader may use its buffer again.
      if (this.#size <= LARGEST_VALUE) this.#pieces.push(chunk.slice(from, at));
      else this.#pieces.length = 0;
    }
    return at;
  }

  #string(chunk: Uint8Array, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote < 0 ? chunk.length : quote;
    let first = end;
    while (first > from && chunk[first - 1] === BACKSLASH) first--;
    const run = end - first + (first === from && this.#isEscaped ? 1 : 0);
    const isOdd = run % 2 === 1;
    if (quote < 0) {
      this.#isEscaped = isOdd;
      return end;
    }
    this.#isEscaped = false;
    if (!isOdd) {
      this.#inString = false;
      this.isOver = this.#depth === 0;
    }
    return quote + 1;
  }

  #plain(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (byte === QUOTE) {
        if (this.#isScalar) {
          this.isOver = true;
          return at;
        }
        this.#inString = true;
        return at + 1;
      }
      if (byte === OPEN || byte === OPEN_LIST) {
        this.#deepest = Math.max(this.#deepest, ++this.#depth);
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (this.#depth === 0) {
          this.isOver = true;
          return at;
        }
        if (--this.#depth === 0) {
          this.isOver = true;
          return at + 1;
        }
      } else if (this.#depth === 0) {
        if (byte === COMMA || isSpace(byte)) {
          this.isOver = true;
          return at;
        }
        this.#isScalar = true;
      }
    }
    return chunk.length;
  }

  parse(): { readonly value: unknown; readonly isBroken: boolean } | { readonly damage: string } {
    if (this.#size > LARGEST_VALUE) return { damage: `it is larger than ${LARGEST_VALUE} bytes` };
    if (this.#deepest > DEEPEST) return { damage: `it is nested deeper than ${DEEPEST} levels` };
    const bytes = this.#pieces.length === 1 ? this.#pieces[0]! : joined(this.#pieces, this.#size);
    const { text, isBroken } = decoded(bytes);
    try {
      return { value: JSON.parse(text), isBroken };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { damage: "it is no JSON" };
    }
  }
}

function decoded(bytes: Uint8Array): { readonly text: string; readonly isBroken: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), isBroken: false };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: new TextDecoder().decode(bytes), isBroken: true };
  }
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isByteOrderMark(byte: number, offset: number): boolean {
  return byte === [0xef, 0xbb, 0xbf][offset];
}
