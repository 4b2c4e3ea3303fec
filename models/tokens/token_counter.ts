import { type Encoding, o200k } from "./encoding.ts";
import { imageFormula } from "./image_formulas.ts";

/** Counts what a prompt costs. Counts of texts are remembered, so that an episode whose prompts repeat stays cheap. */
export interface TokenCounter {
  /**
   * Counts a text.
   *
   * @param text Any text; what looks like a special token is counted as the plain text it is.
   * @returns Its length in the encoding's tokens.
   */
  text(text: string): number;
  /**
   * Counts an image.
   *
   * @param width CSS pixels.
   * @param height CSS pixels.
   * @returns Tokens by the model's image formula.
   */
  image(width: number, height: number): number;
  /**
   * Counts what a chat adds to its messages' contents.
   *
   * @param messages How many there are.
   * @returns Tokens of roles, marks between messages, and the opening of the reply.
   */
  chat(messages: number): number;
}

const CACHE_UNITS = 32 * 2 ** 20;
// Counting is a pure function, so one cache an encoding serves every counter of the process: the harness's and the model's.
const caches = new Map<string, CountCache>();

/** Counts of texts, oldest use first out. */
class CountCache {
  readonly #counts = new Map<string, number>();
  #units = 0;

  count(text: string, encoding: Encoding): number {
    const known = this.#counts.get(text);
    if (known !== undefined) {
      this.#counts.delete(text);
      this.#counts.set(text, known);
      return known;
    }
    const tokens = text === "" ? 0 : encoding.count(text);
    this.#counts.set(text, tokens);
    this.#units += text.length;
    for (const oldest of this.#counts.keys()) {
      if (this.#units <= CACHE_UNITS) break;
      this.#counts.delete(oldest);
      this.#units -= oldest.length;
    }
    return tokens;
  }
}

/**
 * Makes a token counter: texts by an encoding, images by the formula of the model's maker.
 *
 * Shapes and units: counting a text takes about a millisecond for 1,000 tokens the first time and next to nothing
 * after that; the texts kept for it are bounded at 32 Mi UTF-16 units an encoding, oldest use first out. For models of
 * another family than the encoding's, text counts are an estimate.
 *
 * @param images One of `imageFormulas`.
 * @param encoding How texts are cut; see `loadEncoding`. @default o200k
 * @returns The counter.
 * @throws {ConfigError} When there is no such formula; the message lists those there are.
 *
 * @example A text and a screenshot
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { tokenCounter } from "./token_counter.ts";
 *
 * const count = tokenCounter("openai-tiles");
 * equal(count.text("the cheapest lamp"), 3);
 * equal(count.image(1280, 720), 1105);
 * ```
 */
export function tokenCounter(images: string, encoding: Encoding = o200k): TokenCounter {
  const cache = caches.get(encoding.name) ?? new CountCache();
  caches.set(encoding.name, cache);
  return {
    text: (text) => cache.count(text, encoding),
    image: imageFormula(images),
    chat: (messages) => messages * encoding.perMessage + encoding.perReply,
  };
}
