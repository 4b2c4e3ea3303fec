import type { ContentPart } from "../models/mod.ts";
import type { PromptPart } from "./prompt.ts";

/**
 * How many tokens two prompts have in common from their beginning: what a provider may bill as cached input.
 *
 * Names of parts do not count, as no provider sees them: the observation of one step is the history of the next. The
 * first text that differs counts as far as its characters agree.
 *
 * @param previous The episode's previous prompt; empty for the first.
 * @param next The prompt at hand.
 * @param count Counts the tokens of texts and images; asked for one piece at a time.
 * @returns Tokens, never more than the tokens of either prompt where counting is additive.
 *
 * @example A longer prompt shares all of the shorter one
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sharedPrefix } from "./mod.ts";
 *
 * const part = (text: string) => ({ name: "history", role: "user", content: [{ type: "text", text }] }) as const;
 * const count: Parameters<typeof sharedPrefix>[2] = ([piece]) => piece?.type === "text" ? piece.text.length : 0;
 * equal(sharedPrefix([part("one\n")], [part("one\n"), part("two\n")], count), 4);
 * equal(sharedPrefix([part("one\n")], [part("once\n")], count), 2);
 * ```
 */
export function sharedPrefix(
  previous: readonly PromptPart[],
  next: readonly PromptPart[],
  count: (content: readonly ContentPart[]) => number,
): number {
  const before = pieces(previous);
  let tokens = 0;
  for (const [i, piece] of pieces(next).entries()) {
    const other = before[i];
    if (other === undefined || other.role !== piece.role) break;
    const [a, b] = [other.content, piece.content];
    if (a.type === "text" && b.type === "text") {
      const common = a.text === b.text ? b.text : commonStart(a.text, b.text);
      tokens += common === "" ? 0 : count([{ type: "text", text: common }]);
      if (a.text !== b.text) break;
    } else if (
      a.type === "image" && b.type === "image" && a.sha256 === b.sha256 && a.width === b.width && a.height === b.height
    ) {
      tokens += count([b]);
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
