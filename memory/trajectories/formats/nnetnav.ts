import { z } from "zod";
import type { Draft, Row, RowReader, Taken, TrajectoryFormat } from "../format.ts";
import { webArenaAction } from "../grammar/webarena_action.ts";
import { explain, has } from "./reader.ts";

const rowSchema = z.looseObject({
  task_name: z.union([z.string(), z.number()]),
  prompt: z.unknown(),
  output: z.string(),
});

/** NNetNav: one step a row; the rows of a task follow each other. */
export const nnetNav: TrajectoryFormat = {
  id: "nnetnav",
  title: "NNetNav demonstrations, one step a row",
  checked: "from description",
  layout: "rows",
  matches: ({ first }) => has(first, "task_name", "prompt", "output"),
  open: () => new NnetNavReader(),
};

interface Open {
  readonly name: string;
  readonly row: number;
  readonly goal: string;
  readonly steps: Draft["steps"][number][];
}

/** Collects the rows of one task until another one's begin, or the file ends. */
class NnetNavReader implements RowReader {
  #open: Open | undefined;

  take({ value, number }: Row): readonly Taken[] {
    const read = rowSchema.safeParse(value);
    if (!read.success) return [{ refused: explain(read.error), row: number }];
    const { task_name, output } = read.data;
    const blocks = blocksOf(wordsOf(read.data.prompt));
    const name = String(task_name);
    const done = this.#open !== undefined && this.#open.name !== name ? this.end() : [];
    const step = stepOf(output, blocks);
    if (this.#open === undefined) {
      const goal = blocks["OBJECTIVE"] ?? name;
      this.#open = { name, row: number, goal, steps: [step] };
    } else this.#open.steps.push(step);
    return done;
  }

  end(): readonly Taken[] {
    if (this.#open === undefined) return [];
    const { name, row, goal, steps } = this.#open;
    this.#open = undefined;
    const last = steps.at(-1)?.action;
    const startUrl = steps[0]?.url;
    return [{
      draft: {
        row,
        task: { id: name, goal, startUrl, isStartInferred: startUrl === undefined ? undefined : true },
        outcome: last?.kind === "answer"
          ? { end: "finished", claimed: "success", answer: last.text ?? "" }
          : { end: "unknown" },
        steps,
        absent: ["screenshots"],
        repairs: [],
      },
    }];
  }
}

function stepOf(output: string, blocks: Readonly<Record<string, string>>): Draft["steps"][number] {
  const fenced = [...output.matchAll(/```([^`]*)```/g)].at(-1)?.[1] ??
    /In summary,[^\n]*?\bis\b:?\s*([^\n]+)$/.exec(output)?.[1];
  const thought = output.replace(/In summary,[\s\S]*$/, "").trim();
  const [url, tree] = [blocks["URL"], blocks["OBSERVATION"]];
  const action = webArenaAction((fenced ?? output).trim());
  const id = /^\[(\w+)\]$/.exec(action.target ?? "")?.[1];
  const label = id === undefined || tree === undefined
    ? undefined
    : new RegExp(`\\[${id}\\] \\w+ '([^'\\n]+)'`).exec(tree)?.[1];
  return {
    ...(url === undefined ? {} : { url }),
    ...(tree === undefined ? {} : { observation: { axtree: tree } }),
    ...(thought === "" ? {} : { thought }),
    action: label === undefined ? action : { ...action, label },
  };
}

/** A prompt is a text, or a chat whose last message holds the blocks. */
function wordsOf(prompt: unknown): string {
  if (typeof prompt === "string") return prompt;
  const last = Array.isArray(prompt) ? prompt.at(-1) as unknown : prompt;
  return has(last, "content") && typeof last["content"] === "string" ? last["content"] : "";
}

/** The blocks `NAME: …` of a prompt, each up to the next one; of the last such prompt, where examples stand before it. */
function blocksOf(prompt: string): Record<string, string> {
  const names = "OBSERVATION|URL|OBJECTIVE|PREVIOUS ACTIONS?";
  const found: Record<string, string> = {};
  for (
    const [, name = "", words = ""] of prompt.matchAll(
      new RegExp(`(?:^|\\n)(${names}):[ \\t]*\\n?([\\s\\S]*?)(?=\\n(?:${names}):|$)`, "g"),
    )
  ) {
    found[name] = words.trim();
  }
  return found;
}
