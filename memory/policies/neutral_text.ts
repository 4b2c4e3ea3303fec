import { draw } from "../../base/mod.ts";

/**
 * Sentences by their length in tokens of the common tokenizers: a token a word and one for the full stop. They are about
 * hills and weather, and share no word with what a site can do to an agent.
 */
const SENTENCES: readonly (readonly string[])[] = [
  [], // 0
  [], // 1
  [], // 2
  ["Rain fell.", "Snow fell.", "Snow melted."],
  ["The river rose.", "The wind dropped.", "A frog jumped."],
  ["Some rain fell inland.", "The old oak stood.", "Two boats sailed north."],
  ["Grass grew near the wall.", "A bell rang at noon.", "The lake was quite calm."],
  ["The sheep slept under the trees.", "Smoke rose from a small fire.", "A cat sat on the roof."],
  [
    "The lake lay between two green hills.",
    "Our aunt kept bees behind the barn.",
    "A tall horse stood near our barn.",
  ],
];

const SHORTEST = 3;
const LONGEST = SENTENCES.length - 1;

/**
 * Writes neutral sentences that take about as many tokens as a given text; the same text always gets the same ones.
 *
 * @param model The text to be matched.
 * @returns Sentences without any meaning for a task.
 */
export function neutralText(model: string): string {
  const sentences: string[] = [];
  let left = Math.max(SHORTEST, roughTokens(model));
  while (left > 0) {
    // The rest must be 0 or long enough for a sentence of its own.
    const lengths = Array.from({ length: LONGEST - SHORTEST + 1 }, (_, i) => LONGEST - i)
      .filter((length) => length === left || left - length >= SHORTEST);
    const length = lengths[Math.min(sentences.length % 2, lengths.length - 1)] ?? SHORTEST;
    const choices = SENTENCES[length] ?? [];
    const fresh = choices.filter((sentence) => sentences.at(-1) !== sentence);
    sentences.push(fresh[Math.floor(draw("neutral", model, sentences.length) * fresh.length)] ?? "");
    left -= length;
  }
  return sentences.join(" ");
}

/**
 * Estimates tokens without a tokenizer: one for a word of up to ten letters, one more for every six beyond, one for a mark.
 * A mark that stands right before a word (an opening quote, a hyphen) goes into one token with it more often than not.
 *
 * @param text Plain English.
 * @returns The estimate; it is exact for the neutral sentences themselves.
 */
export function roughTokens(text: string): number {
  const words = text.match(/\p{L}+/gu) ?? [];
  const marks = text.match(/[^\p{L}\s]+/gu) ?? [];
  return marks.length + words.reduce((sum, word) => sum + 1 + Math.max(0, Math.ceil((word.length - 10) / 6)), 0);
}
