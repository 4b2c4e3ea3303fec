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
import { HarnessError } from "../base/mod.ts";
import { describeAction, type Step } from "../env/mod.ts";
import { drawSeed, type ModelRequest, type Usage } from "../models/mod.ts";
import type { MemoryEffect, MemoryEvent, PromptPart, ReplyField } from "../memory/mod.ts";
import type { PromptTokens } from "./episode.ts";
import type {
  AgentCommand,
  AgentFact,
  AgentOutput,
  BrowserCommand,
  BrowserFact,
  Ending,
  ModelCommand,
  ModelFact,
  RetrieverCommand,
  RetrieverFact,
  Seen,
  SummarizerCommand,
  SummarizerFact,
  Tally,
} from "./events.ts";
import { type Failure, failureOf } from "./failure.ts";
import type { FiledPrompt } from "./prompt_file.ts";
import { type ReadReply, readReply } from "./read_reply.ts";
import { unprovided } from "./unprovided.ts";
import { addUsage, NO_USAGE } from "./usage.ts";

/** What the agent actor starts from. */
export interface AgentInput {
  readonly startUrl: string;
  readonly seed: number;
  /** Ends as `loop` after so many equal actions on an unchanged observation. */
  readonly repeats: number;
  /** What the policy wants in each reply beside the action. */
  readonly replyFields: readonly ReplyField[];
}

/** A reply that could not be read, and why. */
export interface BrokenReply {
  readonly text: string;
  readonly problem: string;
}

/** What a prompt is composed from. */
export interface Composition {
  readonly memory: unknown;
  readonly index: number;
  readonly seen: Seen;
  readonly seed: number;
  readonly previous: readonly PromptPart[];
  readonly broken?: BrokenReply;
}

/** A prompt ready to be sent. */
export interface Composed {
  readonly parts: readonly PromptPart[];
  readonly prompt: FiledPrompt;
  readonly request: ModelRequest;
}

/** A memory after what happened, and what it wishes for. */
export interface Remembered {
  readonly memory: unknown;
  readonly effects: readonly MemoryEffect[];
}

interface Context extends AgentInput {
  readonly at: number;
  /** Index of the step at hand; −1 before the first. */
  readonly step: number;
  readonly memory: unknown;
  readonly tally: Tally;
  /** What the agent looks at. */
  readonly seen: Seen;
  /** How often each observation was met before, by hash. */
  readonly met: Readonly<Record<string, number>>;
  /** How often the agent stood before the present observation before. */
  readonly attempt: number;
  /** How often each action was taken since the observation last changed, by its JSON. */
  readonly tried: Readonly<Record<string, number>>;
  /** The parts of the last prompt, for the shared prefix. */
  readonly parts: readonly PromptPart[];
  /** Tokens of the step's first prompt: a repair must not bend the curves. */
  readonly promptTokens: PromptTokens;
  readonly outputTokens: number;
  /** Broken replies of the step at hand. */
  readonly broken: readonly BrokenReply[];
  readonly reply: ReadReply;
  readonly taken: readonly Step[];
  /** The plan that is being carried out. */
  readonly effects: readonly MemoryEffect[];
  /** What came of it, by the effect's place in the plan. */
  readonly came: Readonly<Record<number, MemoryEvent>>;
  readonly isPageOpen: boolean;
  /** Virtual time at which the last of the joined facts happened. */
  readonly joinedAt: number;
  readonly ending: Ending;
}

type AgentEvent = AgentCommand | BrowserFact | ModelFact | RetrieverFact | SummarizerFact;

const NOTHING_SEEN: Seen = { observation: { url: "", title: "", text: "" }, sha256: "" };
const NO_TOKENS: PromptTokens = { parts: {}, total: 0, sharedPrefix: 0 };
const NO_REPLY: ReadReply = { readable: false, problem: "no reply yet" };

/** The agent actor's machine; `begin`, `compose`, `remember` and `absorb` must be provided: they hold the policy. */
export const agentMachine = setup({
  types: {
    context: {} as Context,
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
  context: ({ input }) => ({
    ...input,
    at: 0,
    step: -1,
    memory: null,
    tally: { usage: NO_USAGE, repairs: 0, recalled: [] },
    seen: NOTHING_SEEN,
    met: {},
    attempt: 0,
    tried: {},
    parts: [],
    promptTokens: NO_TOKENS,
    outputTokens: 0,
    broken: [],
    reply: NO_REPLY,
    taken: [],
    effects: [],
    came: {},
    isPageOpen: false,
    joinedAt: 0,
    ending: { end: "cancelled" },
  }),
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

/** What an effect came to, with its place in the plan. */
interface Joined {
  readonly effect: number;
  readonly at: number;
  readonly event: MemoryEvent;
  readonly usage?: Usage;
}

type Fact<Type extends AgentEvent["type"]> = Extract<AgentEvent, { type: Type }>;

function recalledEvent({ at, effect, hits }: Fact<"recall.done">): Joined {
  return { at, effect, event: { type: "insights.recalled", hits } };
}

function writtenEvent({ at, effect, from, to, text, usage }: Fact<"summary.written">): Joined {
  return { at, effect, usage, event: { type: "summary.written", from, to, text } };
}

function failedEvent(fact: Fact<"recall.failed"> | Fact<"summary.failed">, effect: MemoryEffect["type"]): Joined {
  return {
    at: fact.at,
    effect: fact.effect,
    event: { type: "effect.failed", effect, message: fact.failure.message },
    ...("usage" in fact ? { usage: fact.usage } : {}),
  };
}

/** What came of the plan, in the plan's order. */
function inOrder({ effects, came }: Context): MemoryEvent[] {
  return effects.map((_, place) => came[place]).filter((event) => event !== undefined);
}

function recalledGroups(context: Context): readonly string[] {
  const groups = inOrder(context).flatMap((event) => event.type === "insights.recalled" ? event.hits : [])
    .map((hit) => hit.group.id);
  return groups.length === 0 ? context.tally.recalled : [...new Set([...context.tally.recalled, ...groups])];
}

function spend(context: Context, usage: Usage): Tally {
  return { ...context.tally, usage: addUsage(context.tally.usage, usage) };
}

/** The reply at hand; asking for it before there is one is our own bug. */
function chosen({ reply }: Context): Extract<ReadReply, { readable: true }> {
  if (!reply.readable) throw new HarnessError(`Cannot act as the reply must be readable: ${reply.problem}`);
  return reply;
}

function lastStep({ taken }: Context): Step {
  const last = taken.at(-1);
  if (last === undefined) throw new HarnessError("Cannot remember a step as one must have been taken: there is none");
  return last;
}

function stepOf(context: Context, outcome: Step["outcome"]): Step {
  const { thought, summary, action } = chosen(context);
  const { observation, screenshot } = context.seen;
  return {
    index: context.step,
    observation,
    ...(screenshot === undefined ? {} : { screenshot }),
    thought,
    ...(summary === undefined ? {} : { summary }),
    action,
    outcome,
  };
}

function compositionOf(context: Context): Composition {
  const broken = context.broken.at(-1);
  return {
    memory: context.memory,
    index: context.step,
    seen: context.seen,
    seed: drawSeed(context.seed, context.attempt),
    previous: context.parts,
    ...(broken === undefined ? {} : { broken }),
  };
}

function chosenFact(context: Context): AgentFact {
  return { type: "action.chosen", at: context.at, step: context.step, action: chosen(context).action };
}

function actCommand(context: Context): BrowserCommand {
  const { action } = chosen(context);
  if (action.kind === "answer") throw new HarnessError("Cannot act an answer as it never reaches the page");
  return { type: "browser.act", at: context.at, step: context.step, action };
}

function completedFact(context: Context, last: boolean): AgentFact {
  const { at, step, promptTokens, outputTokens, tally } = context;
  return {
    type: "step.completed",
    at,
    step: lastStep(context),
    record: { index: step, prompt: promptTokens, outputTokens, virtualMs: at },
    tally,
    last,
  };
}

/** An effect as a command to the actor that can do it. */
function effectCommand(context: Context, effect: MemoryEffect, place: number): RetrieverCommand | SummarizerCommand {
  const { at } = context;
  if (effect.type === "recall") {
    return { type: "recall.request", at, effect: place, query: effect.query, groups: effect.groups };
  }
  const { from, to, maxTokens, steps, previous, when } = effect;
  const offered = when === "same_call" && from === to
    ? steps.find((step) => step.index === from)?.summary ?? context.taken[from]?.summary
    : undefined;
  return {
    type: "summary.request",
    at,
    effect: place,
    from,
    to,
    maxTokens,
    steps,
    seed: drawSeed(context.seed, context.attempt),
    ...(previous === undefined ? {} : { previous }),
    ...(offered === undefined ? {} : { offered }),
  };
}

function offTape(message: string): Ending {
  return { end: "off-tape", blame: "environment", message };
}

function loop({ tried, repeats }: Context): Ending {
  const [action = ""] = Object.entries(tried).find(([, times]) => times >= repeats) ?? [];
  return {
    end: "loop",
    blame: "agent",
    message: `The page stayed the same after ${repeats} times ${describeAction(JSON.parse(action))}`,
  };
}

function unreadable({ broken }: Context): Ending {
  return {
    end: "unreadable",
    blame: "agent",
    message: `Cannot read the model's reply after one repair: ${broken.at(-1)?.problem ?? ""}`,
  };
}
