import type { Subgoal, Yield } from "../../../models/simulated/playbook.ts";

/**
 * Opens a train from the list it is in.
 *
 * @param train Its number, as a pattern: `{train.0}` or a number that the facts gave.
 * @param needs Facts that tell which train it is.
 * @param yields What to read there.
 * @returns The subgoal.
 */
export function openTrain(train: string, needs: readonly string[], yields: readonly Yield[]): Subgoal {
  return {
    id: "train",
    title: "open the train",
    needs,
    at: `heading "${train}, `,
    moves: [
      { do: { kind: "click", role: "link", name: `View ${train}` }, why: "open the train that fits" },
      { do: { kind: "click", role: "link", name: "Previous trains" }, why: "go back to the page that lists the train" },
      { do: { kind: "click", role: "link", name: "More trains" }, why: "look for the train on the next page" },
    ],
    yields,
  };
}

/** Reads the platform off a train's page, as `platform`. */
export const PLATFORM: Yield = { fact: "platform", pattern: String.raw`Leaves from platform (?<value>\d+)` };
