/**
 * The retriever actor: searches the bank, one recall after another.
 *
 * ```text
 * idle ─ recall.request ─► recalling ─ recall.done | recall.failed ─► idle
 *                              └─ recall.request ─ queued, taken up from idle
 * ```
 */
import { assign, sendTo, setup } from "xstate";
import { HarnessError } from "../base/mod.ts";
import type { Recall } from "../memory/mod.ts";
import type { RetrieverCommand, RetrieverFact } from "./events.ts";
import { type Failure, failureOf, timeoutOf } from "./failure.ts";
import { unprovided } from "./unprovided.ts";

/** What the retriever actor starts from. */
export interface RetrieverInput {
  /** Deadline of each recall, in real milliseconds. */
  readonly wallMs: number;
}

interface Context {
  readonly wallMs: number;
  /** Recalls to be done; the first is at hand. */
  readonly queue: readonly RetrieverCommand[];
}

/** The retriever actor's machine; `recall` must be provided. */
export const retrieverMachine = setup({
  types: { context: {} as Context, input: {} as RetrieverInput, events: {} as RetrieverCommand },
  actors: { recall: unprovided<Recall, { query: string; groups: number }>("recall", "retriever") },
  actions: {
    enqueue: assign({ queue: ({ context }, command: RetrieverCommand) => [...context.queue, command] }),
    dequeue: assign({ queue: ({ context }) => context.queue.slice(1) }),
    tell: sendTo(({ system }) => system.get("agent"), (_, fact: RetrieverFact) => fact),
  },
  guards: { hasWork: ({ context }) => context.queue.length > 0 },
  delays: { patience: ({ context }) => context.wallMs },
}).createMachine({
  id: "retriever",
  description: "Finds the lessons that fit the goal.",
  context: ({ input }) => ({ wallMs: input.wallMs, queue: [] }),
  initial: "idle",
  on: { "recall.request": { actions: { type: "enqueue", params: ({ event }) => event } } },
  states: {
    idle: {
      description: "Nothing is searched for.",
      always: { guard: "hasWork", target: "recalling" },
    },
    recalling: {
      description: "The bank is searched; nothing in it changes.",
      invoke: {
        id: "recall",
        src: "recall",
        input: ({ context }) => atHand(context),
        onDone: {
          target: "idle",
          actions: [{ type: "tell", params: ({ context, event }) => doneFact(context, event.output) }, "dequeue"],
        },
        onError: {
          target: "idle",
          actions: [
            { type: "tell", params: ({ context, event }) => failedFact(context, failureOf(event.error)) },
            "dequeue",
          ],
        },
      },
      after: {
        patience: {
          target: "idle",
          actions: [
            { type: "tell", params: ({ context }) => failedFact(context, timeoutOf("the bank", context.wallMs)) },
            "dequeue",
          ],
        },
      },
    },
  },
});

function atHand({ queue: [first] }: Context): RetrieverCommand {
  if (first === undefined) throw new HarnessError("Cannot recall as a request must be at hand: the queue is empty");
  return first;
}

function doneFact(context: Context, recall: Recall): RetrieverFact {
  const { at, effect } = atHand(context);
  return { type: "recall.done", at, effect, hits: recall.hits, excluded: recall.excluded };
}

function failedFact(context: Context, failure: Failure): RetrieverFact {
  const { at, effect } = atHand(context);
  return { type: "recall.failed", at, effect, failure };
}
