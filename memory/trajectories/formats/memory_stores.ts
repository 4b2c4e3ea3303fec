import { z } from "zod";
import type { Draft, RowReader, Taken, TrajectoryFormat } from "../format.ts";
import { callAction } from "../grammar/call_action.ts";
import { webArenaAction } from "../grammar/webarena_action.ts";
import type { ImportedAction, ImportedOutcome } from "../trajectory.ts";
import { checkPolarity, eachRow, has, textOf } from "./reader.ts";

const bankRowSchema = z.looseObject({
  task_id: z.union([z.string(), z.number()]),
  query: z.string().min(1),
  think_list: z.array(z.string().nullable()),
  action_list: z.array(z.unknown()),
  status: z.union([z.string(), z.boolean()]).nullish(),
  reward: z.number().nullish(),
  template_id: z.union([z.string(), z.number()]).nullish(),
});

/** The trajectories in a store of ReasoningBank. Its status comes from a judge, its reward from the environment. */
export const reasoningBank: TrajectoryFormat = {
  id: "reasoning-bank",
  title: "ReasoningBank store, JSON lines",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) => has(first, "query", "think_list", "action_list"),
  open: (file) =>
    eachRow(bankRowSchema, (row, { number }) => {
      const { think_list: thoughts, action_list: actions, status } = row;
      if (thoughts.length !== actions.length) {
        return `it must have a thought an action: it has ${thoughts.length} thoughts and ${actions.length} actions`;
      }
      const reward = row.reward ?? undefined;
      const isSuccess = isPositive(status);
      checkPolarity(`row ${number} of ${file.name}`, isSuccess, reward);
      return {
        task: {
          id: String(row.task_id),
          goal: row.query,
          ...(row.template_id === undefined || row.template_id === null ? {} : { template: String(row.template_id) }),
        },
        outcome: {
          end: "unknown",
          ...(isSuccess === undefined
            ? {}
            : { judged: isSuccess ? "success" as const : "failure" as const, judge: "ReasoningBank status" }),
          ...(reward === undefined ? {} : { reward }),
        },
        steps: actions.map((raw, i) => {
          const thought = thoughts[i];
          return {
            ...(thought === null || thought === undefined ? {} : { thought }),
            action: loggedAction(textOf(raw)),
          };
        }),
        absent: ["observations", "screenshots"],
        repairs: [],
      };
    }),
};

function isPositive(status: string | boolean | null | undefined): boolean | undefined {
  if (typeof status === "boolean") return status;
  if (status === undefined || status === null) return undefined;
  return /^success(ful)?$/i.test(status.trim()) ? true : /^fail(ed|ure)?$/i.test(status.trim()) ? false : undefined;
}

/** An action of a log in either way of writing. It is text, whatever stands in it. */
function loggedAction(raw: string): ImportedAction {
  const call = callAction(raw);
  return call.kind === "unread" ? webArenaAction(raw) : call;
}

const coachSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  data: z.looseObject({
    meta: z.looseObject({
      total_steps: z.number().nullish(),
      final_success: z.boolean().nullish(),
      domain: z.string().nullish(),
      goal: z.string().min(1),
    }),
    summary: z.string().nullish(),
    embedding: z.array(z.number().nullable()).nullish(),
    fail_modes: z.unknown().optional(),
  }),
});

/** WebCoach's store of finished episodes: summaries without steps. Its `final_success` is what the agent said at the end. */
export const webCoach: TrajectoryFormat = {
  id: "webcoach",
  title: "WebCoach episode store, ems_data.json",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) => has(first, "data") && has(first["data"], "meta"),
  open: () =>
    eachRow(coachSchema, ({ id, data }) => {
      const { meta, summary, embedding } = data;
      const repairs = [...unusable(embedding ?? undefined)];
      const outcome: ImportedOutcome = {
        end: "finished",
        ...(typeof meta.final_success === "boolean"
          ? { claimed: meta.final_success ? "success" as const : "failure" as const }
          : {}),
        ...(summary ? { reason: summary } : {}),
      };
      return {
        task: {
          id: id === undefined || id === null ? undefined : String(id),
          goal: meta.goal,
          site: meta.domain ?? undefined,
        },
        outcome,
        steps: [],
        absent: ["actions", "observations", "screenshots", "thoughts"],
        repairs,
      };
    }),
};

function unusable(embedding: readonly (number | null)[] | undefined): string[] {
  if (embedding === undefined) return [];
  if (embedding.some((value) => value === null || !Number.isFinite(value))) {
    return ["its embedding is rejected: it must be finite, it is not"];
  }
  return embedding.some((value) => value !== 0)
    ? []
    : ["its embedding is rejected: it must have a direction, it is all zeros"];
}

/** Agent Workflow Memory's text files: queries with thoughts and actions in turn. */
export const awm: TrajectoryFormat = {
  id: "awm",
  title: "Agent Workflow Memory examples, one text file a site",
  checked: "from description",
  layout: "text",
  matches: ({ layout, text }) => layout === "text" && /<action>/i.test(text) && /<think>|Query:/i.test(text),
  open: () => awmReader(),
};

function awmReader(): RowReader {
  return {
    take({ value }) {
      const text = textOf(value);
      const parts = text.split(/^(?=#* ?Query:)/im).filter((part) => /<action>|<think>/i.test(part));
      return parts.map((part, i) => awmExample(part, i + 1));
    },
  };
}

function awmExample(part: string, row: number): Taken {
  const goal = /Query:\s*([^\n]*)/i.exec(part)?.[1]?.trim();
  if (goal === undefined || goal === "") {
    return { refused: "an example must begin with its query: this one does not", row };
  }
  const blocks = [...part.matchAll(/<(think|action)>\s*([\s\S]*?)\s*<\/\1>/gi)];
  const opened = part.match(/<(think|action)>/gi)?.length ?? 0;
  if (opened !== blocks.length) {
    return { refused: `every block must be closed: ${opened} are opened and ${blocks.length} closed`, row };
  }
  const steps: Draft["steps"][number][] = [];
  let thought: string | undefined;
  for (const [, kind = "", words = ""] of blocks) {
    if (kind.toLowerCase() === "think") {
      if (thought !== undefined) {
        return { refused: "an action must follow every thought: two thoughts stand in a row", row };
      }
      thought = words;
    } else {
      steps.push({ ...(thought === undefined ? {} : { thought }), action: loggedAction(words) });
      thought = undefined;
    }
  }
  if (thought !== undefined) return { refused: "an action must follow every thought: the last one has none", row };
  return {
    draft: {
      row,
      task: { goal },
      outcome: { end: "unknown" },
      steps,
      absent: ["observations", "screenshots"],
      repairs: [],
    },
  };
}
