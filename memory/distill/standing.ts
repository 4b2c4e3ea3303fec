import { z } from "zod";
import type { ImportedOutcome } from "../trajectories/trajectory.ts";

/** On whose word a trajectory counts: a judge's, the environment's reward, the agent's own claim; or as a failed one. */
export const labelSchema = z.enum(["judged", "rewarded", "claimed", "failed"]);

/** On whose word a trajectory counts. */
export type Label = z.infer<typeof labelSchema>;

/**
 * Whether a trajectory may teach what works, and on whose word. A judge counts before a reward, a reward before a claim;
 * the weaker word never mends the stronger one's no.
 *
 * @param outcome The three notions of success, apart.
 * @returns The label, or undefined where nobody says anything.
 *
 * @example A claim that a judge refuses
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { standingOf } from "./standing.ts";
 *
 * equal(standingOf({ end: "finished", claimed: "success" }), "claimed");
 * equal(standingOf({ end: "finished", claimed: "success", judged: "failure" }), "failed");
 * equal(standingOf({ end: "turn-limit" }), "failed");
 * ```
 */
export function standingOf({ end, claimed, judged, reward }: ImportedOutcome): Label | undefined {
  if (judged === "success") return "judged";
  if (judged === "failure") return "failed";
  if (reward !== undefined) return reward > 0 ? "rewarded" : "failed";
  if (end === "turn-limit" || end === "error" || claimed === "failure") return "failed";
  return claimed === "success" ? "claimed" : undefined;
}

/** From the weakest to the strongest. */
const ORDER: readonly Label[] = ["failed", "claimed", "rewarded", "judged"];

/**
 * The label of a lesson with several sources: its weakest success; `failed` only where nothing else supports it.
 *
 * @param labels Those of its sources.
 * @returns The label.
 */
export function weakest(labels: readonly Label[]): Label {
  return ORDER.slice(1).find((label) => labels.includes(label)) ?? "failed";
}
