import { z } from "zod";
import type { Draft, SourceFile, TrajectoryFormat } from "../format.ts";
import { abpAction } from "../grammar/abp_action.ts";
import { arrowAction } from "../grammar/arrow_action.ts";
import type { ImportedAction, ImportedOutcome } from "../trajectory.ts";
import { byNumber, eachRow, has } from "./reader.ts";

const resultSchema = z.looseObject({
  task_id: z.string().optional(),
  task: z.string().min(1),
  final_result_response: z.string().nullish(),
  result_status: z.string().nullish(),
  action_history: z.array(z.string()),
  thoughts: z.array(z.string().nullable()).nullish(),
  input_image_paths: z.array(z.string()).nullish(),
  predicted_label: z.union([z.number(), z.string(), z.boolean()]).nullish(),
  evaluation_details: z.looseObject({ response: z.string().nullish() }).nullish(),
});
type Result = z.infer<typeof resultSchema>;

/** Runs of the agent browser protocol on Online-Mind2Web: version 1 with a status of its own. */
export const abp: TrajectoryFormat = {
  id: "abp",
  title: "agent browser protocol run on Online-Mind2Web, result.json",
  checked: "verified on a real file",
  layout: "document",
  licence: "MIT",
  matches: ({ first }) => has(first, "task", "action_history", "result_status") && !("schema_version" in first),
  open: (file) => openResult(file, statusOutcome),
};

/** Online-Mind2Web's first format of results. */
export const onlineMind2WebV1: TrajectoryFormat = {
  id: "online-mind2web-v1",
  title: "Online-Mind2Web result.json, version 1",
  checked: "from description",
  layout: "document",
  matches: ({ first, layout }) =>
    layout === "json-object" && has(first, "task", "action_history") && !("schema_version" in first) &&
    !("result_status" in first) && !("predicted_label" in first),
  open: (file) =>
    openResult(
      file,
      ({ final_result_response: answer }) =>
        answer === undefined || answer === null || answer === ""
          ? { end: "unknown" }
          : { end: "finished", claimed: "success", answer },
    ),
};

/** What WebJudge writes: results with its label, one a line. */
export const webJudge: TrajectoryFormat = {
  id: "webjudge",
  title: "WebJudge output, JSON lines",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) =>
    has(first, "predicted_label", "task") && ("action_history" in first || "evaluation_details" in first),
  open: (file) => openResult(file, judgedOutcome),
};

async function openResult(file: SourceFile, outcomeOf: (result: Result) => ImportedOutcome) {
  const inside = byNumber(await file.siblings("trajectory"));
  return eachRow(resultSchema, (result) => convert(result, inside, outcomeOf(result)));
}

function statusOutcome({ result_status: status, final_result_response: answer }: Result): ImportedOutcome {
  if (status === "error_max_turns") return { end: "turn-limit", reason: "the agent ran into its limit of turns" };
  const said = answer === undefined || answer === null || answer === "" ? {} : { answer };
  if (status === "success") return { end: "finished", claimed: "success", ...said };
  return { end: "error", ...said, reason: `status ${status ?? "absent"}` };
}

function judgedOutcome(
  { predicted_label: label, evaluation_details: details, final_result_response: answer }: Result,
): ImportedOutcome {
  const judged = label === 1 || label === true || label === "success"
    ? "success"
    : label === 0 || label === false || label === "failure"
    ? "failure"
    : "undecided";
  const reason = details?.response;
  return {
    end: "unknown",
    judged,
    judge: "WebJudge",
    ...(reason === undefined || reason === null ? {} : { reason }),
    ...(answer === undefined || answer === null || answer === "" ? {} : { answer }),
  };
}

function convert(result: Result, inside: readonly string[], outcome: ImportedOutcome): Omit<Draft, "row"> {
  const { task_id: id, task: goal, action_history: actions, thoughts } = result;
  const listed = byNumber((result.input_image_paths ?? []).map((path) => path.slice(path.lastIndexOf("/") + 1)));
  const pictures = listed.length > 0 ? listed : inside;
  const repairs: string[] = [];
  if (thoughts !== undefined && thoughts !== null && thoughts.length !== actions.length) {
    repairs.push(`${thoughts.length} thoughts for ${actions.length} actions: joined by their number`);
  }
  const steps = actions.map((raw, i): Draft["steps"][number] => {
    const thought = thoughts?.[i];
    const picture = pictures[i];
    return {
      ...(thought === undefined || thought === null ? {} : { thought }),
      ...(picture === undefined ? {} : { observation: { screenshot: picture } }),
      action: actionOf(raw),
    };
  });
  const startUrl = steps.find((step) => step.action.kind === "goto")?.action.text;
  return {
    task: { id, goal, startUrl, isStartInferred: startUrl === undefined ? undefined : true },
    outcome,
    steps,
    absent: [
      "observations",
      ...(pictures.length === 0 ? ["screenshots" as const] : []),
      ...(thoughts === undefined || thoughts === null ? ["thoughts" as const] : []),
    ],
    repairs,
  };
}

/** Both ways of writing are met in version 1. */
function actionOf(raw: string): ImportedAction {
  const sentence = abpAction(raw);
  return sentence.kind === "unread" ? arrowAction(raw) : sentence;
}
