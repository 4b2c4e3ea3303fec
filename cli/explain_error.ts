import { M2Error } from "../base/mod.ts";

/**
 * Puts an error into the lines that a person is shown: the sentence, what led to it, and what to do.
 *
 * @param error What was thrown.
 * @param debug Whether stacks are wanted.
 * @returns Lines, ending in a line feed.
 *
 * @example A sentence and a hint
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { ConfigError } from "../base/mod.ts";
 * import { explainError } from "./explain_error.ts";
 *
 * const error = new ConfigError("Cannot find run a as its folder must exist: it does not", { hint: "name another" });
 * equal(explainError(error, false), "error: Cannot find run a as its folder must exist: it does not\nhint: name another\n");
 * ```
 */
export function explainError(error: unknown, debug: boolean): string {
  const lines = [`error: ${sentenceOf(error)}`];
  const said = new Set([sentenceOf(error)]);
  for (let cause = causeOf(error), depth = 0; cause !== undefined && depth < 5; cause = causeOf(cause), depth++) {
    const sentence = sentenceOf(cause);
    // A cause whose words are in the message already, such as a parser's or a schema's, adds nothing.
    const isNews = !sentence.includes("\n") && ![...said].some((line) => line.includes(sentence));
    if (isNews) lines.push(`  because: ${sentence}`);
    said.add(sentence);
  }
  const hint = error instanceof M2Error ? error.hint : "set M2_DEBUG=1 to see where, and report it";
  if (hint !== undefined) lines.push(`hint: ${hint}`);
  if (debug && error instanceof Error && error.stack !== undefined) lines.push(error.stack);
  return `${lines.join("\n")}\n`;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
