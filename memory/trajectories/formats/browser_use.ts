import { z } from "zod";
import type { Draft, TrajectoryFormat } from "../format.ts";
import { toolAction } from "../grammar/tool_action.ts";
import { unread } from "../grammar/unread.ts";
import type { ImportedOutcome } from "../trajectory.ts";
import { eachRow, has, textOf } from "./reader.ts";

const resultSchema = z.looseObject({
  is_done: z.boolean().nullish(),
  success: z.boolean().nullish(),
  error: z.string().nullish(),
  extracted_content: z.string().nullish(),
  judgement: z.looseObject({ verdict: z.boolean().nullish(), reasoning: z.string().nullish() }).nullish(),
});
const stepSchema = z.looseObject({
  model_output: z.looseObject({
    evaluation_previous_goal: z.string().nullish(),
    memory: z.string().nullish(),
    next_goal: z.string().nullish(),
    thinking: z.string().nullish(),
    action: z.array(z.record(z.string(), z.unknown())).nullish(),
  }).nullish(),
  result: z.array(resultSchema).nullish(),
  state: z.looseObject({
    url: z.string().nullish(),
    title: z.string().nullish(),
    screenshot_path: z.string().nullish(),
    interacted_element: z.array(
      z.looseObject({ ax_name: z.string().nullish(), node_name: z.string().nullish() }).nullable(),
    ).nullish(),
  }).nullish(),
  metadata: z.looseObject({ step_start_time: z.number().nullish(), step_end_time: z.number().nullish() }).nullish(),
});
const historySchema = z.looseObject({
  history: z.array(stepSchema),
  task: z.string().nullish(),
  task_id: z.string().nullish(),
});
type History = z.infer<typeof historySchema>;

/** The history that browser-use saves. It names no task: the goal is that of the first step, and marked so. */
export const browserUseHistory: TrajectoryFormat = {
  id: "browser-use",
  title: "browser-use agent history",
  checked: "from description",
  layout: "document",
  matches: ({ first, text }) => has(first, "history") && /"model_output"|"interacted_element"/.test(text),
  open: () => eachRow(historySchema, convertHistory),
};

function convertHistory({ history, task, task_id: id }: History): Omit<Draft, "row"> | string {
  const repairs: string[] = [];
  const steps = history.flatMap((step) => stepsOf(step));
  if (steps.length === 0) return "the history must have a step: it has none";
  const startUrl = history.map((step) => step.state?.url ?? "").find((url) => /^https?:/.test(url));
  if (startUrl !== undefined) repairs.push("the start page is the first page seen, since the history does not name it");
  const first = history[0]?.model_output?.next_goal ?? "";
  if (task === undefined || task === null) {
    repairs.push("the goal is the first step's, since the history does not name the task");
  }
  const goal = task ?? (first === "" ? "unknown goal" : first);
  return {
    task: { id: id ?? undefined, goal, startUrl, isStartInferred: startUrl === undefined ? undefined : true },
    outcome: outcomeOf(history),
    steps,
    absent: [
      "observations",
      ...(history.every((step) => (step.state?.screenshot_path ?? "") === "") ? ["screenshots" as const] : []),
    ],
    repairs,
  };
}

/** One step may hold several actions; each becomes a step on the same page. */
function stepsOf(
  { model_output: output, result, state, metadata }: History["history"][number],
): Draft["steps"][number][] {
  const actions = output?.action ?? [];
  const thought = [output?.thinking, output?.evaluation_previous_goal, output?.memory, output?.next_goal]
    .filter((text) => typeof text === "string" && text !== "").join("\n");
  const [from, to] = [metadata?.step_start_time, metadata?.step_end_time];
  const page = {
    ...(state?.url ? { url: state.url } : {}),
    ...(state?.title ? { title: state.title } : {}),
    ...(state?.screenshot_path ? { observation: { screenshot: state.screenshot_path } } : {}),
    ...(thought === "" ? {} : { thought }),
  };
  const made = actions.map((action, i): Draft["steps"][number] => {
    const [named] = Object.entries(action).filter(([, value]) => value !== null);
    const element = state?.interacted_element?.[i];
    const error = result?.[i]?.error;
    return {
      ...page,
      action: named === undefined
        ? unread(textOf(action))
        : toolAction(named[0], named[1], element?.ax_name ?? undefined),
      ...(result?.[i] === undefined ? {} : { isActionDone: typeof error !== "string" }),
      ...(typeof error === "string" ? { error } : {}),
      ...(typeof from === "number" && typeof to === "number" && i === 0 && to >= from
        ? { ms: Math.round((to - from) * 1000) }
        : {}),
    };
  });
  const error = result?.find((one) => typeof one.error === "string")?.error;
  if (made.length > 0 || typeof error !== "string") return made;
  return [{ ...page, action: unread(""), isActionDone: false, error }];
}

/** `success` is the agent's own word; the judgement beside it is a judge's. */
function outcomeOf(history: History["history"]): ImportedOutcome {
  const last = history.at(-1)?.result?.at(-1);
  const verdict = last?.judgement?.verdict;
  const reason = last?.judgement?.reasoning;
  const judged = typeof verdict === "boolean"
    ? { judged: verdict ? "success" as const : "failure" as const, judge: "browser-use", ...(reason ? { reason } : {}) }
    : {};
  if (last?.is_done !== true) return { end: "unknown", ...judged };
  return {
    end: "finished",
    ...(typeof last.success === "boolean" ? { claimed: last.success ? "success" as const : "failure" as const } : {}),
    ...judged,
    ...(last.extracted_content ? { answer: last.extracted_content } : {}),
  };
}

const judgedSchema = z.looseObject({
  task_id: z.string(),
  task: z.string().min(1),
  final_result_response: z.string().nullish(),
  judge: z.looseObject({ score: z.number(), reasoning: z.string().nullish() }),
});

/** browser-use's published results on Online-Mind2Web: an answer and a judge's score, no actions. */
export const browserUseResults: TrajectoryFormat = {
  id: "browser-use-results",
  title: "browser-use result on Online-Mind2Web, judged",
  checked: "from description",
  layout: "rows",
  licence: "MIT",
  matches: ({ first }) => has(first, "task_id", "task", "judge") && has(first["judge"], "score"),
  open: () =>
    eachRow(judgedSchema, ({ task_id: id, task: goal, final_result_response: answer, judge }) => ({
      task: { id, goal },
      outcome: {
        end: answer ? "finished" : "unknown",
        judged: judge.score >= 100 ? "success" : judge.score <= 0 ? "failure" : "undecided",
        judge: "browser-use results",
        ...(judge.reasoning ? { reason: judge.reasoning } : {}),
        ...(answer ? { answer } : {}),
      },
      steps: [],
      absent: ["actions", "observations", "screenshots", "thoughts"],
      repairs: [],
    })),
};
