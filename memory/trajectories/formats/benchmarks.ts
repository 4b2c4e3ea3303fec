import { z } from "zod";
import type { Draft, TrajectoryFormat } from "../format.ts";
import { arrowAction } from "../grammar/arrow_action.ts";
import { callAction } from "../grammar/call_action.ts";
import { webArenaAction } from "../grammar/webarena_action.ts";
import { unread } from "../grammar/unread.ts";
import type { ImportedAction } from "../trajectory.ts";
import { eachRow, has, textOf } from "./reader.ts";

const RESULT_ONLY = ["actions", "observations", "screenshots", "thoughts"] as const;

/** An action in any of the ways in which benchmarks write them. */
function anyAction(raw: string): ImportedAction {
  for (const grammar of [callAction, webArenaAction, arrowAction]) {
    const action = grammar(raw);
    if (action.kind !== "unread") return action;
  }
  return unread(raw);
}

const rewardBenchSchema = z.looseObject({
  benchmark: z.string(),
  goal: z.string().min(1),
  agent: z.string().nullish(),
  model: z.string().nullish(),
  valid: z.boolean().nullish(),
  summary_info: z.looseObject({
    cum_reward: z.number().nullish(),
    err_msg: z.string().nullish(),
    terminated: z.boolean().nullish(),
    truncated: z.boolean().nullish(),
  }).nullish(),
  steps: z.array(z.looseObject({
    action: z.string().nullish(),
    reasoning: z.string().nullish(),
    url: z.string().nullish(),
    axtree: z.unknown().optional(),
    screenshot_path: z.string().nullish(),
  })),
});

/** AgentRewardBench: trajectories of BrowserGym as JSON, so that no pickle has to be read. */
export const agentRewardBench: TrajectoryFormat = {
  id: "agent-reward-bench",
  title: "AgentRewardBench trajectory (BrowserGym as JSON)",
  checked: "from description",
  layout: "document",
  matches: ({ first }) => has(first, "benchmark", "goal", "steps") && !("judge" in first),
  open: () =>
    eachRow(rewardBenchSchema, ({ benchmark, goal, agent, model, valid, summary_info: summary, steps }) => {
      if (valid === false) return "the trajectory must be valid: its source says that it is not";
      const made = steps.map((step): Draft["steps"][number] => {
        const seen = {
          ...(step.axtree === undefined || step.axtree === null ? {} : { axtree: textOf(step.axtree) }),
          ...(step.screenshot_path ? { screenshot: step.screenshot_path } : {}),
        };
        return {
          ...(step.url ? { url: step.url } : {}),
          ...(Object.keys(seen).length === 0 ? {} : { observation: seen }),
          ...(step.reasoning ? { thought: step.reasoning } : {}),
          action: anyAction(step.action ?? ""),
        };
      });
      const reward = summary?.cum_reward;
      const startUrl = steps[0]?.url ?? undefined;
      return {
        task: { goal, template: benchmark, startUrl, isStartInferred: startUrl === undefined ? undefined : true },
        outcome: {
          end: summary?.err_msg
            ? "error"
            : summary?.truncated
            ? "turn-limit"
            : summary?.terminated
            ? "finished"
            : "unknown",
          ...(typeof reward === "number" ? { reward } : {}),
          ...(summary?.err_msg ? { reason: summary.err_msg } : {}),
        },
        steps: made,
        absent: steps.every((step) => !step.screenshot_path) ? ["screenshots"] : [],
        repairs: [],
        model: model ?? agent ?? undefined,
      };
    }),
};

const judgmentSchema = z.looseObject({
  benchmark: z.string(),
  goal: z.string().min(1),
  agent: z.string().nullish(),
  judge: z.string(),
  response: z.unknown().optional(),
});

/** A judgment of AgentRewardBench: a judge's words on a trajectory that lies elsewhere. */
export const agentRewardBenchJudgment: TrajectoryFormat = {
  id: "agent-reward-bench-judgment",
  title: "AgentRewardBench judgment",
  checked: "from description",
  layout: "document",
  matches: ({ first }) => has(first, "benchmark", "goal", "judge", "response"),
  open: () =>
    eachRow(judgmentSchema, ({ goal, benchmark, agent, judge, response }) => {
      const said = textOf(
        has(response, "choices") && Array.isArray(response["choices"]) ? textOf(response["choices"]) : response,
      );
      const verdict = /<success>\s*(successful|unsuccessful|success|failure)\s*<\/success>/i.exec(said)?.[1]
        ?.toLowerCase();
      return {
        task: { goal, template: benchmark },
        outcome: {
          end: "unknown",
          judged: verdict === undefined ? "undecided" : /^un|^fail/.test(verdict) ? "failure" : "success",
          judge,
          ...(said === "" ? {} : { reason: said }),
        },
        steps: [],
        absent: RESULT_ONLY,
        repairs: [],
        model: agent ?? undefined,
      };
    }),
};

const evalResultSchema = z.looseObject({
  task_id: z.union([z.string(), z.number()]),
  intent_template_id: z.union([z.string(), z.number()]).nullish(),
  sites: z.array(z.string()).nullish(),
  status: z.string().nullish(),
  score: z.number(),
  error_msg: z.string().nullish(),
});

/** WebArena-Verified's checker: a reward by task number; the goal lies in the task set. */
export const webArenaVerifiedResult: TrajectoryFormat = {
  id: "webarena-verified-result",
  title: "WebArena-Verified eval_result.json",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) => has(first, "task_id", "score", "evaluators_results"),
  open: () =>
    eachRow(evalResultSchema, ({ task_id: id, intent_template_id: template, sites, score, error_msg: reason }) => ({
      task: {
        id: String(id),
        goal: `WebArena-Verified task ${id}`,
        template: template === undefined || template === null ? undefined : String(template),
        site: sites?.[0],
      },
      outcome: { end: "unknown", reward: score, ...(reason ? { reason } : {}) },
      steps: [],
      absent: RESULT_ONLY,
      repairs: ["the goal is the task's number, since the file does not name it"],
    })),
};

const agentResponseSchema = z.looseObject({
  task_type: z.string(),
  status: z.string(),
  retrieved_data: z.unknown().optional(),
  error_details: z.string().nullish(),
});

/** WebArena-Verified's answer of an agent: what it claims, in a folder named after the task. */
export const webArenaVerifiedResponse: TrajectoryFormat = {
  id: "webarena-verified-response",
  title: "WebArena-Verified agent_response.json",
  checked: "from description",
  layout: "document",
  matches: ({ first }) => has(first, "task_type", "status", "retrieved_data"),
  open: (file) =>
    eachRow(agentResponseSchema, ({ status, retrieved_data: data, error_details: reason }) => {
      const id = /([^/]+)\/[^/]*$/.exec(file.name)?.[1];
      return {
        task: { id, goal: `WebArena-Verified task ${id ?? "unknown"}` },
        outcome: {
          end: "finished",
          claimed: /^success$/i.test(status) ? "success" : "failure",
          ...(reason ? { reason } : {}),
          ...(data === undefined || data === null ? {} : { answer: textOf(data) }),
        },
        steps: [],
        absent: RESULT_ONLY,
        repairs: ["the goal is the task's number, since the file does not name it"],
      };
    }),
};

const lmeSchema = z.looseObject({
  id: z.union([z.string(), z.number()]),
  goal: z.union([z.string(), z.array(z.string())]),
  outcome: z.union([z.string(), z.boolean(), z.number()]).nullish(),
  start_url: z.string().nullish(),
  actions: z.array(z.unknown()).nullish(),
  states: z.array(z.looseObject({
    url: z.string().nullish(),
    action: z.unknown().optional(),
    thoughts: z.string().nullish(),
    text: z.string().nullish(),
    screenshot: z.string().nullish(),
  })),
});

/** LongMemEval-V2's trajectories. Their outcome is the data set's own label. */
export const longMemEval: TrajectoryFormat = {
  id: "longmemeval-v2",
  title: "LongMemEval-V2 trajectories.jsonl",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) => has(first, "id", "goal", "states"),
  open: () =>
    eachRow(lmeSchema, ({ id, goal, outcome, start_url: startUrl, states, actions }) => {
      const said = outcome === true || outcome === 1 || /^(success|succeeded|pass)/i.test(String(outcome))
        ? "success" as const
        : outcome === false || outcome === 0 || /^(fail|unsuccess)/i.test(String(outcome))
        ? "failure" as const
        : undefined;
      return {
        task: {
          id: String(id),
          goal: typeof goal === "string" ? goal : goal.join("\n"),
          startUrl: startUrl ?? undefined,
        },
        outcome: { end: "unknown", ...(said === undefined ? {} : { judged: said, judge: "data set label" }) },
        steps: states.map((state, i) => ({
          ...(state.url ? { url: state.url } : {}),
          ...(state.text || state.screenshot
            ? {
              observation: {
                ...(state.text ? { text: state.text } : {}),
                ...(state.screenshot ? { screenshot: state.screenshot } : {}),
              },
            }
            : {}),
          ...(state.thoughts ? { thought: state.thoughts } : {}),
          action: anyAction(textOf(state.action ?? actions?.[i] ?? "")),
        })),
        absent: states.every((state) => !state.screenshot) ? ["screenshots"] : [],
        repairs: [],
      };
    }),
};

const mind2WebSchema = z.looseObject({
  annotation_id: z.string(),
  website: z.string(),
  confirmed_task: z.string().min(1),
  action_reprs: z.array(z.string()),
  subdomain: z.string().nullish(),
});

/** Mind2Web's recordings of people. Nobody judged them and nobody claims anything: they are demonstrations. */
export const mind2Web: TrajectoryFormat = {
  id: "mind2web",
  title: "Mind2Web demonstrations",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) => has(first, "annotation_id", "confirmed_task", "action_reprs"),
  open: () =>
    eachRow(
      mind2WebSchema,
      ({ annotation_id: id, website: site, confirmed_task: goal, action_reprs: actions, subdomain }) => ({
        task: { id, goal, site, template: subdomain ?? undefined },
        outcome: { end: "finished", claimed: "success", reason: "demonstrated by a person" },
        steps: actions.map((raw) => ({ action: arrowAction(raw) })),
        absent: ["observations", "screenshots", "thoughts"],
        repairs: [],
        model: "person",
      }),
    ),
};

const uatdSchema = z.looseObject({
  annotation_id: z.string(),
  instruction: z.string().min(1),
  steps: z.array(
    z.looseObject({ description: z.string().nullish(), action: z.unknown().optional(), url: z.string().nullish() }),
  ),
});

/** UATD: steps told in words. */
export const uatd: TrajectoryFormat = {
  id: "uatd",
  title: "UATD annotated trajectories",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) => has(first, "annotation_id", "instruction", "steps"),
  open: () =>
    eachRow(uatdSchema, ({ annotation_id: id, instruction: goal, steps }) => ({
      task: { id, goal },
      outcome: { end: "unknown" },
      steps: steps.map(({ description, action, url }) => ({
        ...(url ? { url } : {}),
        ...(description ? { thought: description } : {}),
        action: anyAction(textOf(action ?? "")),
      })),
      absent: ["observations", "screenshots"],
      repairs: [],
    })),
};

const traceSchema = z.looseObject({
  task_id: z.union([z.string(), z.number()]),
  instruction: z.string().min(1),
  task_completed: z.boolean().nullish(),
  reason: z.string().nullish(),
  traj: z.array(z.looseObject({
    image: z.string().nullish(),
    value: z.looseObject({
      code: z.string().nullish(),
      observation: z.string().nullish(),
      thought: z.string().nullish(),
      action: z.string().nullish(),
      last_step_correct: z.boolean().nullish(),
    }),
  })),
});

/** BrowserTrace: `task_completed` stands beside scores of alignment and efficiency, so it is a judge's. */
export const browserTrace: TrajectoryFormat = {
  id: "browser-trace",
  title: "BrowserTrace trajectories",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) => has(first, "instruction", "traj"),
  open: () =>
    eachRow(traceSchema, ({ task_id: id, instruction: goal, task_completed: isDone, reason, traj }) => ({
      task: { id: String(id), goal },
      outcome: {
        end: "unknown",
        ...(typeof isDone === "boolean"
          ? { judged: isDone ? "success" as const : "failure" as const, judge: "BrowserTrace" }
          : {}),
        ...(reason ? { reason } : {}),
      },
      steps: traj.map(({ image, value }, i) => {
        const next = traj[i + 1]?.value.last_step_correct;
        return {
          ...(value.observation || image
            ? {
              observation: {
                ...(value.observation ? { text: value.observation } : {}),
                ...(image ? { screenshot: image } : {}),
              },
            }
            : {}),
          ...(value.thought ? { thought: value.thought } : {}),
          action: anyAction(value.code ?? value.action ?? ""),
          ...(typeof next === "boolean" ? { isActionDone: next } : {}),
        };
      }),
      absent: [],
      repairs: [],
    })),
};

const molmoSchema = z.looseObject({
  sample_id: z.union([z.string(), z.number()]),
  instruction: z.string(),
  trajectory: z.string(),
});

/** MolmoWeb's recordings of people: JSON within JSON. */
export const molmoWeb: TrajectoryFormat = {
  id: "molmo-web",
  title: "MolmoWeb human trajectories",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) => has(first, "sample_id", "instruction", "trajectory"),
  open: () =>
    eachRow(molmoSchema, ({ sample_id: id, instruction, trajectory }) => {
      const [asked, taken] = [inner(instruction), inner(trajectory)];
      if (
        taken === undefined || taken === null || typeof taken !== "object"
      ) return "trajectory must be JSON in a text: it is not";
      const goal = typeof asked === "string"
        ? asked
        : has(asked)
        ? Object.values(asked).find((one) => typeof one === "string")
        : instruction;
      const steps = Object.entries(taken).sort(([a], [b]) => Number(a) - Number(b)).map(
        ([, one]): Draft["steps"][number] => {
          const step = has(one) ? one : {};
          const action = step["action"] ?? step["action_str"] ?? one;
          const url = step["url"];
          return { ...(typeof url === "string" ? { url } : {}), action: anyAction(textOf(action)) };
        },
      );
      return {
        task: { id: String(id), goal: typeof goal === "string" && goal !== "" ? goal : instruction },
        outcome: { end: "finished", claimed: "success", reason: "demonstrated by a person" },
        steps,
        absent: ["observations", "thoughts"],
        repairs: [],
        model: "person",
      };
    }),
};

function inner(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // A plain text, where JSON in a text was described.
    if (error instanceof SyntaxError || error instanceof RangeError) return text;
    throw error;
  }
}
