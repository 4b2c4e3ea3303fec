import { wordsOf } from "../words.ts";
import type { TextScorer } from "./text_scorer.ts";

/** Longer texts are compared by their beginnings: the distance takes time by the product of the lengths. */
const MOST_WORDS = 200;

/**
 * Makes the scorer of edit distance in words: 1 − distance / the longer text's length.
 *
 * O(texts · words²) a search: for comparison, not for large banks.
 *
 * @param texts The texts.
 * @returns The scorer `edit`; scores are 0 to 1.
 */
export function editDistance(texts: readonly string[]): TextScorer {
  const numbers = new Map<string, number>();
  const all = texts.map((text) =>
    Uint32Array.from(wordsOf(text).slice(0, MOST_WORDS), (word) => {
      const number = numbers.get(word) ?? numbers.size + 1;
      numbers.set(word, number);
      return number;
    })
  );
  return {
    id: "edit",
    size: all.length,
    score(query) {
      const words = Uint32Array.from(wordsOf(query).slice(0, MOST_WORDS), (word) => numbers.get(word) ?? 0);
      return Float64Array.from(all, (other) => {
        const longer = Math.max(words.length, other.length);
        return longer === 0 ? 0 : 1 - distance(words, other) / longer;
      });
    },
  };
}

/** Levenshtein's distance in one row; the number 0 stands for words that equal nothing. */
function distance(a: Uint32Array, b: Uint32Array): number {
  const row = Uint32Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    let diagonal = i;
    row[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const above = row[j + 1] ?? 0;
      row[j + 1] = Math.min(above + 1, (row[j] ?? 0) + 1, diagonal + (a[i] === b[j] ? 0 : 1));
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
}
