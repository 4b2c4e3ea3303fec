import { describeAction, type Observation, type ScreenshotRef, type Step } from "../../env/mod.ts";
import { section } from "../../models/mod.ts";
import type { PromptPart } from "../prompt.ts";

/**
 * The page of one step as prompt content: the `<page>` section, then the picture where there is one.
 *
 * The observation part and the history parts are both made by this function, so that what was the observation at one
 * step is the same text in the history of the next, and a provider's cache can bill the shared prefix once.
 *
 * @param index Index of the step.
 * @param observation What the agent saw.
 * @param screenshot The picture of it.
 * @returns One text, and at most one image.
 */
export function pageContent(
  index: number,
  observation: Observation,
  screenshot?: ScreenshotRef,
): PromptPart["content"] {
  const { url, title, text } = observation;
  const page = { type: "text", text: section("page", { step: String(index), url, title }, text) } as const;
  if (screenshot === undefined) return [page];
  const { sha256, width, height } = screenshot;
  return [page, { type: "image", sha256, width, height }];
}

/**
 * What became of a step's action, where it was not simply done: the `<outcome>` section with the action and the reason.
 *
 * @param step The step.
 * @returns The section, or the empty text where the action was done.
 */
export function outcomeText(step: Step): string {
  const { action, index, outcome } = step;
  if (outcome.status === "done") return "";
  const attributes = { step: String(index), status: outcome.status };
  return section("outcome", attributes, `You tried: ${describeAction(action)}\nIt was not done: ${outcome.message}`);
}

/**
 * The agent's reply at a step, and what became of it where it was not simply done.
 *
 * The reply is written in the form in which it was asked for, so that the history also shows how to answer.
 *
 * @param step The step.
 * @returns The `<reply>` section and perhaps an `<outcome>` section.
 */
export function replyText(step: Step): string {
  const reply = JSON.stringify({ thought: step.thought, action: step.action });
  return section("reply", { step: String(step.index) }, reply) + outcomeText(step);
}

// A step never changes once it is completed, and a long history renders every one of them at every later step.
const pages = new WeakMap<Step, PromptPart>();
const replies = new WeakMap<Step, PromptPart>();

function remembered(cache: WeakMap<Step, PromptPart>, step: Step, make: () => PromptPart["content"]): PromptPart {
  const known = cache.get(step);
  if (known !== undefined) return known;
  const part: PromptPart = { name: "history", role: "user", content: make() };
  cache.set(step, part);
  return part;
}

/**
 * The page of a past step as a history part of its own.
 *
 * @param step The step.
 * @returns The part; the same object each time for the same step.
 */
export function pagePart(step: Step): PromptPart {
  return remembered(pages, step, () => pageContent(step.index, step.observation, step.screenshot));
}

/**
 * The reply of a past step as a history part of its own.
 *
 * @param step The step.
 * @returns The part; the same object each time for the same step.
 */
export function replyPart(step: Step): PromptPart {
  return remembered(replies, step, () => [{ type: "text", text: replyText(step) }]);
}
