import type { Observation, ScreenshotRef, Step } from "../env/mod.ts";
import type { Hit } from "./bank/insight.ts";
import type { PromptPart } from "./prompt.ts";

/** A field that the acting model's reply must have beside its action. */
export type ReplyField = "thought" | "summary";

/**
 * Work that a policy asks for, as data. Actors carry it out and report back with a {@linkcode MemoryEvent}.
 *
 * - `recall`: search the bank. Answered by `insights.recalled`.
 * - `summarize`: have steps `from` to `to` (inclusive) put into one text of at most `maxTokens`. For a single step,
 *   `when: "same_call"` takes the summary that the acting model wrote, and asks a model only where it left it out;
 *   `own_call` always asks. Several steps are always an own call. Answered by `summary.written` with the same range.
 *   `previous` is what the text replaces or continues (compaction of a compaction, a fold of folds).
 */
export type MemoryEffect =
  | { readonly type: "recall"; readonly query: string; readonly groups: number }
  | {
    readonly type: "summarize";
    readonly from: number;
    readonly to: number;
    readonly when: "same_call" | "own_call";
    readonly maxTokens: number;
    readonly steps: readonly Step[];
    readonly previous?: string;
  };

/** What happened, as a policy is told it. */
export type MemoryEvent =
  | { readonly type: "step.completed"; readonly step: Step }
  | { readonly type: "insights.recalled"; readonly hits: readonly Hit[] }
  | { readonly type: "summary.written"; readonly from: number; readonly to: number; readonly text: string }
  /** An effect came to nothing; the policy goes on without. */
  | { readonly type: "effect.failed"; readonly effect: MemoryEffect["type"]; readonly message: string };

/** What a policy may know before the first step. */
export interface MemoryContext {
  /** The words the agent is given. */
  readonly goal: string;
  /** The site's name. */
  readonly site: string;
}

/** Where in an episode a policy is asked for its wishes. */
export type PlanMoment = { readonly at: "start" } | { readonly at: "step"; readonly index: number };

/** What a prompt is rendered from, beside the memory. */
export interface RenderInput {
  /** Index of the step to be decided, from 0. */
  readonly index: number;
  /** What the agent sees now. */
  readonly observation: Observation;
  /** The picture of it, where one was taken. */
  readonly screenshot?: ScreenshotRef;
}

/**
 * One half of a memory policy: what of the past steps is in the prompt. A pure reducer: no method changes its argument
 * or looks at anything else.
 */
export interface HistoryPolicy<M = unknown> {
  /** With its parameters: `last-k(3)`. */
  readonly id: string;
  /** What the reply must have beside its action. */
  readonly replyFields: readonly ReplyField[];
  /** The memory before the first step. */
  init(context: MemoryContext): M;
  /** What is to be done now; asked at the start, and after each completed step was reduced. */
  plan(memory: M, moment: PlanMoment): readonly MemoryEffect[];
  /** The memory after something happened; an event that does not concern it gives the same memory. */
  reduce(memory: M, event: MemoryEvent): M;
  /** Parts named `history`, oldest first. Append-only where it can be: a provider's cache bills the shared prefix once. */
  render(memory: M): readonly PromptPart[];
}

/** The other half: which lessons are in the prompt. */
export interface InsightPolicy<M = unknown> {
  /** With its parameters: `retrieved(5)`. */
  readonly id: string;
  /** The memory before the first step. */
  init(context: MemoryContext): M;
  /** What is to be done now; asked at the start, and after each completed step was reduced. */
  plan(memory: M, moment: PlanMoment): readonly MemoryEffect[];
  /** The memory after something happened; an event that does not concern it gives the same memory. */
  reduce(memory: M, event: MemoryEvent): M;
  /** At most one part named `insights`. */
  render(memory: M): readonly PromptPart[];
}

/** A whole policy: {@linkcode composePolicy} makes it of two halves; a test may write one by hand. */
export interface MemoryPolicy<M = unknown> {
  /** `history+insights`: `summary-chain+retrieved(5)`. */
  readonly id: string;
  /** What the reply must have beside its action. */
  readonly replyFields: readonly ReplyField[];
  /** The memory before the first step. */
  init(context: MemoryContext): M;
  /** What is to be done now; asked at the start, and after each completed step was reduced. */
  plan(memory: M, moment: PlanMoment): readonly MemoryEffect[];
  /** The memory after something happened; an event that does not concern it gives the same memory. */
  reduce(memory: M, event: MemoryEvent): M;
  /** The whole prompt in order: system, insights, task, history, observation, format. */
  render(memory: M, input: RenderInput): readonly PromptPart[];
}
