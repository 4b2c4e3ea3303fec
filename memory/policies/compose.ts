import type { Step } from "../../env/mod.ts";
import { section } from "../../models/mod.ts";
import type { HistoryPolicy, InsightPolicy, MemoryPolicy, RenderInput } from "../policy.ts";
import type { PartName, PromptPart } from "../prompt.ts";
import { outcomeText, pageContent } from "./step_parts.ts";
import { formatText, systemText } from "./wording.ts";

/** The memories of both halves, and what the prompt needs beside them. */
export interface ComposedMemory<H = unknown, I = unknown> {
  /** The words the agent is given. */
  readonly goal: string;
  /** Memory of the history half. */
  readonly history: H;
  /** Memory of the insight half. */
  readonly insights: I;
  /** The step completed last: why its action was refused belongs to what the agent sees now, whatever the history keeps. */
  readonly last?: Step;
}

/**
 * Makes a whole memory policy of two independent halves, so that every pair is an arm of a factorial experiment.
 *
 * The prompt: system (role, action grammar), insights, task, history, observation, format. Everything before the format
 * is append-only where the history is. A refused action's `<outcome>` stands before the page at the next step, shown by the
 * history where it keeps replies, else by the observation part.
 *
 * @param history What of the past steps is in the prompt.
 * @param insights Which lessons are.
 * @returns The policy `history+insights`.
 *
 * @example A prompt in named parts
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { composePolicy, historyPolicy, insightPolicy } from "../mod.ts";
 *
 * const policy = composePolicy(historyPolicy("full"), insightPolicy("none"));
 * const memory = policy.init({ goal: "Find the cheapest lamp.", site: "shop" });
 * const observation = { url: "https://shop.test/", title: "Shop", text: '- link "Lamps" [ref=e1]' };
 * deepEqual(policy.render(memory, { index: 0, observation }).map((part) => part.name), [
 *   "system",
 *   "task",
 *   "observation",
 *   "format",
 * ]);
 * ```
 */
export function composePolicy<H, I>(
  history: HistoryPolicy<H>,
  insights: InsightPolicy<I>,
): MemoryPolicy<ComposedMemory<H, I>> {
  return {
    id: `${history.id}+${insights.id}`,
    replyFields: history.replyFields,
    init: (context) => ({
      goal: context.goal,
      history: history.init(context),
      insights: insights.init(context),
    }),
    plan: (memory, moment) => [
      ...insights.plan(memory.insights, moment),
      ...history.plan(memory.history, moment),
    ],
    reduce: (memory, event) => ({
      ...memory,
      history: history.reduce(memory.history, event),
      insights: insights.reduce(memory.insights, event),
      ...(event.type === "step.completed" ? { last: event.step } : {}),
    }),
    render(memory, input) {
      const lessons = insights.render(memory.insights);
      const past = history.render(memory.history);
      return [
        textPart("system", systemText(lessons.length > 0)),
        ...lessons,
        textPart("task", section("task", {}, memory.goal)),
        ...past,
        observationPart(input, memory.last, past),
        textPart("format", formatText(history.replyFields)),
      ];
    },
  };
}

function textPart(name: PartName, text: string): PromptPart {
  return { name, role: name === "system" ? "system" : "user", content: [{ type: "text", text }] };
}

function observationPart(input: RenderInput, last: Step | undefined, past: readonly PromptPart[]): PromptPart {
  const page = pageContent(input.index, input.observation, input.screenshot);
  const outcome = last === undefined ? "" : outcomeText(last);
  const isShown = past.some((part) => part.content.some((item) => item.type === "text" && item.text.endsWith(outcome)));
  return {
    name: "observation",
    role: "user",
    content: outcome === "" || isShown ? page : [{ type: "text", text: outcome }, ...page],
  };
}
