import { wordsOf } from "../words.ts";
import { countWords, tally } from "./postings.ts";
import type { TextScorer } from "./text_scorer.ts";

/**
 * Makes the scorer of the cosine of TF-IDF vectors, without hashing: (1 + ln tf) · (ln((1 + N) / (1 + df)) + 1).
 *
 * @param texts The texts.
 * @returns The scorer `tfidf`; scores are 0 to 1.
 */
export function tfidf(texts: readonly string[]): TextScorer {
  const { size, terms, starts, rows, counts } = countWords(texts);
  const idf = (entries: number) => Math.log((1 + size) / (1 + entries)) + 1;
  const squares = new Float64Array(size);
  const weights = new Float64Array(rows.length);
  for (let term = 0; term < terms.size; term++) {
    const [start, end] = [starts[term] ?? 0, starts[term + 1] ?? 0];
    for (let at = start; at < end; at++) {
      const weight = (1 + Math.log(counts[at] ?? 1)) * idf(end - start);
      weights[at] = weight;
      squares[rows[at] ?? 0] = (squares[rows[at] ?? 0] ?? 0) + weight ** 2;
    }
  }
  return {
    id: "tfidf",
    size,
    score(query) {
      const scores = new Float64Array(size);
      let square = 0;
      for (const [word, times] of tally(wordsOf(query))) {
        const term = terms.get(word);
        const [start, end] = term === undefined ? [0, 0] : [starts[term] ?? 0, starts[term + 1] ?? 0];
        const weight = (1 + Math.log(times)) * idf(end - start);
        square += weight ** 2;
        for (let at = start; at < end; at++) {
          const row = rows[at] ?? 0;
          scores[row] = (scores[row] ?? 0) + weight * (weights[at] ?? 0);
        }
      }
      return scores.map((sum, row) => sum === 0 ? 0 : Math.min(1, sum / Math.sqrt(square * (squares[row] ?? 1))));
    },
  };
}
