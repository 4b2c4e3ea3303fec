import { wordsOf } from "../words.ts";

/** Which text has which word how often, in flat arrays: a word's entries lie one after the other. */
export interface Postings {
  /** How many texts. */
  readonly size: number;
  /** Number by word. */
  readonly terms: ReadonlyMap<string, number>;
  /** Where a word's entries begin; the next one's beginning is its end. */
  readonly starts: Uint32Array;
  /** The texts, ascending within a word. */
  readonly rows: Uint32Array;
  /** How often the word stands there. */
  readonly counts: Float32Array;
  /** Words in each text. */
  readonly lengths: Float32Array;
}

/**
 * Counts the words of texts.
 *
 * @param texts The texts.
 * @returns The counts. O(all words) time and memory.
 */
export function countWords(texts: readonly string[]): Postings {
  const terms = new Map<string, number>();
  const lengths = new Float32Array(texts.length);
  const entries: { term: number; row: number; count: number }[] = [];
  for (const [row, text] of texts.entries()) {
    const words = wordsOf(text);
    lengths[row] = words.length;
    for (const [word, count] of tally(words)) {
      const term = terms.get(word) ?? terms.size;
      terms.set(word, term);
      entries.push({ term, row, count });
    }
  }
  const starts = new Uint32Array(terms.size + 1);
  for (const { term } of entries) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < terms.size; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const next = starts.slice();
  const rows = new Uint32Array(entries.length);
  const counts = new Float32Array(entries.length);
  for (const { term, row, count } of entries) {
    const at = next[term] ?? 0;
    next[term] = at + 1;
    rows[at] = row;
    counts[at] = count;
  }
  return { size: texts.length, terms, starts, rows, counts, lengths };
}

/**
 * Counts words.
 *
 * @param words With repetitions.
 * @returns How often each occurs, in order of appearance.
 */
export function tally(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
