import type { InsightPolicy } from "../policy.ts";
import { insightsPart } from "./insights_part.ts";
import { neutralText } from "./neutral_text.ts";
import { distinctInsights, retrieved, type RetrievedMemory, type RetrievedParameters } from "./retrieved.ts";

/**
 * The control of {@linkcode retrieved}: recalls the same groups, and shows as many insights of about the same token
 * counts, whose sentences say nothing about any site. What it changes against no insights is length alone.
 *
 * @param parameters How many groups.
 * @returns The insight policy `placebo(groups)`.
 */
export function placebo({ groups }: RetrievedParameters): InsightPolicy<RetrievedMemory> {
  return {
    ...retrieved({ groups }),
    id: `placebo(${groups})`,
    // Each keeps the id of the insight in whose place it stands: the tokens of ids are then equal.
    render: ({ hits = [] }) =>
      insightsPart(distinctInsights(hits).map(({ id, text }) => ({ id, text: neutralText(text) }))),
  };
}
