import { z } from "zod";
import type { Draft, Row, RowReader, Taken, TrajectoryFormat } from "../format.ts";
import { callAction } from "../grammar/call_action.ts";
import { checkPolarity, explain, has, textOf } from "./reader.ts";

const rowSchema = z.looseObject({
  step_data: z.looseObject({
    action: z.string().nullish(),
    thought: z.string().nullish(),
    obs: z.unknown().optional(),
    step_number: z.int().nullish(),
  }),
  traj_data: z.looseObject({
    goal: z.string().min(1),
    reward: z.number().nullish(),
    success: z.boolean().nullish(),
    response: z.string().nullish(),
    traj_num: z.union([z.int(), z.string()]).nullish(),
    traj_length: z.int().nullish(),
  }),
  node_data: z.looseObject({ node_url: z.string().nullish() }).nullish(),
  graph_data: z.looseObject({ domain: z.string().nullish(), root_url: z.string().nullish() }).nullish(),
});
type GoBrowseRow = z.infer<typeof rowSchema>;

/** Go-Browse: one step a row; goal, number and start page say which trajectory it belongs to. */
export const goBrowse: TrajectoryFormat = {
  id: "go-browse",
  title: "Go-Browse trajectories, one step a row",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) => has(first, "step_data", "traj_data"),
  open: (file) => new GoBrowseReader(file.name),
};

/** Collects the rows of one trajectory. */
class GoBrowseReader implements RowReader {
  readonly #file: string;
  #key = "";
  #open: { readonly row: number; readonly first: GoBrowseRow; readonly steps: Draft["steps"][number][] } | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  take({ value, number }: Row): readonly Taken[] {
    const read = rowSchema.safeParse(value);
    if (!read.success) return [{ refused: explain(read.error), row: number }];
    const row = read.data;
    const { goal, traj_num: num, reward, success } = row.traj_data;
    checkPolarity(`row ${number} of ${this.#file}`, success ?? undefined, reward ?? undefined);
    const key = JSON.stringify([goal, num ?? null, row.node_data?.node_url ?? null]);
    const done = this.#open !== undefined && key !== this.#key ? this.end() : [];
    this.#key = key;
    this.#open ??= { row: number, first: row, steps: [] };
    this.#open.steps.push(stepOf(row.step_data));
    return done;
  }

  end(): readonly Taken[] {
    if (this.#open === undefined) return [];
    const { row, first, steps } = this.#open;
    this.#open = undefined;
    const { goal, reward, success, response, traj_length: length } = first.traj_data;
    const last = steps.at(-1)?.action;
    const startUrl = first.node_data?.node_url ?? first.graph_data?.root_url ?? undefined;
    const isShort = typeof length === "number" && length !== steps.length;
    return [{
      draft: {
        row,
        task: { goal, startUrl, site: first.graph_data?.domain ?? undefined },
        outcome: {
          end: last?.kind === "answer" ? "finished" : "unknown",
          ...(last?.kind === "answer" ? { claimed: "success" as const } : {}),
          ...(typeof success === "boolean"
            ? { judged: success ? "success" as const : "failure" as const, judge: "Go-Browse" }
            : {}),
          ...(typeof reward === "number" ? { reward } : {}),
          ...(response ? { answer: response } : {}),
        },
        steps,
        absent: [
          "screenshots",
          ...(steps.every((step) => step.observation === undefined) ? ["observations" as const] : []),
        ],
        repairs: isShort ? [`${steps.length} of ${length} steps are in the file`] : [],
      },
    }];
  }
}

function stepOf({ action, thought, obs }: GoBrowseRow["step_data"]): Draft["steps"][number] {
  const seen = has(obs, "axtree_txt") ? textOf(obs["axtree_txt"]) : textOf(obs);
  const url = has(obs, "url") && typeof obs["url"] === "string" ? obs["url"] : undefined;
  const raw = action ?? "";
  return {
    ...(url === undefined ? {} : { url }),
    ...(seen === "" ? {} : { observation: { axtree: seen } }),
    ...(thought ? { thought } : {}),
    // The action is the call in the last fence, where the model's whole reply is logged.
    action: callAction([...raw.matchAll(/```(?:\w*\n)?([^`]*)```/g)].at(-1)?.[1] ?? raw),
  };
}
