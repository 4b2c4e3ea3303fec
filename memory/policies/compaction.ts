import { z } from "zod";
import type { Step } from "../../env/mod.ts";
import { section } from "../../models/mod.ts";
import type { HistoryPolicy } from "../policy.ts";
import type { PromptPart } from "../prompt.ts";
import { pagePart, replyPart } from "./step_parts.ts";

/** Parameters of {@linkcode compaction}. */
export const compactionParameters = z.strictObject({
  /** Fold once more than this many steps stand unfolded. */
  steps: z.int().min(1).max(1000).default(10),
  /** Fold once the unfolded steps come to more than this many tokens, estimated as four characters each. */
  tokens: z.int().min(1).default(16_000),
  /** How many of the newest steps stay as they are. */
  keep: z.int().min(1).max(1000).default(3),
  /** The longest the folded text may be, in tokens. */
  maxTokens: z.int().min(32).max(8000).default(600),
}).refine(({ steps, keep }) => keep <= steps, { path: ["keep"], message: "must not be larger than steps" });

/** How {@linkcode compaction} is set up. */
export type CompactionParameters = z.infer<typeof compactionParameters>;

/** One text for the oldest steps, where there are any folded, and the steps after them. */
export interface CompactionMemory {
  readonly folded?: { readonly to: number; readonly text: string };
  readonly steps: readonly Step[];
}

/**
 * Keeps everything until a budget is passed, then has all but the newest steps put into one text by a call of its own.
 * The next fold carries the previous text along.
 *
 * A fold that fails changes nothing; it is asked for again after the next step.
 *
 * @param parameters The two budgets, how much stays, and how long the text may be.
 * @returns The history policy `compaction(steps,tokens,keep,maxTokens)`.
 *
 * @see OpenHands' summarizing condenser and browser-use's compaction: the idea; budgets and wording are ours.
 */
export function compaction(parameters: CompactionParameters): HistoryPolicy<CompactionMemory> {
  const { steps: stepBudget, tokens: tokenBudget, keep, maxTokens } = parameters;
  return {
    id: `compaction(${stepBudget},${tokenBudget},${keep},${maxTokens})`,
    replyFields: ["thought"],
    init: () => ({ steps: [] }),
    plan({ folded, steps }, moment) {
      if (moment.at === "start") return [];
      const isOver = steps.length > stepBudget || estimateTokens(steps) > tokenBudget;
      const old = steps.slice(0, -keep);
      const [first, last] = [old[0], old.at(-1)];
      if (!isOver || first === undefined || last === undefined) return [];
      return [{
        type: "summarize",
        when: "own_call",
        from: first.index,
        to: last.index,
        maxTokens,
        steps: old,
        ...(folded === undefined ? {} : { previous: folded.text }),
      }];
    },
    reduce(memory, event) {
      if (event.type === "step.completed") return { ...memory, steps: [...memory.steps, event.step] };
      if (event.type !== "summary.written") return memory;
      return {
        folded: { to: event.to, text: event.text },
        steps: memory.steps.filter((step) => step.index > event.to),
      };
    },
    render: ({ folded, steps }) => [
      ...(folded === undefined ? [] : [foldedPart(folded.to, folded.text)]),
      ...steps.flatMap((step) => [pagePart(step), replyPart(step)]),
    ],
  };
}

function foldedPart(to: number, body: string): PromptPart {
  const text = section("folded", { from: "0", to: String(to) }, body);
  return { name: "history", role: "user", content: [{ type: "text", text }] };
}

function estimateTokens(steps: readonly Step[]): number {
  const characters = steps.flatMap((step) => [...pagePart(step).content, ...replyPart(step).content])
    .reduce((sum, part) => sum + (part.type === "text" ? part.text.length : IMAGE_CHARACTERS), 0);
  return Math.ceil(characters / 4);
}

/** An image as four-character tokens: 800 of them, between what the common formulas give for one page. */
const IMAGE_CHARACTERS = 3200;
