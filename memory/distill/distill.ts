import type { ImportedTrajectory } from "../trajectories/trajectory.ts";
import type { Distilled } from "./distilled.ts";
import { mineInsights, type MineOptions } from "./mine_insights.ts";
import { vetInsight } from "./vet_insight.ts";

/** Turns trajectories into lessons: a miner of patterns, or a language model. */
export interface Abstractor {
  /** For manifests: what would give other lessons has another id. */
  readonly id: string;
  /**
   * Reads trajectories and gives lessons as they are found.
   *
   * @param trajectories Of any origin; read once.
   */
  abstract(trajectories: AsyncIterable<ImportedTrajectory> | Iterable<ImportedTrajectory>): AsyncIterable<Distilled>;
}

/**
 * The abstractor that needs no model.
 *
 * @param options How much support a lesson needs.
 * @returns The abstractor `patterns-1`.
 */
export function patternAbstractor(options: MineOptions = {}): Abstractor {
  return { id: "patterns-1", abstract: (trajectories) => mineInsights(trajectories, options) };
}

/**
 * Distils lessons from trajectories, and puts those into quarantine that no agent should read, whoever wrote them.
 *
 * @param trajectories Of any origin; read once.
 * @param abstractor Who distils.
 * @returns Lessons and what was put into quarantine, with the reason, as they come.
 */
export async function* distill(
  trajectories: AsyncIterable<ImportedTrajectory> | Iterable<ImportedTrajectory>,
  abstractor: Abstractor = patternAbstractor(),
): AsyncGenerator<Distilled> {
  for await (const one of abstractor.abstract(trajectories)) {
    const reason = "insight" in one ? vetInsight(one.insight.text) : undefined;
    if (!("insight" in one) || reason === undefined) yield one;
    else {
      const { text, sources } = one.insight;
      yield { quarantined: { text, reason, sources: sources.map((source) => source.trajectory) } };
    }
  }
}
