import { describeAction, type Step } from "../env/mod.ts";
import { section } from "../models/mod.ts";
import type { PromptPart } from "../memory/mod.ts";
import type { BrokenReply } from "./agent_context.ts";
import type { SummarizerCommand } from "./events.ts";

/** The most of a broken reply that is quoted back, in UTF-16 units. */
const QUOTED = 2000;

/**
 * Writes the notice that asks once more for a reply that could be read.
 *
 * @param broken The reply and what was wrong with it.
 * @returns The part that stands after all others.
 */
export function repairNotice({ text, problem }: BrokenReply): PromptPart {
  const quoted = text.length > QUOTED ? `${text.slice(0, QUOTED)} […]` : text;
  const body = [
    "Your last reply could not be read, so nothing was done on the page.",
    `What was wrong: ${problem}.`,
    "Your reply was:",
    quoted,
    "Answer once more, in the format asked for.",
  ].join("\n");
  return userPart("format", section("notice", { kind: "repair" }, body));
}

/**
 * Writes the request for a summary in a call of its own.
 *
 * @param goal What the agent is asked to do.
 * @param command Which steps, how long, and what the text continues.
 * @returns The prompt.
 */
export function summaryPrompt(goal: string, command: SummarizerCommand): PromptPart[] {
  const { from, to, maxTokens, steps, previous } = command;
  const range = { from: String(from), to: String(to) };
  const asked = from === to ? `step ${from}` : `steps ${from} to ${to}`;
  const body = [
    `Summarize ${asked} for the one who goes on with the task: what was done, what came of it,`,
    "and every fact on the pages that the task may still need, with its exact value.",
    ...(previous === undefined ? [] : ["Your text replaces the earlier one above, so keep what still matters of it."]),
    `Write at most ${maxTokens} tokens of plain text, and nothing else.`,
  ].join("\n");
  return [
    {
      name: "system",
      role: "system",
      content: [{ type: "text", text: "You keep the memory of an agent that works on web pages.\n" }],
    },
    userPart("task", section("task", {}, goal)),
    ...(previous === undefined ? [] : [userPart("history", section("folded", {}, previous))]),
    ...steps.map((step) => userPart("history", stepText(step))),
    userPart("format", section("notice", { kind: "summarize", ...range, tokens: String(maxTokens) }, body)),
  ];
}

function stepText({ index, observation, thought, action, outcome }: Step): string {
  const step = { step: String(index) };
  const page = section("page", { ...step, url: observation.url, title: observation.title }, observation.text);
  const reply = section("reply", step, JSON.stringify({ thought, action }));
  const became = outcome.status === "done"
    ? ""
    : section("outcome", { ...step, status: outcome.status }, `${describeAction(action)}: ${outcome.message}`);
  return page + reply + became;
}

function userPart(name: PromptPart["name"], text: string): PromptPart {
  return { name, role: "user", content: [{ type: "text", text }] };
}
