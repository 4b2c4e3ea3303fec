import { z } from "zod";
import type { Draft, TrajectoryFormat } from "../format.ts";
import { arrowAction } from "../grammar/arrow_action.ts";
import { eachRow, has } from "./reader.ts";

const stepSchema = z.looseObject({
  step: z.int(),
  screenshot: z.string().nullish(),
  url: z.string().nullish(),
  action: z.string(),
  action_status: z.string().nullish(),
  thought: z.string().nullish(),
});
const resultSchema = z.looseObject({
  schema_version: z.string(),
  task: z.string().min(1),
  task_id: z.string().optional(),
  agent_final_answer: z.string().nullish(),
  action_history: z.array(stepSchema),
});
type Result = z.infer<typeof resultSchema>;

/** Online-Mind2Web's second format: every step with its address, its picture and its status. */
export const onlineMind2WebV2: TrajectoryFormat = {
  id: "online-mind2web-v2",
  title: "Online-Mind2Web result.json, version 2",
  checked: "from description",
  layout: "document",
  matches: ({ first }) =>
    has(first, "schema_version", "action_history") && String(first["schema_version"]).startsWith("online-mind2web-v2"),
  open: () => eachRow(resultSchema, convert),
};

function convert(result: Result): Omit<Draft, "row"> {
  const { action_history: history, agent_final_answer: answer } = result;
  const steps = history.map((one): Draft["steps"][number] => ({
    ...(one.url === undefined || one.url === null ? {} : { url: one.url }),
    ...(one.screenshot === undefined || one.screenshot === null ? {} : { observation: { screenshot: one.screenshot } }),
    ...(one.thought === undefined || one.thought === null ? {} : { thought: one.thought }),
    action: arrowAction(one.action),
    ...statusOf(one.action_status),
  }));
  const startUrl = history[0]?.url ?? undefined;
  const last = steps.at(-1)?.action;
  const said = answer ?? (last?.kind === "answer" ? last.text : undefined);
  return {
    task: {
      id: result.task_id,
      goal: result.task,
      startUrl,
      isStartInferred: startUrl === undefined ? undefined : true,
    },
    outcome: said === undefined || said === ""
      ? { end: "unknown" }
      : { end: "finished", claimed: "success", answer: said },
    steps,
    absent: [
      "observations",
      ...(history.every((one) => one.screenshot === undefined || one.screenshot === null)
        ? ["screenshots" as const]
        : []),
      ...(history.every((one) => one.thought === undefined || one.thought === null) ? ["thoughts" as const] : []),
    ],
    repairs: violations(result),
  };
}

function statusOf(status: string | null | undefined): { isActionDone?: boolean; error?: string } {
  if (status === undefined || status === null) return {};
  return /^(success|ok|done|executed)$/i.test(status) ? { isActionDone: true } : { isActionDone: false, error: status };
}

/** Where a file breaks the rules of its own schema, by step. */
function violations({ action_history: history, agent_final_answer: answer }: Result): string[] {
  const found = history.flatMap((one, i) => {
    const broken: string[] = [];
    if (one.step !== i) broken.push(`step ${i}: its number must be ${i}, it is ${one.step}`);
    if (!("thought" in one)) broken.push(`step ${i}: it must have a thought or null, it has no such key`);
    if (typeof one.screenshot === "string" && !/^\d{4}\.png$/.test(one.screenshot)) {
      broken.push(`step ${i}: its screenshot must be four digits and .png, it is "${one.screenshot}"`);
    }
    return broken;
  });
  const [last, at] = [history.at(-1), history.length - 1];
  const end = last === undefined ? null : /^TASK_COMPLETE\s*->\s*ANSWER:\s*([\s\S]*)$/.exec(last.action);
  if (last !== undefined && end === null) {
    found.push(`step ${at}: the last action must be TASK_COMPLETE -> ANSWER, it is not`);
  } else if (end !== null && typeof answer === "string" && end[1]?.trim() !== answer.trim()) {
    found.push(`step ${at}: its answer must be the final answer, it is another`);
  }
  return found;
}
