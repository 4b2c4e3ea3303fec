/**
 * Reads a summary that a model was asked for by itself: plain words, or a JSON object with a text `summary`, since a
 * model that acts in JSON often goes on in it.
 *
 * @param text The reply as it came.
 * @returns The summary without white space around it; empty where there is none.
 *
 * @example Words or JSON
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readSummary } from "./read_summary.ts";
 *
 * equal(readSummary('{"summary":"Found the lamp."}'), "Found the lamp.");
 * equal(readSummary(" Found the lamp.\n"), "Found the lamp.");
 * ```
 */
export function readSummary(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{")) return trimmed;
  try {
    const json: unknown = JSON.parse(trimmed);
    if (typeof json === "object" && json !== null && "summary" in json && typeof json.summary === "string") {
      return json.summary.trim();
    }
  } catch (error) {
    // A brace at the start proves nothing: what is not JSON is words.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return trimmed;
}
