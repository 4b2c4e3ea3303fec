/**
 * Cuts a text to a number of tokens, at the end of a word where it can.
 *
 * @param text The text.
 * @param maxTokens The most it may have.
 * @param count Counts tokens.
 * @returns The text, or its longest beginning of whole words that fits; a single word too long is cut inside.
 *
 * @example Two words fit
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { capText } from "./cap_text.ts";
 *
 * equal(capText("one two three", 2, (text) => text.split(" ").length), "one two");
 * ```
 */
export function capText(text: string, maxTokens: number, count: (text: string) => number): string {
  if (count(text) <= maxTokens) return text;
  const ends = [...text.matchAll(/\S(?=\s)/g)].map((match) => match.index + 1);
  const words = longest(ends.length, (size) => count(text.slice(0, ends[size - 1])) <= maxTokens);
  if (words > 0) return text.slice(0, ends[words - 1]);
  const points = [...text];
  return points.slice(0, longest(points.length, (size) => count(points.slice(0, size).join("")) <= maxTokens)).join("");
}

/** The largest size from 0 to `most` that fits, where every smaller one fits too. */
function longest(most: number, fits: (size: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
