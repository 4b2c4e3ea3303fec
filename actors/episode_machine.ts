/**
 * The root actor of an episode: spawns the others, watches the limits, and ends them all.
 *
 * ```text
 * running ─ step.completed (no limit reached) ─► step.next ─► running
 *    ├─ a limit reached | the agent ended | an actor broke | episode.cancel ─► closing
 *    └───────────────────────────────────────────────────────────── browser closed ─► ended
 * ```
 */
import { assign, sendTo, setup, spawnChild, stopChild } from "xstate";
import type { Step } from "../env/mod.ts";
import type { Limits, StepRecord } from "./episode.ts";
import type { AgentInput } from "./agent_context.ts";
import { agentMachine } from "./agent_machine.ts";
import { browserMachine } from "./browser_machine.ts";
import type {
  AgentCommand,
  AgentFact,
  AgentOutput,
  BrowserCommand,
  BrowserOutput,
  Ending,
  EpisodeCommand,
  Tally,
} from "./events.ts";
import { type Failure, failureOf, timeoutOf } from "./failure.ts";
import { limitReached } from "./limits.ts";
import { modelMachine } from "./model_machine.ts";
import { retrieverMachine } from "./retriever_machine.ts";
import { summarizerMachine } from "./summarizer_machine.ts";
import { NO_USAGE } from "./usage.ts";

/** What the episode actor starts from: plain data only. */
export interface EpisodeMachineInput {
  readonly limits: Limits;
  readonly agent: AgentInput;
}

/** What the episode actor comes to. */
export interface EpisodeMachineOutput {
  readonly ending: Ending;
  readonly steps: readonly Step[];
  readonly records: readonly StepRecord[];
  readonly tally: Tally;
  readonly browser: BrowserOutput;
}

interface Context extends EpisodeMachineInput, EpisodeMachineOutput {
  readonly at: number;
}

type EpisodeEvent =
  | EpisodeCommand
  | AgentFact
  | { readonly type: "xstate.done.actor.agent"; readonly output: AgentOutput }
  | { readonly type: "xstate.done.actor.browser"; readonly output: BrowserOutput }
  | { readonly type: `xstate.error.actor.${ChildName}`; readonly error: unknown };

type ChildName = "browser" | "model" | "retriever" | "summarizer" | "agent";

/** The episode actor's machine; its children's actors must be provided. */
export const episodeMachine = setup({
  types: {
    context: {} as Context,
    input: {} as EpisodeMachineInput,
    output: {} as EpisodeMachineOutput,
    events: {} as EpisodeEvent,
    children: {} as {
      browser: "browser";
      model: "model";
      retriever: "retriever";
      summarizer: "summarizer";
      agent: "agent";
    },
  },
  actors: {
    browser: browserMachine,
    model: modelMachine,
    retriever: retrieverMachine,
    summarizer: summarizerMachine,
    agent: agentMachine,
  },
  actions: {
    spawnBrowser: spawnChild("browser", { id: "browser", systemId: "browser", input: waits }),
    spawnModel: spawnChild("model", { id: "model", systemId: "model", input: waits }),
    spawnRetriever: spawnChild("retriever", { id: "retriever", systemId: "retriever", input: waits }),
    spawnSummarizer: spawnChild("summarizer", { id: "summarizer", systemId: "summarizer" }),
    spawnAgent: spawnChild("agent", { id: "agent", systemId: "agent", input: ({ context }) => context.agent }),
    takeStep: assign(({ context }, fact: Extract<AgentFact, { type: "step.completed" }>) => ({
      at: fact.at,
      steps: [...context.steps, fact.step],
      records: [...context.records, fact.record],
      tally: fact.tally,
    })),
    takeEnding: assign((_, { at, tally, ...ending }: AgentOutput) => ({ at, tally, ending })),
    takeBrowser: assign(({ context }, browser: BrowserOutput) => ({
      browser,
      ending: endingWith(context.ending, browser.failure),
    })),
    end: assign((_, ending: Ending) => ({ ending })),
    toAgent: sendTo(({ system }) => system.get("agent"), (_, command: AgentCommand) => command),
    toBrowser: sendTo(({ system }) => system.get("browser"), (_, command: BrowserCommand) => command),
  },
  guards: {
    isLast: (_, { last }: { last: boolean }) => last,
    isWithinLimits: ({ context }) => limitReached(context) === undefined,
  },
  delays: { twicePatience: ({ context }) => 2 * context.limits.wallMs },
}).createMachine({
  id: "episode",
  description: "One attempt of one arm at one task with one seed.",
  context: ({ input }) => ({
    ...input,
    at: 0,
    ending: { end: "cancelled" },
    steps: [],
    records: [],
    tally: { usage: NO_USAGE, repairs: 0, recalled: [] },
    browser: {},
  }),
  output: ({ context }) => ({
    ending: context.ending,
    steps: context.steps,
    records: context.records,
    tally: context.tally,
    browser: context.browser,
  }),
  initial: "running",
  // The agent comes last: it speaks at once, and all others must be there to hear it.
  entry: ["spawnBrowser", "spawnModel", "spawnRetriever", "spawnSummarizer", "spawnAgent"],
  states: {
    running: {
      description: "The agent takes steps; each wait in it has its deadline in the actor that does the work.",
      initial: "stepping",
      states: {
        stepping: {
          description: "The agent is at work.",
          on: {
            // Its choice is for the transcript and for whoever watches; nothing depends on it here.
            "action.chosen": {},
            "step.completed": [
              {
                guard: { type: "isLast", params: ({ event }) => event },
                actions: { type: "takeStep", params: ({ event }) => event },
              },
              { target: "weighing", actions: { type: "takeStep", params: ({ event }) => event } },
            ],
          },
        },
        weighing: {
          description: "A step is over: another one, or a limit is reached.",
          always: [
            {
              guard: "isWithinLimits",
              target: "stepping",
              actions: {
                type: "toAgent",
                params: ({ context }) => ({ type: "step.next", at: context.at, step: context.steps.length }),
              },
            },
            {
              target: "#episode.closing",
              actions: [
                { type: "toAgent", params: ({ context }) => ({ type: "agent.stop", at: context.at }) },
                { type: "end", params: ({ context }) => limitReached(context) ?? context.ending },
              ],
            },
          ],
        },
      },
      on: {
        "episode.cancel": { target: "closing", actions: { type: "end", params: { end: "cancelled" } } },
        "xstate.done.actor.agent": {
          target: "closing",
          actions: { type: "takeEnding", params: ({ event }) => event.output },
        },
        "xstate.error.actor.*": {
          target: "closing",
          actions: { type: "end", params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    closing: {
      description: "Nobody works any more, calls under way are called off, and the browser closes within its deadline.",
      entry: [
        stopChild("agent"),
        stopChild("summarizer"),
        stopChild("retriever"),
        stopChild("model"),
        { type: "toBrowser", params: ({ context }) => ({ type: "browser.close", at: context.at }) },
      ],
      on: {
        "xstate.done.actor.browser": {
          target: "ended",
          actions: { type: "takeBrowser", params: ({ event }) => event.output },
        },
        "xstate.error.actor.browser": {
          target: "ended",
          actions: { type: "takeBrowser", params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
      after: {
        // The browser actor's own deadline comes first; this one is for the case that the actor itself broke.
        twicePatience: {
          target: "ended",
          actions: {
            type: "takeBrowser",
            params: ({ context }) => ({ failure: timeoutOf("the browser to close", 2 * context.limits.wallMs) }),
          },
        },
      },
    },
    ended: { type: "final", description: "Everything is told and nothing is left running." },
  },
});

/**
 * A browser that does not close spoils what would have counted: what it left behind cannot be trusted, and another
 * attempt tells for sure. An ending that does not count stays as it is.
 */
function endingWith(ending: Ending, failure: Failure | undefined): Ending {
  const counts = ending.end !== "cancelled" && ending.end !== "error" && ending.end !== "timeout";
  return failure === undefined || !counts ? ending : failure;
}

function waits({ context }: { context: Context }): { wallMs: number } {
  return { wallMs: context.limits.wallMs };
}
