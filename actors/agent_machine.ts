/**
 * The agent actor: looks, asks the model, acts, remembers; one step after another until the episode stops it.
 *
 * ```text
 * beginning ─► joining ─► absorbing ─► observing ─► composing ─► deciding ─► choosing ─► acting
 *                 ▲            │            ▲           ▲ repair ─────┘                    │
 *                 │            ▼ step.completed          step.next                        ▼
 *                 │          resting ───────┘                                         remembering
 *                 └────────────────────────── effects ────────────────────────────────────┘
 * answered | lost | looped | unreadable | failed | stopped: final, each with its output
 * ```
 */
import { assign, enqueueActions, sendTo, setup } from "xstate";
import type { Step } from "../env/mod.ts";
import type { Usage } from "../models/mod.ts";
import type { MemoryEvent } from "../memory/mod.ts";
import {
  type AgentContext,
  type AgentEvent,
  type AgentInput,
  chosen,
  type Composed,
  type Composition,
  compositionOf,
  FRESH,
  inOrder,
  lastStep,
  NO_TOKENS,
  recalledGroups,
  type Remembered,
  spend,
  stepOf,
} from "./agent_context.ts";
import {
  actCommand,
  chosenFact,
  completedFact,
  effectCommand,
  failedEvent,
  type Joined,
  loop,
  offTape,
  recalledEvent,
  unreadable,
  writtenEvent,
} from "./agent_messages.ts";
import type { AgentFact, AgentOutput, BrowserCommand, Ending, ModelCommand, Seen } from "./events.ts";
import { type Failure, failureOf } from "./failure.ts";
import { readReply } from "./read_reply.ts";
import { unprovided } from "./unprovided.ts";
import { NO_USAGE } from "./usage.ts";

/** The agent actor's machine; `begin`, `compose`, `remember` and `absorb` must be provided: they hold the policy. */
export const agentMachine = setup({
  types: {
    context: {} as AgentContext,
    input: {} as AgentInput,
    output: {} as AgentOutput,
    events: {} as AgentEvent,
  },
  actors: {
    begin: unprovided<Remembered, void>("begin", "agent"),
    compose: unprovided<Composed, Composition>("compose", "agent"),
    remember: unprovided<Remembered, { memory: unknown; step: Step }>("remember", "agent"),
    absorb: unprovided<{ memory: unknown }, { memory: unknown; events: readonly MemoryEvent[] }>("absorb", "agent"),
  },
  actions: {
    takeMemory: assign((_, { memory }: { memory: unknown }) => ({ memory })),
    takePlan: assign(({ context }, { memory, effects }: Remembered) => ({
      memory,
      effects,
      came: {},
      joinedAt: context.at,
    })),
    openPage: assign(({ context }, fact: { at: number }) => ({
      isPageOpen: true,
      joinedAt: Math.max(context.joinedAt, fact.at),
    })),
    missPage: assign(({ context }, fact: { at: number; message: string }) => ({
      isPageOpen: true,
      joinedAt: Math.max(context.joinedAt, fact.at),
      ending: offTape(fact.message),
    })),
    join: assign(({ context }, { effect, at, event, usage = NO_USAGE }: Joined) => ({
      came: { ...context.came, [effect]: event },
      joinedAt: Math.max(context.joinedAt, at),
      tally: spend(context, usage),
    })),
    closeJoin: assign(({ context }) => ({
      at: context.joinedAt,
      tally: { ...context.tally, recalled: recalledGroups(context) },
    })),
    takeStep: assign((_, order: { at: number; step: number }) => ({
      ...order,
      broken: [],
      outputTokens: 0,
      promptTokens: NO_TOKENS,
    })),
    meet: assign(({ context }, fact: { at: number; seen: Seen }) => {
      const before = context.met[fact.seen.sha256] ?? 0;
      return {
        at: fact.at,
        seen: fact.seen,
        attempt: before,
        met: { ...context.met, [fact.seen.sha256]: before + 1 },
        tried: fact.seen.sha256 === context.seen.sha256 ? context.tried : {},
      };
    }),
    takePrompt: assign(({ context }, { parts, prompt }: Composed) =>
      context.broken.length > 0 ? {} : { parts, promptTokens: prompt.tokens }
    ),
    read: assign(({ context }, fact: { at: number; text: string; usage: Usage }) => {
      const reply = readReply(fact.text, context.replyFields);
      return {
        at: fact.at,
        reply,
        broken: reply.readable ? context.broken : [...context.broken, { text: fact.text, problem: reply.problem }],
        outputTokens: context.outputTokens + fact.usage.outputTokens,
        tally: spend(context, fact.usage),
      };
    }),
    countRepair: assign({ tally: ({ context }) => ({ ...context.tally, repairs: context.tally.repairs + 1 }) }),
    takeOutcome: assign(({ context }, { at, outcome }: { at: number; outcome: Step["outcome"] }) => {
      const { action } = chosen(context);
      const key = JSON.stringify(action);
      return {
        at,
        taken: [...context.taken, stepOf(context, outcome)],
        tried: { ...context.tried, [key]: (context.tried[key] ?? 0) + 1 },
        ...(outcome.status === "off-tape" ? { ending: offTape(outcome.message) } : {}),
        ...(action.kind === "answer" ? { ending: { end: "finished" as const, answer: action.text } } : {}),
      };
    }),
    end: assign((_, ending: Ending) => ({ ending })),
    fail: assign((_, { failure, at }: { failure: Failure; at?: number }) => ({
      ending: failure,
      ...(at === undefined ? {} : { at }),
    })),
    spend: assign(({ context }, { usage }: { usage: Usage }) => ({ tally: spend(context, usage) })),
    toBrowser: sendTo(({ system }) => system.get("browser"), (_, command: BrowserCommand) => command),
    orderEffects: enqueueActions(({ context, enqueue }) => {
      context.effects.forEach((effect, place) => {
        const command = effectCommand(context, effect, place);
        const to = command.type === "recall.request" ? "retriever" : "summarizer";
        enqueue.sendTo(({ system }) => system.get(to), command);
      });
    }),
    toModel: sendTo(({ system }) => system.get("model"), ({ context }, composed: Composed): ModelCommand => ({
      type: "model.complete",
      at: context.at,
      replyTo: "agent",
      step: context.step,
      prompt: composed.prompt,
      request: composed.request,
    })),
    toEpisode: sendTo(({ system }) => system.get("episode"), (_, fact: AgentFact) => fact),
  },
  guards: {
    isJoined: ({ context }) => context.isPageOpen && Object.keys(context.came).length === context.effects.length,
    isBeforeFirst: ({ context }) => context.step < 0,
    isOffTape: ({ context }) => context.ending.end === "off-tape",
    isLoop: ({ context }) => Object.values(context.tried).some((times) => times >= context.repeats),
    isReadable: ({ context }) => context.reply.readable,
    canRepair: ({ context }) => context.broken.length < 2,
    isAnswer: ({ context }) => context.reply.readable && context.reply.action.kind === "answer",
    isAgentsFault: (_, failure: Failure) => failure.blame === "agent",
  },
}).createMachine({
  id: "agent",
  description: "Takes steps.",
  context: ({ input }) => ({ ...FRESH, ...input }),
  output: ({ context }) => ({ ...context.ending, at: context.at, tally: context.tally }),
  initial: "beginning",
  on: { "agent.stop": ".stopped" },
  states: {
    beginning: {
      description: "The policy makes its first memory and says what it wishes for.",
      invoke: {
        id: "begin",
        src: "begin",
        onDone: {
          target: "joining",
          actions: [
            { type: "takePlan", params: ({ event }) => event.output },
            {
              type: "toBrowser",
              params: ({ context }) => ({ type: "browser.reset", at: context.at, url: context.startUrl }),
            },
            "orderEffects",
          ],
        },
        onError: {
          target: "failed",
          actions: { type: "fail", params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    joining: {
      description:
        "Work was handed out; all of it is awaited, in whatever order it is done. Each actor keeps its deadline.",
      always: { guard: "isJoined", target: "absorbing", actions: "closeJoin" },
      on: {
        "page.opened": { actions: { type: "openPage", params: ({ event }) => event } },
        "page.missed": { actions: { type: "missPage", params: ({ event }) => event } },
        "recall.done": { actions: { type: "join", params: ({ event }) => recalledEvent(event) } },
        "recall.failed": [
          {
            guard: { type: "isAgentsFault", params: ({ event }) => event.failure },
            actions: { type: "join", params: ({ event }) => failedEvent(event, "recall") },
          },
          { target: "failed", actions: { type: "fail", params: ({ event }) => event } },
        ],
        "summary.written": { actions: { type: "join", params: ({ event }) => writtenEvent(event) } },
        "summary.failed": [
          {
            guard: { type: "isAgentsFault", params: ({ event }) => event.failure },
            actions: { type: "join", params: ({ event }) => failedEvent(event, "summarize") },
          },
          {
            target: "failed",
            actions: [
              { type: "spend", params: ({ event }) => event },
              { type: "fail", params: ({ event }) => event },
            ],
          },
        ],
        "browser.failed": { target: "failed", actions: { type: "fail", params: ({ event }) => event } },
      },
    },
    absorbing: {
      description: "The memory learns what came of the plan, in the plan's order.",
      invoke: {
        id: "absorb",
        src: "absorb",
        input: ({ context }) => ({ memory: context.memory, events: inOrder(context) }),
        onDone: [
          { guard: "isOffTape", target: "lost" },
          {
            guard: "isBeforeFirst",
            target: "observing",
            actions: [
              { type: "takeMemory", params: ({ event }) => event.output },
              { type: "takeStep", params: ({ context }) => ({ at: context.at, step: 0 }) },
            ],
          },
          {
            target: "resting",
            actions: [
              { type: "takeMemory", params: ({ event }) => event.output },
              { type: "toEpisode", params: ({ context }) => completedFact(context, false) },
            ],
          },
        ],
        onError: {
          target: "failed",
          actions: { type: "fail", params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    observing: {
      description: "The browser looks at the page.",
      entry: {
        type: "toBrowser",
        params: ({ context }) => ({ type: "browser.observe", at: context.at, step: context.step }),
      },
      on: {
        "step.observed": { target: "comparing", actions: { type: "meet", params: ({ event }) => event } },
        "browser.failed": { target: "failed", actions: { type: "fail", params: ({ event }) => event } },
      },
    },
    comparing: {
      description: "Whether the page still is as it was, however often the same was tried.",
      always: [
        { guard: "isLoop", target: "looped", actions: { type: "end", params: ({ context }) => loop(context) } },
        { target: "composing" },
      ],
    },
    composing: {
      description: "The policy renders the prompt; after a broken reply, with a notice that says what was wrong.",
      invoke: {
        id: "compose",
        src: "compose",
        input: ({ context }) => compositionOf(context),
        onDone: {
          target: "deciding",
          actions: [
            { type: "takePrompt", params: ({ event }) => event.output },
            { type: "toModel", params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: "failed",
          actions: { type: "fail", params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    deciding: {
      description: "The model chooses the action.",
      on: {
        "model.completed": { target: "reading", actions: { type: "read", params: ({ event }) => event } },
        "model.failed": { target: "failed", actions: { type: "fail", params: ({ event }) => event } },
      },
    },
    reading: {
      description: "The reply is an action, or it may be repaired once.",
      always: [
        {
          guard: "isReadable",
          target: "choosing",
          actions: { type: "toEpisode", params: ({ context }) => chosenFact(context) },
        },
        { guard: "canRepair", target: "composing", actions: "countRepair" },
        {
          target: "unreadable",
          actions: { type: "end", params: ({ context }) => unreadable(context) },
        },
      ],
    },
    choosing: {
      description: "An answer ends the episode and never reaches the page; all else does.",
      always: [
        {
          guard: "isAnswer",
          target: "answered",
          actions: [
            { type: "takeOutcome", params: ({ context }) => ({ at: context.at, outcome: { status: "done" } }) },
            { type: "toEpisode", params: ({ context }) => completedFact(context, true) },
          ],
        },
        { target: "acting", actions: { type: "toBrowser", params: ({ context }) => actCommand(context) } },
      ],
    },
    acting: {
      description: "The page takes the action.",
      on: {
        "action.done": {
          target: "remembering",
          actions: { type: "takeOutcome", params: ({ event }) => ({ at: event.at, outcome: { status: "done" } }) },
        },
        "action.refused": {
          target: "remembering",
          actions: {
            type: "takeOutcome",
            params: ({ event }) => ({
              at: event.at,
              outcome: { status: "refused", reason: event.reason, message: event.message },
            }),
          },
        },
        "action.missed": {
          target: "lost",
          actions: [
            {
              type: "takeOutcome",
              params: ({ event }) => ({ at: event.at, outcome: { status: "off-tape", message: event.message } }),
            },
            { type: "toEpisode", params: ({ context }) => completedFact(context, true) },
          ],
        },
        "browser.failed": { target: "failed", actions: { type: "fail", params: ({ event }) => event } },
      },
    },
    remembering: {
      description: "The policy takes the step in and says what it wishes for.",
      invoke: {
        id: "remember",
        src: "remember",
        input: ({ context }) => ({ memory: context.memory, step: lastStep(context) }),
        onDone: {
          target: "joining",
          actions: [{ type: "takePlan", params: ({ event }) => event.output }, "orderEffects"],
        },
        onError: {
          target: "failed",
          actions: { type: "fail", params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    resting: {
      description: "A step is over; the episode decides at once whether there is another.",
      on: { "step.next": { target: "observing", actions: { type: "takeStep", params: ({ event }) => event } } },
    },
    answered: { type: "final", description: "The agent gave its answer." },
    lost: { type: "final", description: "The world is no longer the recorded one." },
    looped: { type: "final", description: "The agent did the same again and again, and nothing changed." },
    unreadable: { type: "final", description: "Two replies in a row could not be read." },
    failed: { type: "final", description: "Something the agent needs failed." },
    stopped: { type: "final", description: "The episode wants no more steps." },
  },
});
