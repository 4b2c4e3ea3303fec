import { type Html, html } from "./html.ts";

const MARKS: Readonly<Record<string, string>> = { success: "✓", failure: "✗", undecided: "?", infeasible: "–" };

/**
 * A verdict as a mark that can be told without its colour.
 *
 * @param outcome `success`, `failure`, `undecided`, `infeasible`.
 * @returns The mark.
 */
export function verdictMark(outcome: string): Html {
  return html`<span class="mark ${outcome}" title="${outcome}">${MARKS[outcome] ?? "!"}</span>`;
}
