import { z } from "zod";

/** Where an insight comes from: enough to leave it out when its task is measured, and to remove it with its source. */
export const insightSourceSchema = z.object({
  /** Task of the trajectory. */
  taskId: z.string(),
  site: z.string(),
  template: z.string(),
  /** SHA-256 of the trajectory's canonical JSON. */
  trajectory: z.string(),
  /** Model that drove it. */
  model: z.string(),
  /** Indexes of the steps that show it. */
  steps: z.array(z.int().nonnegative()),
  /** On whose word the trajectory counts, where it was not judged by a site's grader. */
  label: z.enum(["judged", "rewarded", "claimed", "failed"]).optional(),
  /** SHA-256 of the file that it was imported from. */
  file: z.string().optional(),
  licence: z.string().optional(),
});

/** Where an insight comes from. */
export type InsightSource = z.infer<typeof insightSourceSchema>;

/** One reusable lesson with its evidence. */
export const insightSchema = z.object({
  /** First 12 hex digits of the SHA-256 of group and text. */
  id: z.string(),
  /** The group it is retrieved with: one a source query. */
  group: z.string(),
  kind: z.enum(["search-strategy", "navigation-shortcut", "state-validation", "pitfall", "stopping-rule"]),
  /** One or two sentences; no value of the trajectory is left in it. */
  text: z.string().min(1),
  sources: z.array(insightSourceSchema).min(1),
});

/** One reusable lesson with its evidence. */
export type Insight = z.infer<typeof insightSchema>;

/** The insights of one source query: what a retrieval returns as one. */
export const insightGroupSchema = z.object({
  /** `g-` and the first 12 hex digits of the SHA-256 of the query. */
  id: z.string(),
  /** The goal it was distilled from: what similarity is measured against. */
  query: z.string(),
  insights: z.array(insightSchema).min(1),
});

/** The insights of one source query. */
export type InsightGroup = z.infer<typeof insightGroupSchema>;

/** One group that a retrieval returned. */
export interface Hit {
  /** The whole group. */
  readonly group: InsightGroup;
  /** Cosine of query and goal, −1 to 1. */
  readonly similarity: number;
}
