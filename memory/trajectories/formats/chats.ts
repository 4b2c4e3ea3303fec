import { z } from "zod";
import type { Draft, Row, RowReader, Taken, TrajectoryFormat } from "../format.ts";
import { callAction } from "../grammar/call_action.ts";
import { toolAction } from "../grammar/tool_action.ts";
import { webArenaAction } from "../grammar/webarena_action.ts";
import type { ImportedAction, ImportedOutcome } from "../trajectory.ts";
import { eachRow, explain, has, textOf } from "./reader.ts";

const turnSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  conversations: z.array(z.looseObject({ from: z.string(), value: z.string() })).nullish(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })).nullish(),
});

/** AgentTrek: one large JSON of dialogues, a step each; those of one goal that follow each other are a trajectory. */
export const agentTrek: TrajectoryFormat = {
  id: "agent-trek",
  title: "AgentTrek dialogues, one large JSON",
  checked: "from description",
  layout: "entries",
  matches: ({ first, layout }) => {
    const one = layout === "json-object" && first !== null && typeof first === "object"
      ? Object.values(first)[0] as unknown
      : first;
    return [first, one].some((row) =>
      has(row, "conversations") || (has(row, "messages") && !has(row, "samples") && "images" in row)
    );
  },
  open: () => new AgentTrekReader(),
};

/** Collects the dialogues of one goal. */
class AgentTrekReader implements RowReader {
  #open: {
    readonly row: number;
    readonly goal: string;
    readonly id: string | undefined;
    readonly steps: Draft["steps"][number][];
  } | undefined;

  take({ value, number, key }: Row): readonly Taken[] {
    const read = turnSchema.safeParse(value);
    if (!read.success) return [{ refused: explain(read.error), row: number }];
    const said = [
      ...(read.data.conversations ?? []).map(({ from, value: words }) => ({ who: from, words })),
      ...(read.data.messages ?? []).map(({ role, content }) => ({ who: role, words: wordsOf(content) })),
    ];
    const asked = said.filter(({ who }) => /^(human|user)$/.test(who)).map(({ words }) => words).join("\n");
    const goal = /(?:goal|task|instruction|objective)\s*:?\**\s*:?\s*\n?\s*([^\n]+)/i.exec(asked)?.[1]?.trim();
    if (goal === undefined) return [{ refused: "a user's turn must name the goal: none does", row: number }];
    const replies = said.filter(({ who }) => /^(gpt|assistant)$/.test(who)).map(({ words }) => words);
    if (replies.length === 0) return [{ refused: "an assistant's turn must follow: none does", row: number }];
    const done = this.#open !== undefined && this.#open.goal !== goal ? this.end() : [];
    const id = key ?? (read.data.id === undefined || read.data.id === null ? undefined : String(read.data.id));
    this.#open ??= { row: number, goal, id, steps: [] };
    this.#open.steps.push(...replies.map(stepOf));
    return done;
  }

  end(): readonly Taken[] {
    if (this.#open === undefined) return [];
    const { row, goal, id, steps } = this.#open;
    this.#open = undefined;
    const last = steps.at(-1)?.action;
    return [{
      draft: {
        row,
        task: { id, goal },
        outcome: last?.kind === "answer"
          ? { end: "finished", claimed: "success", answer: last.text ?? "" }
          : { end: "unknown" },
        steps,
        absent: ["observations", "screenshots"],
        repairs: [],
      },
    }];
  }
}

function stepOf(reply: string): Draft["steps"][number] {
  const fenced = [...reply.matchAll(/```(?:\w*\n)?([^`]*)```/g)].at(-1);
  const named = /(?:^|\n)\s*Action\s*:\s*([\s\S]+)$/i.exec(reply);
  const raw = (fenced?.[1] ?? named?.[1] ?? reply).trim();
  const thought = reply.slice(0, fenced?.index ?? named?.index ?? 0).replace(/^\s*Thought\s*:/i, "").trim();
  const call = callAction(raw);
  return { ...(thought === "" ? {} : { thought }), action: call.kind === "unread" ? webArenaAction(raw) : call };
}

const toolCallSchema = z.looseObject({
  function: z.union([z.string(), z.looseObject({ name: z.string(), arguments: z.unknown() })]).nullish(),
  function_name: z.string().nullish(),
  name: z.string().nullish(),
  arguments: z.unknown().optional(),
});
const logSchema = z.looseObject({
  status: z.string().nullish(),
  eval: z.looseObject({ task: z.string().nullish(), model: z.string().nullish() }),
  samples: z.array(z.looseObject({
    id: z.union([z.string(), z.number()]),
    epoch: z.int().nullish(),
    input: z.unknown(),
    messages: z.array(z.looseObject({
      role: z.string(),
      content: z.unknown(),
      tool_calls: z.array(toolCallSchema).nullish(),
      error: z.unknown().optional(),
    })).nullish(),
    output: z.looseObject({ completion: z.string().nullish() }).nullish(),
    scores: z.record(z.string(), z.looseObject({ value: z.unknown(), explanation: z.string().nullish() })).nullish(),
    error: z.unknown().optional(),
    limit: z.looseObject({ type: z.string().nullish() }).nullish(),
  })).nullish(),
});

/** Inspect's evaluation logs as JSON: every sample is a trajectory, every score a judge's. */
export const inspectLog: TrajectoryFormat = {
  id: "inspect",
  title: "Inspect evaluation log, version 2, JSON",
  checked: "from description",
  layout: "document",
  matches: ({ first }) => has(first, "version", "status", "eval"),
  open: () => ({
    take({ value, number }) {
      const read = logSchema.safeParse(value);
      if (!read.success) return [{ refused: explain(read.error), row: number }];
      const { eval: about, samples } = read.data;
      if (samples === undefined || samples === null || samples.length === 0) {
        return [{ refused: "the log must have samples: it has none", row: number }];
      }
      return samples.map((sample, i): Taken => {
        const asked = Array.isArray(sample.input)
          ? sample.input.map((one: unknown) => has(one, "content") ? wordsOf(one["content"]) : "").join("\n")
          : textOf(sample.input);
        if (asked.trim() === "") return { refused: `sample ${sample.id} must have an input: it has none`, row: i + 1 };
        const steps = (sample.messages ?? []).filter(({ role }) => role === "assistant").flatMap(
          ({ content, tool_calls: calls }) => {
            const thought = wordsOf(content);
            const actions = (calls ?? []).map(callOf);
            const said: ImportedAction[] = actions.length > 0
              ? actions
              : [{ kind: "answer", text: thought, raw: thought }];
            return said.map((action): Draft["steps"][number] => ({ ...(thought === "" ? {} : { thought }), action }));
          },
        );
        return {
          draft: {
            row: i + 1,
            task: { id: `${about.task ?? "task"}/${sample.id}`, goal: asked.trim(), template: about.task ?? undefined },
            outcome: scored(sample),
            steps,
            absent: ["observations", "screenshots", ...(steps.length === 0 ? ["actions" as const] : [])],
            repairs: [],
            model: about.model ?? undefined,
          },
        };
      });
    },
  }),
};

function callOf(call: z.infer<typeof toolCallSchema>): ImportedAction {
  const inner = typeof call.function === "object" && call.function !== null ? call.function : undefined;
  const name = inner?.name ??
    (typeof call.function === "string" ? call.function : call.function_name ?? call.name ?? "unknown");
  return toolAction(name, parsedArguments(inner?.arguments ?? call.arguments));
}

/** Arguments come as an object, or as JSON in a text. */
function parsedArguments(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return { text: given };
    throw error;
  }
}

function scored(sample: NonNullable<z.infer<typeof logSchema>["samples"]>[number]): ImportedOutcome {
  const [name, score] = Object.entries(sample.scores ?? {})[0] ?? [];
  const value = score?.value;
  const judged = value === "C" || value === 1 || value === true
    ? "success" as const
    : value === "I" || value === 0 || value === false
    ? "failure" as const
    : "undecided" as const;
  const isLimit = sample.limit !== undefined && sample.limit !== null;
  const isError = sample.error !== undefined && sample.error !== null;
  return {
    end: isLimit ? "turn-limit" : isError ? "error" : "finished",
    ...(name === undefined ? {} : { judged, judge: name }),
    ...(score?.explanation ? { reason: score.explanation } : {}),
    ...(sample.output?.completion ? { answer: sample.output.completion } : {}),
  };
}

const atifSchema = z.looseObject({
  schema_version: z.string(),
  session_id: z.string().nullish(),
  trajectory_id: z.string().nullish(),
  agent: z.looseObject({ name: z.string().nullish(), model_name: z.string().nullish() }).nullish(),
  steps: z.array(z.looseObject({
    source: z.string(),
    message: z.unknown().optional(),
    reasoning_content: z.string().nullish(),
    tool_calls: z.array(toolCallSchema).nullish(),
    observation: z.looseObject({ results: z.array(z.looseObject({ content: z.unknown() })).nullish() }).nullish(),
    metrics: z.looseObject({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
  })),
});

/** Harbor's agent trajectory interchange format, 1.0 to 1.7. It says nothing about success. */
export const atif: TrajectoryFormat = {
  id: "atif",
  title: "ATIF (Harbor) trajectory",
  checked: "from description",
  layout: "document",
  matches: ({ first }) => has(first, "schema_version", "steps") && /^ATIF/i.test(String(first["schema_version"])),
  open: () =>
    eachRow(atifSchema, (log) => {
      const asked = log.steps.find(({ source }) => source === "user");
      const goal = wordsOf(asked?.message).trim();
      if (goal === "") return "a step of the user must give the goal: none does";
      const steps = log.steps.filter(({ source }) => source === "agent").flatMap((step) => {
        const thought = [step.reasoning_content ?? "", wordsOf(step.message)].filter((words) => words !== "").join(
          "\n",
        );
        const seen = (step.observation?.results ?? []).map(({ content }) => wordsOf(content)).filter((words) =>
          words !== ""
        ).join("\n");
        const [input, output] = [step.metrics?.prompt_tokens ?? 0, step.metrics?.completion_tokens ?? 0];
        const actions: ImportedAction[] = (step.tool_calls ?? []).map(callOf);
        const said: ImportedAction[] = actions.length > 0
          ? actions
          : [{ kind: "answer", text: wordsOf(step.message), raw: wordsOf(step.message) }];
        return said.map((action, i): Draft["steps"][number] => ({
          ...(thought === "" ? {} : { thought }),
          ...(seen === "" ? {} : { observation: { text: seen } }),
          action,
          ...(i === 0 && input + output > 0 ? { tokens: input + output } : {}),
        }));
      });
      const last = steps.at(-1)?.action;
      return {
        task: { id: log.trajectory_id ?? log.session_id ?? undefined, goal },
        outcome: last?.kind === "answer" ? { end: "finished", answer: last.text ?? "" } : { end: "unknown" },
        steps,
        absent: ["screenshots"],
        repairs: [],
        model: log.agent?.model_name ?? log.agent?.name ?? undefined,
      };
    }),
};

/** The words of a message: a text, or a list of parts with texts. */
function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) => has(part, "text") && typeof part["text"] === "string" ? part["text"] : "")
    .filter((words) => words !== "").join("\n");
}
