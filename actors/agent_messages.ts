/** What the agent says to the other actors, and how it understands what they say. */
import { HarnessError } from "../base/mod.ts";
import { describeAction } from "../env/mod.ts";
import { drawSeed, type Usage } from "../models/mod.ts";
import type { MemoryEffect, MemoryEvent } from "../memory/mod.ts";
import { type AgentContext, type AgentEvent, chosen, lastStep } from "./agent_context.ts";
import type { AgentFact, BrowserCommand, Ending, RetrieverCommand, SummarizerCommand } from "./events.ts";

/** What an effect came to, with its place in the plan. */
export interface Joined {
  readonly effect: number;
  readonly at: number;
  readonly event: MemoryEvent;
  readonly usage?: Usage;
}

type Fact<Type extends AgentEvent["type"]> = Extract<AgentEvent, { type: Type }>;

/** What a recall came to, as the policy is told it. */
export function recalledEvent({ at, effect, hits }: Fact<"recall.done">): Joined {
  return { at, effect, event: { type: "insights.recalled", hits } };
}

/** What a summary came to, as the policy is told it. */
export function writtenEvent({ at, effect, from, to, text, usage }: Fact<"summary.written">): Joined {
  return { at, effect, usage, event: { type: "summary.written", from, to, text } };
}

/** An effect that came to nothing, as the policy is told it. */
export function failedEvent(
  fact: Fact<"recall.failed"> | Fact<"summary.failed">,
  effect: MemoryEffect["type"],
): Joined {
  return {
    at: fact.at,
    effect: fact.effect,
    event: { type: "effect.failed", effect, message: fact.failure.message },
    ...("usage" in fact ? { usage: fact.usage } : {}),
  };
}

/** Tells the episode the action. */
export function chosenFact(context: AgentContext): AgentFact {
  return { type: "action.chosen", at: context.at, step: context.step, action: chosen(context).action };
}

/** Asks the browser for the action. */
export function actCommand(context: AgentContext): BrowserCommand {
  const { action } = chosen(context);
  if (action.kind === "answer") throw new HarnessError("Cannot act an answer as it never reaches the page");
  return { type: "browser.act", at: context.at, step: context.step, action };
}

/** Tells the episode that a step is over. */
export function completedFact(context: AgentContext, last: boolean): AgentFact {
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
export function effectCommand(
  context: AgentContext,
  effect: MemoryEffect,
  place: number,
): RetrieverCommand | SummarizerCommand {
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

/** The end where the recording does not hold what the page asked for. */
export function offTape(message: string): Ending {
  return { end: "off-tape", blame: "environment", message };
}

/** The end where the same was done again and again. */
export function loop({ tried, repeats }: AgentContext): Ending {
  const [action = ""] = Object.entries(tried).find(([, times]) => times >= repeats) ?? [];
  return {
    end: "loop",
    blame: "agent",
    message: `The page stayed the same after ${repeats} times ${describeAction(JSON.parse(action))}`,
  };
}

/** The end where two replies in a row could not be read. */
export function unreadable({ broken }: AgentContext): Ending {
  return {
    end: "unreadable",
    blame: "agent",
    message: `Cannot read the model's reply after one repair: ${broken.at(-1)?.problem ?? ""}`,
  };
}
