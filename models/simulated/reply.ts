import { draw } from "../../base/mod.ts";
import type { Decision, ReaderInput } from "./reader.ts";
import { type Note, writeNote } from "./notes.ts";
import { tokenCounter } from "../tokens/token_counter.ts";
import { passOn } from "./lossy.ts";

/**
 * Writes the reader's reply as the prompt's format section asks for it.
 *
 * @param decision What was decided.
 * @param input What it was decided on.
 * @returns The model's text: JSON, or now and then something that fails to be.
 */
export function writeReply(decision: Decision, input: ReaderInput): string {
  const asksForSummary = /\bsummary\b/i.test(input.view.format);
  const reply = {
    thought: thoughtFor(decision, input),
    ...(asksForSummary ? { summary: summaryFor(decision, input) } : {}),
    action: decision.action,
  };
  return isBroken(input) ? broken(reply, input) : JSON.stringify(reply);
}

function notesOf(decision: Decision): { facts: Note[]; marks: Note[] } {
  return {
    facts: decision.read.map(([name, value]) => ({ kind: "fact", name, value })),
    marks: decision.done.map((name) => ({ kind: "done", name, value: "" })),
  };
}

function thoughtFor(decision: Decision, { preset, seed, attempt, view }: ReaderInput): string {
  const { facts, marks } = notesOf(decision);
  const kept = facts.filter(({ name }) =>
    draw(seed, view.goal ?? "", "thought-note", name, attempt, "once") < preset.thoughtNote
  );
  const notes = [...kept, ...marks].map(writeNote).join(" ");
  const unsure = decision.forgotten.length === 0 ? "" : ` I am not sure of ${decision.forgotten.join(", ")}.`;
  return `${notes === "" ? "" : `${notes} `}I am to ${decision.doing}: ${decision.why}.${unsure}`;
}

/** Tokens: the upper end of what the paper's counts imply, with a little room. */
const LONGEST_SUMMARY = 115;
const count = tokenCounter("none");

const DID: Readonly<Record<Decision["action"]["kind"], string>> = {
  click: "clicked an element of it",
  type: "filled in a field on it",
  select: "chose an option on it",
  scroll: "scrolled it",
  goto: "left it for another address",
  back: "went back to the page before it",
  wait: "stayed on it to read it once more",
  answer: "gave the answer",
};

function summaryFor(decision: Decision, { preset, seed, attempt, view }: ReaderInput): string {
  const { facts, marks } = notesOf(decision);
  const kept = passOn([...marks, ...facts], { preset, seed, goal: view.goal ?? "", attempt, generation: "" });
  const title = view.page?.attributes.title;
  const page = title === undefined || title === "" ? "the page at hand" : `the page "${title}"`;
  const sentences = [
    `I was on ${page} and ${DID[decision.action.kind]}, in order to ${decision.why}.`,
    `What I am at now is to ${decision.doing}; what is left of the task comes after that.`,
    kept.some(({ kind }) => kind === "fact")
      ? "The values in brackets stood on it and will be needed later."
      : "It gave no new value that has to be kept for later.",
  ];
  // Notes come first, as a summary that is too long is cut at its end; many notes leave less room for words.
  const head = kept.map(writeNote);
  for (let words = sentences.length; words > 0; words--) {
    const text = [...head, ...sentences.slice(0, words)].join(" ");
    if (count.text(text) <= LONGEST_SUMMARY) return text;
  }
  return head.length === 0 ? sentences[0] ?? "" : head.join(" ");
}

/** The same page met as often before gets the same luck, whatever else the prompt holds; a repair is always right. */
function isBroken({ view, preset, seed, attempt }: ReaderInput): boolean {
  if (preset.formatError === 0 || view.notice !== undefined) return false;
  return draw(seed, view.goal ?? "", "format", view.page?.body ?? "", attempt) < preset.formatError;
}

function broken(reply: { thought: string; action: unknown }, { view, seed, attempt }: ReaderInput): string {
  const whole = JSON.stringify(reply);
  const kind = Math.floor(draw(seed, view.goal ?? "", "format-kind", view.page?.body ?? "", attempt) * 3);
  if (kind === 0) return whole.slice(0, Math.ceil(whole.length * 0.6));
  if (kind === 1) return `${reply.thought} So that is what I do next.`;
  const { action, ...rest } = reply;
  return JSON.stringify({ ...rest, command: action });
}
