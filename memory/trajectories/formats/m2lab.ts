import { describeAction, type Trajectory, trajectorySchema } from "../../../env/mod.ts";
import type { Draft, TrajectoryFormat } from "../format.ts";
import { importedTrajectorySchema } from "../trajectory.ts";
import { eachRow, explain, has } from "./reader.ts";

/** What an import writes, read again. */
export const canonical: TrajectoryFormat = {
  id: "m2-imported",
  title: "what m2 import writes",
  checked: "verified on a real file",
  layout: "rows",
  matches: ({ first }) => has(first, "version", "source", "task", "outcome", "steps"),
  open: () => ({
    take({ value, number }) {
      const read = importedTrajectorySchema.safeParse(value);
      return [read.success ? { whole: read.data } : { refused: explain(read.error), row: number }];
    },
  }),
};

/** Trajectories of our own episodes. */
export const episode: TrajectoryFormat = {
  id: "m2-episode",
  title: "trajectories of M2Lab's own episodes",
  checked: "verified on a real file",
  layout: "rows",
  matches: ({ first }) => has(first, "taskId", "template", "goal", "steps", "end"),
  open: () => eachRow(trajectorySchema, fromEpisode),
};

/**
 * Puts one of our own episodes into the form of imported trajectories.
 *
 * @param trajectory The episode's trajectory.
 * @returns The draft.
 */
export function fromEpisode(trajectory: Trajectory): Omit<Draft, "row"> {
  const { taskId: id, site, template, goal, steps, end, answer, judged } = trajectory;
  const startUrl = steps[0]?.observation.url;
  return {
    task: { id, site, template, goal, startUrl },
    outcome: {
      end: end === "finished" ? "finished" : /limit$/.test(end) ? "turn-limit" : "error",
      ...(judged === undefined ? {} : { judged: judged === "infeasible" ? "failure" : judged, judge: "site's grader" }),
      ...(answer === undefined ? {} : { answer }),
    },
    steps: steps.map(({ observation, thought, action, outcome }) => ({
      url: observation.url,
      title: observation.title,
      observation: { axtree: observation.text },
      thought,
      action: {
        kind: action.kind,
        ...("ref" in action ? { target: action.ref, ...labelIn(observation.text, action.ref) } : {}),
        ...("text" in action
          ? { text: action.text }
          : "option" in action
          ? { text: action.option }
          : "url" in action
          ? { text: action.url }
          : {}),
        ...("direction" in action ? { direction: action.direction } : {}),
        raw: describeAction(action),
      },
      isActionDone: outcome.status === "done",
      ...(outcome.status === "done" ? {} : { error: outcome.message }),
    })),
    absent: [],
    repairs: [],
  };
}

function labelIn(text: string, ref: string): { label?: string } {
  const label = text.split("\n").find((line) => line.includes(`[ref=${ref}]`))?.match(/"((?:[^"\\]|\\.)*)"/)?.[1];
  return label === undefined || label === "" ? {} : { label };
}
