import { HarnessError } from "../base/mod.ts";
import type { Step } from "../env/mod.ts";
import { drawSeed, type ModelRequest, type Usage } from "../models/mod.ts";
import type { MemoryEffect, MemoryEvent, PromptPart, ReplyField } from "../memory/mod.ts";
import type { PromptTokens } from "./episode.ts";
import type {
  AgentCommand,
  BrowserFact,
  Ending,
  ModelFact,
  RetrieverFact,
  Seen,
  SummarizerFact,
  Tally,
} from "./events.ts";
import type { FiledPrompt } from "./prompt_file.ts";
import type { ReadReply } from "./read_reply.ts";
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

/** What the agent knows between two events: plain data. */
export interface AgentContext extends AgentInput {
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

/** What the agent actor is told. */
export type AgentEvent = AgentCommand | BrowserFact | ModelFact | RetrieverFact | SummarizerFact;

/** The tokens of no prompt at all. */
export const NO_TOKENS: PromptTokens = { parts: {}, total: 0, sharedPrefix: 0 };

/** The agent before its first step, its input apart. */
export const FRESH: Omit<AgentContext, keyof AgentInput> = {
  at: 0,
  step: -1,
  memory: null,
  tally: { usage: NO_USAGE, repairs: 0, recalled: [] },
  seen: { observation: { url: "", title: "", text: "" }, sha256: "" },
  met: {},
  attempt: 0,
  tried: {},
  parts: [],
  promptTokens: NO_TOKENS,
  outputTokens: 0,
  broken: [],
  reply: { readable: false, problem: "no reply yet" },
  taken: [],
  effects: [],
  came: {},
  isPageOpen: false,
  joinedAt: 0,
  ending: { end: "cancelled" },
};

/** What came of the plan, in the plan's order. */
export function inOrder({ effects, came }: AgentContext): MemoryEvent[] {
  return effects.map((_, place) => came[place]).filter((event) => event !== undefined);
}

/** The groups recalled so far, best first, each once. */
export function recalledGroups(context: AgentContext): readonly string[] {
  const groups = inOrder(context).flatMap((event) => event.type === "insights.recalled" ? event.hits : [])
    .map((hit) => hit.group.id);
  return groups.length === 0 ? context.tally.recalled : [...new Set([...context.tally.recalled, ...groups])];
}

/** The tally with one more usage. */
export function spend(context: AgentContext, usage: Usage): Tally {
  return { ...context.tally, usage: addUsage(context.tally.usage, usage) };
}

/** The reply at hand; asking for it before there is one is our own bug. */
export function chosen({ reply }: AgentContext): Extract<ReadReply, { readable: true }> {
  if (!reply.readable) throw new HarnessError(`Cannot act as the reply must be readable: ${reply.problem}`);
  return reply;
}

/** The step taken last; asking before there is one is our own bug. */
export function lastStep({ taken }: AgentContext): Step {
  const last = taken.at(-1);
  if (last === undefined) throw new HarnessError("Cannot remember a step as one must have been taken: there is none");
  return last;
}

/** The step at hand, once its action has an outcome. */
export function stepOf(context: AgentContext, outcome: Step["outcome"]): Step {
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

/** What the prompt of the step at hand is composed from. */
export function compositionOf(context: AgentContext): Composition {
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
