import { draw } from "../../base/mod.ts";
import type { Note } from "./notes.ts";
import type { ReaderPreset } from "./presets.ts";

/** What one passage of notes through writing is keyed by: nothing that a policy could change but what it passes on. */
export interface Passage {
  readonly preset: ReaderPreset;
  readonly seed: number;
  readonly goal: string;
  readonly attempt: number;
  /** Empty for the first writing; for a rewriting what was rewritten, so that every rewriting loses anew. */
  readonly generation: string;
}

/**
 * Sends notes through the lossy channel that writing a summary is.
 *
 * @param notes What there is to write down.
 * @param passage The reader and its luck.
 * @returns The notes that come out, in order; some are lost, some changed.
 */
export function passOn(notes: readonly Note[], passage: Passage): Note[] {
  const { preset } = passage;
  return notes.flatMap((note): Note[] => {
    const luck = (what: string) => drawFor(what, note.name, passage);
    if (note.kind === "done") return luck("write-progress") < preset.writeProgress ? [note] : [];
    if (luck("write") >= preset.write) return [];
    return luck("corrupt") < preset.corrupt ? corrupted(note, passage) : [note];
  });
}

function drawFor(what: string, name: string, { seed, goal, attempt, generation }: Passage): number {
  return generation === ""
    ? draw(seed, goal, what, name, attempt, "once")
    : draw(seed, goal, what, name, attempt, "again", generation);
}

/** One digit becomes another; what has no digit is garbled beyond use, and so left out. */
function corrupted(note: Note, passage: Passage): Note[] {
  const digits = [...note.value.matchAll(/\d/g)];
  const chosen = digits[Math.floor(drawFor("corrupt-where", note.name, passage) * digits.length)];
  if (chosen === undefined) return [];
  const shift = 1 + Math.floor(drawFor("corrupt-what", note.name, passage) * 9);
  const digit = String((Number(chosen[0]) + shift) % 10);
  return [{ ...note, value: note.value.slice(0, chosen.index) + digit + note.value.slice(chosen.index + 1) }];
}
