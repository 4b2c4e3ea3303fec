import { wordsOf } from "../words.ts";
import { countWords, tally } from "./postings.ts";
import type { TextScorer } from "./text_scorer.ts";

/** How quickly more of the same word stops to count. */
const SATURATION = 1.2;
/** How much long texts are held back, 0 to 1. */
const LENGTH_WEIGHT = 0.75;

/**
 * Makes the scorer of Okapi BM25 over flat postings.
 *
 * A search costs as much as the query's words have entries.
 *
 * @param texts The texts.
 * @returns The scorer `bm25`.
 *
 * @example A rare word decides
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { bm25 } from "../../mod.ts";
 *
 * const [a = 0, b = 0] = bm25(["find the red lamp", "find the night train", "find a chair"]).score("a train to find");
 * ok(b > a);
 * ```
 *
 * @see Robertson and Zaragoza (2009), "The probabilistic relevance framework"; idf is ln(1 + (N − n + ½) / (n + ½)).
 */
export function bm25(texts: readonly string[]): TextScorer {
  const { size, terms, starts, rows, counts, lengths } = countWords(texts);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, size) || 1;
  // What an entry adds to a text does not depend on the query.
  const weights = new Float32Array(rows.length);
  for (let term = 0; term < terms.size; term++) {
    const [start, end] = [starts[term] ?? 0, starts[term + 1] ?? 0];
    const idf = Math.log(1 + (size - (end - start) + 0.5) / (end - start + 0.5));
    for (let at = start; at < end; at++) {
      const count = counts[at] ?? 0;
      const length = (lengths[rows[at] ?? 0] ?? 0) / mean;
      weights[at] = idf * count * (SATURATION + 1) /
        (count + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length));
    }
  }
  return {
    id: "bm25",
    size,
    score(query) {
      const scores = new Float64Array(size);
      for (const [word, times] of tally(wordsOf(query))) {
        const term = terms.get(word);
        if (term === undefined) continue;
        for (let at = starts[term] ?? 0; at < (starts[term + 1] ?? 0); at++) {
          const row = rows[at] ?? 0;
          scores[row] = (scores[row] ?? 0) + times * (weights[at] ?? 0);
        }
      }
      return scores;
    },
  };
}
