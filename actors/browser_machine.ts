/**
 * The browser actor: one command at a time, each answered with a fact.
 *
 * ```text
 * idle ─ browser.reset ─► resetting ─┐      idle ─ browser.act ─► acting ─┐
 *  ▲ ◄──────── page.opened ──────────┘        ◄────── action.* ──────────┘
 *  └─ browser.observe ─► observing ─ step.observed ─► idle
 * any failure or deadline ─► broken        any state ─ browser.close ─► closing ─► closed
 * ```
 */
import { assertEvent, assign, sendTo, setup } from "xstate";
import type { ActOutcome, PageAction } from "../env/mod.ts";
import type { BrowserCommand, BrowserFact, BrowserOutput, Seen } from "./events.ts";
import { type Failure, failureOf, timeoutOf } from "./failure.ts";
import { unprovided } from "./unprovided.ts";

/** What the browser actor starts from. */
export interface BrowserInput {
  /** Deadline of each wait, in real milliseconds. */
  readonly wallMs: number;
}

interface Context {
  readonly wallMs: number;
  /** Virtual time of the command at hand. */
  readonly at: number;
  /** Step of the command at hand; −1 before the first. */
  readonly step: number;
  readonly output: BrowserOutput;
}

/** What a reset can come to. */
export type ResetOutcome = Extract<ActOutcome, { status: "done" | "off-tape" }>;

/** The browser actor's machine; `reset`, `observe`, `act` and `close` must be provided. */
export const browserMachine = setup({
  types: {
    context: {} as Context,
    input: {} as BrowserInput,
    output: {} as BrowserOutput,
    events: {} as BrowserCommand,
  },
  actors: {
    reset: unprovided<ResetOutcome, { url: string }>("reset", "browser"),
    observe: unprovided<Seen, { step: number }>("observe", "browser"),
    act: unprovided<ActOutcome, { action: PageAction }>("act", "browser"),
    close: unprovided<BrowserOutput, void>("close", "browser"),
  },
  actions: {
    takeOrder: assign((_, order: { at: number; step: number }) => order),
    keepOutput: assign((_, output: BrowserOutput) => ({ output })),
    tell: sendTo(({ system }) => system.get("agent"), (_, fact: BrowserFact) => fact),
  },
  delays: { patience: ({ context }) => context.wallMs },
}).createMachine({
  id: "browser",
  description: "Owns the page: opens, looks, acts and closes.",
  context: ({ input }) => ({ wallMs: input.wallMs, at: 0, step: -1, output: {} }),
  output: ({ context }) => context.output,
  initial: "idle",
  on: { "browser.close": ".closing" },
  states: {
    idle: {
      description: "Nothing is asked of the page, and no time passes on it.",
      on: {
        "browser.reset": {
          target: "resetting",
          actions: { type: "takeOrder", params: ({ event }) => ({ at: event.at, step: -1 }) },
        },
        "browser.observe": {
          target: "observing",
          actions: { type: "takeOrder", params: ({ event }) => ({ at: event.at, step: event.step }) },
        },
        "browser.act": {
          target: "acting",
          actions: { type: "takeOrder", params: ({ event }) => ({ at: event.at, step: event.step }) },
        },
      },
    },
    resetting: {
      description: "The start page loads and settles.",
      invoke: {
        id: "reset",
        src: "reset",
        input: ({ event }) => (assertEvent(event, "browser.reset"), { url: event.url }),
        onDone: {
          target: "idle",
          actions: { type: "tell", params: ({ context, event }) => openedFact(context, event.output) },
        },
        onError: {
          target: "broken",
          actions: { type: "tell", params: ({ context, event }) => failedFact(context, failureOf(event.error)) },
        },
      },
      after: {
        patience: {
          target: "broken",
          actions: {
            type: "tell",
            params: ({ context }) => failedFact(context, timeoutOf("the start page", context.wallMs)),
          },
        },
      },
    },
    observing: {
      description: "The page is looked at; it does not move.",
      invoke: {
        id: "observe",
        src: "observe",
        input: ({ context }) => ({ step: context.step }),
        onDone: {
          target: "idle",
          actions: {
            type: "tell",
            params: ({ context, event }) => ({
              type: "step.observed",
              at: context.at,
              step: context.step,
              seen: event.output,
            }),
          },
        },
        onError: {
          target: "broken",
          actions: { type: "tell", params: ({ context, event }) => failedFact(context, failureOf(event.error)) },
        },
      },
      after: {
        patience: {
          target: "broken",
          actions: {
            type: "tell",
            params: ({ context }) => failedFact(context, timeoutOf("an observation", context.wallMs)),
          },
        },
      },
    },
    acting: {
      description: "The page takes an action, or refuses it, and settles.",
      invoke: {
        id: "act",
        src: "act",
        input: ({ event }) => (assertEvent(event, "browser.act"), { action: event.action }),
        onDone: {
          target: "idle",
          actions: { type: "tell", params: ({ context, event }) => actedFact(context, event.output) },
        },
        onError: {
          target: "broken",
          actions: { type: "tell", params: ({ context, event }) => failedFact(context, failureOf(event.error)) },
        },
      },
      after: {
        patience: {
          target: "broken",
          actions: {
            type: "tell",
            params: ({ context }) => failedFact(context, timeoutOf("the page to settle", context.wallMs)),
          },
        },
      },
    },
    broken: {
      description: "The browser failed or hung; all that is left is to close it.",
    },
    closing: {
      description: "What happened is reported, and the browser ends.",
      // A second order to close must not start a second closing.
      on: { "browser.close": {} },
      invoke: {
        id: "close",
        src: "close",
        onDone: { target: "closed", actions: { type: "keepOutput", params: ({ event }) => event.output } },
        onError: {
          target: "closed",
          actions: { type: "keepOutput", params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
      after: {
        patience: {
          target: "closed",
          actions: {
            type: "keepOutput",
            params: ({ context }) => ({ failure: timeoutOf("the browser to close", context.wallMs) }),
          },
        },
      },
    },
    closed: { type: "final", description: "Nothing of the browser is left." },
  },
});

function openedFact({ at }: Context, outcome: ResetOutcome): BrowserFact {
  const { virtualMs } = outcome;
  return outcome.status === "done"
    ? { type: "page.opened", at: at + virtualMs, virtualMs }
    : { type: "page.missed", at: at + virtualMs, virtualMs, message: outcome.message };
}

function actedFact({ at, step }: Context, outcome: ActOutcome): BrowserFact {
  const { virtualMs } = outcome;
  const common = { at: at + virtualMs, step, virtualMs };
  switch (outcome.status) {
    case "done":
      return { type: "action.done", ...common };
    case "refused":
      return { type: "action.refused", ...common, reason: outcome.reason, message: outcome.message };
    case "off-tape":
      return { type: "action.missed", ...common, message: outcome.message };
  }
}

function failedFact({ at }: Context, failure: Failure): BrowserFact {
  return { type: "browser.failed", at, failure };
}
