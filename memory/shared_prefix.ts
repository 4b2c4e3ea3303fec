import type { PromptPart } from "./prompt.ts";

/** Counts the tokens of a text, and of an image by the model's formula. */
export interface PromptTokenCounter {
  text(text: string): number;
  image(width: number, height: number): number;
}

/**
 * How many tokens two prompts have in common from their beginning: what a provider may bill as cached input.
 *
 * Names of parts do not count, as no provider sees them: the observation of one step is the history of the next. The
 * first text that differs counts as far as its characters agree.
 *
 * @param previous The episode's previous prompt; empty for the first.
 * @param next The prompt at hand.
 * @param counter Counts tokens.
 * @returns Tokens, never more than the tokens of either prompt where the counter is additive.
 *
 * @example A longer prompt shares all of the shorter one
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sharedPrefix } from "./mod.ts";
 *
 * const part = (text: string) => ({ name: "history", role: "user", content: [{ type: "text", text }] }) as const;
 * const counter = { text: (text: string) => text.length, image: () => 0 };
 * equal(sharedPrefix([part("one\n")], [part("one\n"), part("two\n")], counter), 4);
 * equal(sharedPrefix([part("one\n")], [part("once\n")], counter), 2);
 * ```
 */
export function sharedPrefix(
  previous: readonly PromptPart[],
  next: readonly PromptPart[],
  counter: PromptTokenCounter,
): number {
  const before = pieces(previous);
  let tokens = 0;
  for (const [i, piece] of pieces(next).entries()) {
    const other = before[i];
    if (other === undefined || other.role !== piece.role) break;
    const [a, b] = [other.content, piece.content];
    if (a.type === "text" && b.type === "text") {
      const common = a.text === b.text ? b.text : commonStart(a.text, b.text);
      tokens += common === "" ? 0 : counter.text(common);
      if (a.text !== b.text) break;
    } else if (
      a.type === "image" && b.type === "image" && a.sha256 === b.sha256 && a.width === b.width && a.height === b.height
    ) {
      tokens += counter.image(b.width, b.height);
    } else break;
  }
  return tokens;
}

function pieces(parts: readonly PromptPart[]) {
  return parts.flatMap(({ role, content }) => content.map((content) => ({ role, content })));
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  // Half a surrogate pair is no text.
  return a.slice(0, /[\ud800-\udbff]/.test(a[length - 1] ?? "") ? length - 1 : length);
}
