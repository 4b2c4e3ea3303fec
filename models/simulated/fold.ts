import type { Playbook, Slots } from "./playbook.ts";
import type { PromptView } from "./prompt_view.ts";
import type { ReaderPreset } from "./presets.ts";
import type { TokenCounter } from "../tokens/token_counter.ts";
import { gather, type IsCaught } from "./knowledge.ts";
import { type Note, writeNote } from "./notes.ts";
import { passOn } from "./lossy.ts";

/** What a request for a summary is answered from. */
export interface FoldInput {
  readonly view: PromptView;
  /** Absent where the request names no task that the reader knows: then only notes are passed on, no page is read. */
  readonly job?: { readonly playbook: Playbook; readonly slots: Slots; readonly isCaught: IsCaught };
  readonly preset: ReaderPreset;
  readonly seed: number;
  readonly attempt: number;
  readonly maxTokens: number;
  readonly counter: TokenCounter;
}

/**
 * Puts the steps that a request shows into one text: all notes pass through the lossy channel once more, so what is
 * folded again and again loses again and again.
 *
 * @param input The request.
 * @returns At most `maxTokens` tokens; where not all notes fit, the oldest facts go first.
 */
export function fold(input: FoldInput): string {
  const { view, preset, seed, attempt, maxTokens, counter } = input;
  const { facts, marks } = collect(input);
  const last = view.sections.findLast(({ name }) => name !== "notice" && name !== "task" && name !== "format");
  const steps = view.sections.map(({ attributes }) => attributes.step ?? attributes.to ?? "").filter((step) =>
    step !== ""
  );
  const generation = `${steps.at(-1) ?? ""}/${view.sections.length}/${last?.name ?? ""}`;
  const kept = passOn([...facts, ...marks], { preset, seed, goal: view.goal ?? "", attempt, generation });
  // A later mark implies the earlier ones.
  const mark = kept.findLast(({ kind }) => kind === "done");
  const values = kept.filter(({ kind }) => kind === "fact");
  const span = steps.length === 0 ? "The steps so far" : `The steps up to number ${steps.at(-1)}`;
  for (let dropped = 0; dropped <= values.length; dropped++) {
    const notes = [...values.slice(dropped), ...(mark === undefined ? [] : [mark])].map(writeNote).join(" ");
    const text = `${span} in short. ${notes === "" ? "No value has to be kept." : `To be kept: ${notes}`}`;
    if (counter.text(text) <= maxTokens) return text;
  }
  return mark !== undefined && counter.text(writeNote(mark)) <= maxTokens ? writeNote(mark) : "";
}

function collect({ view, job }: FoldInput): { facts: Note[]; marks: Note[] } {
  const notes = view.sections.flatMap((section) => section.notes);
  const facts = new Map<string, string>();
  if (job !== undefined) {
    // Facts of pages that nobody wrote down yet are read now; notes come after and have the last word.
    const { known } = gather(
      view,
      view.sections.filter(({ page }) => page !== undefined),
      job.playbook,
      job.slots,
      job.isCaught,
      new Map(),
    );
    for (const [name, { value }] of known) facts.set(name, value);
  }
  for (const { kind, name, value } of notes) if (kind === "fact") facts.set(name, value);
  const marks = new Map<string, Note>();
  for (const note of notes) {
    if (note.kind !== "done") continue;
    marks.delete(note.name);
    marks.set(note.name, note);
  }
  return { facts: [...facts].map(([name, value]) => ({ kind: "fact", name, value })), marks: [...marks.values()] };
}
