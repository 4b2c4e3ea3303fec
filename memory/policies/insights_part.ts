import { section } from "../../models/mod.ts";
import type { Insight } from "../bank/insight.ts";
import type { PromptPart } from "../prompt.ts";

/**
 * Writes insights as the prompt part `insights` of the system message: an `<insights>` section with one `<insight>`
 * each. They are quoted text, so angle brackets and entities in them are made harmless: a bank may be foreign.
 *
 * @param insights In the order in which they are shown.
 * @returns One part, or none where there is no insight.
 */
export function insightsPart(insights: readonly Pick<Insight, "id" | "text">[]): PromptPart[] {
  if (insights.length === 0) return [];
  // The wrapper is written by hand: section() would also defuse the inner tags.
  const text = `<insights>\n${
    insights.map(({ id, text }) => section("insight", { id }, quoted(text))).join("")
  }</insights>\n`;
  return [{ name: "insights", role: "system", content: [{ type: "text", text }] }];
}

function quoted(text: string): string {
  return text.replaceAll("<", "‹").replaceAll(">", "›").replaceAll(/&(?=#?\w+;)/g, "& ").replaceAll(/\s+/g, " ").trim();
}
