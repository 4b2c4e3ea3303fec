/** What the reader wrote down for itself: a fact's value, or that a subgoal is done. */
export interface Note {
  readonly kind: "fact" | "done";
  /** The fact's name, or the subgoal's id. */
  readonly name: string;
  /** The fact's value; empty for a mark. */
  readonly value: string;
}

const NOTE = /\[([A-Za-z_][\w.-]*): ([^[\]]*)\]/g;

// A value may hold brackets (a list is written as JSON). Their full-width forms keep a note readable and survive being
// quoted as JSON, which backslashes would not.
function guard(value: string): string {
  return value.replaceAll("[", "［").replaceAll("]", "］").replaceAll(/\s+/g, " ");
}

function unguard(value: string): string {
  return value.replaceAll("［", "[").replaceAll("］", "]");
}

/**
 * Writes a note in brackets.
 *
 * @param note What to write down.
 * @returns `[price.0: 12.50]` or `[done: price.0]`.
 */
export function writeNote(note: Note): string {
  return note.kind === "fact" ? `[${note.name}: ${guard(note.value)}]` : `[done: ${guard(note.name)}]`;
}

/**
 * Reads the notes of a text.
 *
 * @param text A thought or a summary.
 * @returns The notes in order.
 */
export function readNotes(text: string): Note[] {
  return [...text.matchAll(NOTE)].map((match): Note =>
    match[1] === "done"
      ? { kind: "done", name: unguard(match[2] ?? ""), value: "" }
      : { kind: "fact", name: match[1] ?? "", value: unguard(match[2] ?? "") }
  );
}
