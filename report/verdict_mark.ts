import { type Html, html } from "./html.ts";

/** Words, not signs: not every font has a tick. */
const MARKS: Readonly<Record<string, string>> = { success: "ok", failure: "no", undecided: "??", infeasible: "n/a" };

/**
 * A verdict as a mark that can be told without its colour.
 *
 * @param outcome `success`, `failure`, `undecided`, `infeasible`.
 * @returns The mark.
 */
export function verdictMark(outcome: string): Html {
  return html`<span class="mark ${outcome}" title="${outcome}">${MARKS[outcome] ?? "!"}</span>`;
}
