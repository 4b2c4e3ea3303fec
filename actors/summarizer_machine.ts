/**
 * The summarizer actor: keeps the chain of summaries, checks and caps what the acting model wrote, and asks the model
 * itself where nothing usable was offered.
 *
 * ```text
 * idle ─ summary.request ─► choosing ─ something was offered ─► capping ─ summary.written ─► idle
 *                              └─ nothing ─► composing ─► asking ─ model.completed ─► capping
 * any failure ─ summary.failed ─► idle
 * ```
 */
import { assign, sendTo, setup } from "xstate";
import { HarnessError } from "../base/mod.ts";
import type { Usage } from "../models/mod.ts";
import type { ModelCommand, ModelFact, SummarizerCommand, SummarizerFact } from "./events.ts";
import { type Failure, failureOf } from "./failure.ts";
import { readSummary } from "./read_summary.ts";
import { unprovided } from "./unprovided.ts";
import { addUsage, NO_USAGE } from "./usage.ts";

/** One link of the chain: the summary of steps `from` to `to`. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What a call of its own is made of, and what is needed to cap a text. */
export type ComposedCall = Pick<ModelCommand, "prompt" | "request">;

interface Context {
  /** Requests to be met; the first is at hand. */
  readonly queue: readonly SummarizerCommand[];
  /** Virtual time up to which the work at hand has come. */
  readonly at: number;
  /** The text to be capped. */
  readonly draft: string;
  /** Used by calls for the request at hand. */
  readonly usage: Usage;
  /** The summaries in force, by their first step. */
  readonly chain: readonly Link[];
}

/** The summarizer actor's machine; `compose` and `cap` must be provided. */
export const summarizerMachine = setup({
  types: { context: {} as Context, events: {} as SummarizerCommand | ModelFact },
  actors: {
    compose: unprovided<ComposedCall, SummarizerCommand>("compose", "summarizer"),
    cap: unprovided<string, { text: string; maxTokens: number }>("cap", "summarizer"),
  },
  actions: {
    enqueue: assign({ queue: ({ context }, command: SummarizerCommand) => [...context.queue, command] }),
    begin: assign(({ context }) => {
      const { at, offered = "" } = atHand(context);
      return { at: Math.max(at, context.at), draft: offered.trim(), usage: NO_USAGE };
    }),
    takeReply: assign(({ context }, reply: { at: number; text: string; usage: Usage }) => ({
      at: reply.at,
      draft: readSummary(reply.text),
      usage: addUsage(context.usage, reply.usage),
    })),
    finish: assign(({ context }, text: string) => {
      const { from, to } = atHand(context);
      const outside = context.chain.filter((link) => link.to < from || link.from > to);
      return {
        queue: context.queue.slice(1),
        chain: [...outside, { from, to, text }].sort((a, b) => a.from - b.from),
      };
    }),
    giveUp: assign({ queue: ({ context }) => context.queue.slice(1) }),
    ask: sendTo(({ system }) => system.get("model"), ({ context }, call: ComposedCall): ModelCommand => ({
      type: "model.complete",
      at: context.at,
      replyTo: "summarizer",
      step: atHand(context).to,
      ...call,
    })),
    tell: sendTo(({ system }) => system.get("agent"), (_, fact: SummarizerFact) => fact),
  },
  guards: {
    hasWork: ({ context }) => context.queue.length > 0,
    hasDraft: ({ context }) => context.draft !== "",
  },
}).createMachine({
  id: "summarizer",
  description: "Writes and keeps the summaries of past steps.",
  context: { queue: [], at: 0, draft: "", usage: NO_USAGE, chain: [] },
  initial: "idle",
  on: { "summary.request": { actions: { type: "enqueue", params: ({ event }) => event } } },
  states: {
    idle: {
      description: "No summary is asked for.",
      always: { guard: "hasWork", target: "choosing", actions: "begin" },
    },
    choosing: {
      description: "What the acting model offered is taken, where it is more than white space.",
      always: [{ guard: "hasDraft", target: "capping" }, { target: "composing" }],
    },
    composing: {
      description: "A request of its own is written.",
      invoke: {
        id: "compose",
        src: "compose",
        input: ({ context }) => atHand(context),
        onDone: { target: "asking", actions: { type: "ask", params: ({ event }) => event.output } },
        onError: {
          target: "idle",
          actions: [
            { type: "tell", params: ({ context, event }) => failedFact(context, failureOf(event.error)) },
            "giveUp",
          ],
        },
      },
    },
    asking: {
      description: "The model writes a summary. The model actor keeps the deadline and answers in any case.",
      on: {
        "model.completed": {
          target: "judging",
          actions: { type: "takeReply", params: ({ event }) => event },
        },
        "model.failed": {
          target: "idle",
          actions: [{ type: "tell", params: ({ context, event }) => failedFact(context, event.failure) }, "giveUp"],
        },
      },
    },
    judging: {
      description: "A reply of nothing but white space is no summary.",
      always: [
        { guard: "hasDraft", target: "capping" },
        {
          target: "idle",
          actions: [{ type: "tell", params: ({ context }) => failedFact(context, emptyReply(context)) }, "giveUp"],
        },
      ],
    },
    capping: {
      description: "The text is cut to the tokens that it may have.",
      invoke: {
        id: "cap",
        src: "cap",
        input: ({ context }) => ({ text: context.draft, maxTokens: atHand(context).maxTokens }),
        onDone: {
          target: "idle",
          actions: [
            { type: "tell", params: ({ context, event }) => writtenFact(context, event.output) },
            { type: "finish", params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: "idle",
          actions: [
            { type: "tell", params: ({ context, event }) => failedFact(context, failureOf(event.error)) },
            "giveUp",
          ],
        },
      },
    },
  },
});

function atHand({ queue: [first] }: Context): SummarizerCommand {
  if (first === undefined) throw new HarnessError("Cannot summarize as a request must be at hand: the queue is empty");
  return first;
}

function writtenFact(context: Context, text: string): SummarizerFact {
  const { effect, from, to } = atHand(context);
  return { type: "summary.written", at: context.at, effect, from, to, text, usage: context.usage };
}

function failedFact(context: Context, failure: Failure): SummarizerFact {
  return { type: "summary.failed", at: context.at, effect: atHand(context).effect, failure, usage: context.usage };
}

function emptyReply(context: Context): Failure {
  const { from, to } = atHand(context);
  return {
    end: "error",
    blame: "agent",
    message: `Cannot use the summary of steps ${from} to ${to} as it must have words: the model wrote none`,
  };
}
