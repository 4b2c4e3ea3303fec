import type { Embedder } from "../../models/mod.ts";
import { wordsOf } from "./words.ts";

const DIMENSIONS = 512;

/** A pair of neighbouring words says less by itself than a word does, and there are as many of them. */
const PAIR_WEIGHT = 0.5;

/**
 * Makes the embedder that needs nothing but the text: words and pairs of words, hashed with a sign into 512 numbers.
 *
 * A weight is (1 + ln tf) · idf with idf = ln((1 + N) / (1 + df)) + 1 over the corpus; vectors have length 1. The bank
 * passes its own queries as the corpus, so that what all goals of a site have in common counts little. Words are
 * compared without case and without a plural s; pure numbers are left out.
 *
 * Shapes and units: 512 float32; a text without any known word gives all zeros.
 *
 * @param corpus The texts that idf is learned from; without any, every word weighs the same.
 * @returns The embedder `hashed-tfidf-512-v1`.
 *
 * @example Like goals are close
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { hashedTfidf } from "../mod.ts";
 *
 * const goals = ["Find the cheapest lamp", "Which lamp is the cheapest?", "Book a seat on the night train"];
 * const [a, b, c] = await hashedTfidf(goals).embed(goals);
 * const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
 * ok(dot(a!, b!) > dot(a!, c!));
 * ```
 *
 * @see Weinberger et al. (2009), "Feature hashing for large scale multitask learning": the signed hash.
 */
export function hashedTfidf(corpus: readonly string[] = []): Embedder {
  const frequencies = new Map<string, number>();
  for (const text of corpus) {
    for (const term of termsOf(text).keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  const idf = (term: string) => Math.log((1 + corpus.length) / (1 + (frequencies.get(term) ?? 0))) + 1;
  return {
    id: "hashed-tfidf-512-v1",
    dimensions: DIMENSIONS,
    embed: (texts) => Promise.resolve(texts.map((text) => embedOne(text, idf))),
  };
}

function embedOne(text: string, idf: (term: string) => number): Float32Array {
  const sums = new Float64Array(DIMENSIONS);
  for (const [term, count] of termsOf(text)) {
    const hash = hashOf(term);
    const weight = (1 + Math.log(count)) * idf(term) * (term.includes(" ") ? PAIR_WEIGHT : 1);
    const place = hash % DIMENSIONS;
    sums[place] = (sums[place] ?? 0) + (hash >= 0x8000_0000 ? -weight : weight);
  }
  const norm = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(sums, (value) => norm === 0 ? 0 : value / norm);
}

/** Words and pairs with how often they occur, in order of appearance. */
function termsOf(text: string): Map<string, number> {
  const words = wordsOf(text);
  const pairs = words.slice(1).map((word, i) => `${words[i]} ${word}`);
  const counts = new Map<string, number>();
  for (const term of [...words, ...pairs]) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** FNV-1a over UTF-16 units, with murmur3's finish, so that low and high bits are equally good. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
