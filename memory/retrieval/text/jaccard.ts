import { wordsOf } from "../words.ts";
import { countWords } from "./postings.ts";
import type { TextScorer } from "./text_scorer.ts";

/**
 * Makes the scorer of the Jaccard index: of all different words of query and text, the part that both have.
 *
 * @param texts The texts.
 * @returns The scorer `jaccard`; scores are 0 to 1.
 */
export function jaccard(texts: readonly string[]): TextScorer {
  const { size, terms, starts, rows } = countWords(texts);
  const different = new Uint32Array(size);
  for (const row of rows) different[row] = (different[row] ?? 0) + 1;
  return {
    id: "jaccard",
    size,
    score(query) {
      const words = new Set(wordsOf(query));
      const shared = new Float64Array(size);
      for (const word of words) {
        const term = terms.get(word);
        if (term === undefined) continue;
        for (let at = starts[term] ?? 0; at < (starts[term + 1] ?? 0); at++) {
          shared[rows[at] ?? 0] = (shared[rows[at] ?? 0] ?? 0) + 1;
        }
      }
      return shared.map((both, row) => both === 0 ? 0 : both / (words.size + (different[row] ?? 0) - both));
    },
  };
}
