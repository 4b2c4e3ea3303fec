/** A child of a JSON array or object, as text; `undefined` where it is longer than what is allowed. */
export type JsonChild = Uint8Array | undefined;

const [QUOTE, BACKSLASH, COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [
  0x22,
  0x5c,
  0x2c,
  0x7b,
  0x7d,
  0x5b,
  0x5d,
];

/**
 * Cuts one large JSON array or object into its children while it streams by, so that only one child is in memory.
 *
 * It knows brackets and strings and nothing else of JSON: whether a child is well formed is seen when it is parsed.
 *
 * Shapes and units: `limit` is in bytes; a child that is longer is passed over and given back as `undefined`. Every byte
 * is looked at once.
 */
export class JsonSplitter {
  readonly #limit: number;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isOver = false;
  #hasBytes = false;
  #parts: Uint8Array[] = [];
  #length = 0;
  #outer: "array" | "object" | undefined;
  #stray = false;

  /**
   * Makes a splitter.
   *
   * @param limit The longest child that is kept.
   */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether children are elements or `"key": value` entries; undefined before the first bracket. */
  get outer(): "array" | "object" | undefined {
    return this.#outer;
  }

  /** What is wrong at the end of the input, if anything. */
  get problem(): string | undefined {
    if (this.#outer === undefined) return "it must be a JSON array or object: it is not";
    if (this.#depth > 0) return "its JSON must be closed: the file ends in the middle";
    return this.#stray ? "nothing may follow its JSON: something does" : undefined;
  }

  /**
   * Takes the next bytes.
   *
   * @param chunk They must not change afterwards.
   * @returns The children that ended in it.
   */
  push(chunk: Uint8Array): JsonChild[] {
    const children: JsonChild[] = [];
    let start = this.#depth > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inString = false;
        continue;
      }
      if (byte === QUOTE) {
        if (this.#depth === 0) this.#stray = true;
        else [this.#inString, this.#hasBytes] = [true, true];
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (this.#depth === 0) {
          if (this.#outer !== undefined) {
            this.#stray = true;
            continue;
          }
          this.#outer = byte === OPEN_BRACE ? "object" : "array";
          start = at + 1;
        } else this.#hasBytes = true;
        this.#depth++;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (this.#depth === 0) {
          this.#stray = true;
          continue;
        }
        this.#depth--;
        if (this.#depth === 0) {
          this.#keep(chunk, start, at);
          if (this.#hasBytes) children.push(this.#cut());
          else this.#drop();
          start = -1;
        }
      } else if (byte === COMMA && this.#depth === 1) {
        this.#keep(chunk, start, at);
        children.push(this.#cut());
        start = at + 1;
      } else if (byte > 0x20) {
        if (this.#depth === 0 && byte < 0x80) this.#stray = true;
        else this.#hasBytes = true;
      }
    }
    if (start >= 0) this.#keep(chunk, start, chunk.length);
    return children;
  }

  /** The child that has begun and not ended, as far as it was seen. */
  get open(): Uint8Array {
    return joinBytes(this.#parts, this.#length);
  }

  #keep(chunk: Uint8Array, from: number, to: number): void {
    if (to <= from || this.#isOver) return;
    this.#length += to - from;
    if (this.#length > this.#limit) [this.#isOver, this.#parts] = [true, []];
    else this.#parts.push(chunk.subarray(from, to));
  }

  #cut(): JsonChild {
    const child = this.#isOver ? undefined : joinBytes(this.#parts, this.#length);
    this.#drop();
    return child;
  }

  #drop(): void {
    [this.#parts, this.#length, this.#isOver, this.#hasBytes] = [[], 0, false, false];
  }
}

/**
 * Puts chunks together.
 *
 * @param parts The chunks.
 * @param length Of all of them.
 * @returns One array; the only chunk itself where there is one.
 */
export function joinBytes(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
