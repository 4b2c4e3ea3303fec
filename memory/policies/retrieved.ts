import { z } from "zod";
import type { Hit, Insight } from "../bank/insight.ts";
import type { InsightPolicy } from "../policy.ts";
import { insightsPart } from "./insights_part.ts";

/** Parameters of {@linkcode retrieved} and of {@linkcode placebo}. */
export const retrievedParameters = z.strictObject({
  /** How many groups are recalled. */
  groups: z.int().min(1).max(100).default(5),
});

/** How {@linkcode retrieved} and {@linkcode placebo} are set up. */
export type RetrievedParameters = z.infer<typeof retrievedParameters>;

/** What was recalled; absent until the recall came back. */
export interface RetrievedMemory {
  readonly goal: string;
  readonly hits?: readonly Hit[];
}

/**
 * M²'s external memory: the insight groups whose goals are most like the task's, recalled once before the first step.
 *
 * @param parameters How many groups.
 * @returns The insight policy `retrieved(groups)`.
 *
 * @see M² (arXiv 2603.00503): retrieval by the similarity of goals, five groups by default.
 */
export function retrieved({ groups }: RetrievedParameters): InsightPolicy<RetrievedMemory> {
  return {
    id: `retrieved(${groups})`,
    init: ({ goal }) => ({ goal }),
    plan: ({ goal, hits }, moment) =>
      moment.at === "start" && hits === undefined ? [{ type: "recall", query: goal, groups }] : [],
    reduce: (memory, event) => event.type === "insights.recalled" ? { ...memory, hits: event.hits } : memory,
    render: ({ hits = [] }) => insightsPart(distinctInsights(hits)),
  };
}

/**
 * The insights of the hits, best group first; a text that several groups share is given once.
 *
 * @param hits What a recall returned.
 * @returns The insights.
 */
export function distinctInsights(hits: readonly Hit[]): Insight[] {
  const byText = new Map<string, Insight>();
  for (const { group } of hits) {
    for (const insight of group.insights) {
      if (!byText.has(insight.text)) byText.set(insight.text, insight);
    }
  }
  return [...byText.values()];
}
