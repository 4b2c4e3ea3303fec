import type { ImportedAction, ImportedTrajectory } from "../trajectories/trajectory.ts";

/** A step as the miner reads it. */
export interface TrailStep {
  readonly index: number;
  readonly action: ImportedAction;
  /** Thought, label and error in lower case; empty where it only repeats the one before. */
  readonly said: string;
}

/** A trajectory as the miner reads it. */
export interface Trail {
  readonly steps: readonly TrailStep[];
}

/** A thought is read up to here: what follows is a list of findings, not of reasons. */
const READ = 1200;

/**
 * Prepares a trajectory for the miner.
 *
 * @param trajectory The trajectory.
 * @returns Its trail.
 */
export function trailOf({ steps }: ImportedTrajectory): Trail {
  let before = "";
  return {
    steps: steps.map(({ index, thought, action, error }) => {
      const words = (thought ?? "").slice(0, READ).toLowerCase();
      const isRepeat = words !== "" && words === before;
      before = words;
      const label = action.label === undefined ? "" : `\n"${action.label.slice(0, 100).toLowerCase()}"`;
      return {
        index,
        action,
        said: `${isRepeat ? "" : words}${label}${error === undefined ? "" : `\n${error.slice(0, 300).toLowerCase()}`}`,
      };
    }),
  };
}

/**
 * Indexes of the steps whose words and action fit.
 *
 * @param trail The trail.
 * @param words What is said.
 * @param kinds What is done; anything where it is left out.
 * @returns Step indexes.
 */
export function stepsWhere({ steps }: Trail, words: RegExp, kinds?: readonly ImportedAction["kind"][]): number[] {
  return steps.filter(({ said, action }) =>
    said !== "" && (kinds === undefined || kinds.includes(action.kind)) && words.test(said)
  )
    .map(({ index }) => index);
}

/** Actions that choose or press something. */
export const PRESSING: readonly ImportedAction["kind"][] = ["click", "select", "press", "slide", "drag"];
