import type { Insight } from "../bank/insight.ts";
import type { ImportedTrajectory } from "../trajectories/trajectory.ts";
import type { Label } from "./standing.ts";

/** One trajectory that supports a lesson, with all that is needed to trace it, to leave it out, or to remove it. */
export interface DistilledSource {
  /** The trajectory's id. */
  readonly trajectory: string;
  /** As its source names the task. */
  readonly taskId: string;
  /** Host, or the source's name of the site; "unknown" where neither is told. */
  readonly site: string;
  /** The task's template; the task itself where none is told. */
  readonly template: string;
  /** Model or agent that drove it. */
  readonly model: string;
  /** On whose word it counts. */
  readonly label: Label;
  /** SHA-256 of the file that it came from. */
  readonly file: string;
  /** Licence of the data. */
  readonly licence?: string;
  /** Indexes of the steps that show it. */
  readonly steps: readonly number[];
}

/** A lesson before it stands in a bank. */
export interface DistilledInsight {
  /** What its group is called. */
  readonly situation: string;
  /** What goals are compared with to find the group. */
  readonly query: string;
  /** What kind of lesson. */
  readonly kind: Insight["kind"];
  /** One or two sentences without any value of a trajectory. */
  readonly text: string;
  /** The weakest word that its successes stand on; `failed` where only failures teach it. */
  readonly label: Label;
  /** How useful it is among those of its group, higher first; only the order means something. */
  readonly weight: number;
  /** All of them, in order of import. */
  readonly sources: readonly DistilledSource[];
}

/** A lesson that was found and is not to be used. */
export interface Quarantined {
  /** The lesson, or the beginning of a reply that is none. Not to be shown to an agent. */
  readonly text: string;
  /** One clause. */
  readonly reason: string;
  /** Trajectories that it came from. */
  readonly sources: readonly string[];
}

/** What an abstractor gives, one at a time. */
export type Distilled = { readonly insight: DistilledInsight } | { readonly quarantined: Quarantined };

/**
 * The source that a trajectory is for a lesson.
 *
 * @param trajectory The trajectory.
 * @param label On whose word it counts.
 * @param steps The steps that show the lesson.
 * @returns The source.
 */
export function sourceOf(trajectory: ImportedTrajectory, label: Label, steps: readonly number[]): DistilledSource {
  const { id, source, task } = trajectory;
  return {
    trajectory: id,
    taskId: task.id,
    site: task.site ?? "unknown",
    template: task.template ?? task.id,
    model: source.model ?? source.format,
    label,
    file: source.sha256,
    ...(source.licence === undefined ? {} : { licence: source.licence }),
    steps,
  };
}
