/**
 * The model actor: one call at a time, answered to whoever asked.
 *
 * ```text
 * idle ─ model.complete ─► completing ─ model.completed | model.failed ─► idle
 *                              └─ model.complete (a second one) ─ model.failed, and the first goes on
 * ```
 */
import { assertEvent, assign, sendTo, setup } from "xstate";
import type { ModelReply, ModelRequest } from "../models/mod.ts";
import type { ModelCommand, ModelFact } from "./events.ts";
import { failureOf, timeoutOf } from "./failure.ts";
import { unprovided } from "./unprovided.ts";

/** What the model actor starts from. */
export interface ModelInput {
  /** Deadline of each call, in real milliseconds. */
  readonly wallMs: number;
}

/** A reply with its hash. */
export type FiledReply = ModelReply & { readonly sha256: string };

interface Context {
  readonly wallMs: number;
  /** Virtual time of the call at hand. */
  readonly at: number;
  /** Who asked. */
  readonly asker: ModelCommand["replyTo"];
}

/** A fact and who gets it. */
interface Answer {
  readonly to: ModelCommand["replyTo"];
  readonly fact: ModelFact;
}

/** The model actor's machine; `complete` must be provided. */
export const modelMachine = setup({
  types: { context: {} as Context, input: {} as ModelInput, events: {} as ModelCommand },
  actors: { complete: unprovided<FiledReply, { request: ModelRequest }>("complete", "model") },
  actions: {
    takeCall: assign((_, call: { at: number; asker: ModelCommand["replyTo"] }) => call),
    tell: sendTo(
      ({ system }, answer: Answer) => system.get(answer.to),
      (_, answer: Answer) => answer.fact,
    ),
  },
  delays: { patience: ({ context }) => context.wallMs },
}).createMachine({
  id: "model",
  description: "Speaks to the language model.",
  context: ({ input }) => ({ wallMs: input.wallMs, at: 0, asker: "agent" }),
  initial: "idle",
  states: {
    idle: {
      description: "No call is under way.",
      on: {
        "model.complete": {
          target: "completing",
          actions: { type: "takeCall", params: ({ event }) => ({ at: event.at, asker: event.replyTo }) },
        },
      },
    },
    completing: {
      description: "The model writes. Leaving the state calls the request off.",
      invoke: {
        id: "complete",
        src: "complete",
        input: ({ event }) => (assertEvent(event, "model.complete"), { request: event.request }),
        onDone: {
          target: "idle",
          actions: {
            type: "tell",
            params: ({ context, event }) => ({ to: context.asker, fact: completedFact(context, event.output) }),
          },
        },
        onError: {
          target: "idle",
          actions: {
            type: "tell",
            params: ({ context, event }) => ({
              to: context.asker,
              fact: { type: "model.failed", at: context.at, failure: failureOf(event.error) },
            }),
          },
        },
      },
      on: {
        "model.complete": {
          actions: { type: "tell", params: ({ event }) => ({ to: event.replyTo, fact: busyFact(event) }) },
        },
      },
      after: {
        patience: {
          target: "idle",
          actions: {
            type: "tell",
            params: ({ context }) => ({
              to: context.asker,
              fact: { type: "model.failed", at: context.at, failure: timeoutOf("the model", context.wallMs) },
            }),
          },
        },
      },
    },
  },
});

function completedFact({ at }: Context, reply: FiledReply): ModelFact {
  const { text, sha256, usage, latencyMs } = reply;
  return { type: "model.completed", at: at + latencyMs, text, sha256, usage, latencyMs };
}

function busyFact(command: ModelCommand): ModelFact {
  return {
    type: "model.failed",
    at: command.at,
    failure: {
      end: "error",
      blame: "harness",
      message: `Cannot ask the model for ${command.replyTo} as it takes one call at a time: another is under way`,
    },
  };
}
