import { assertEquals } from "@std/assert";
import { type Note, readNotes, writeNote } from "../../../models/simulated/notes.ts";

Deno.test("notes come back as they were written, also in the middle of words and quoted as JSON", () => {
  const notes: Note[] = [
    { kind: "fact", name: "price.0", value: "12.50" },
    { kind: "fact", name: "names.1", value: '["Arc lamp","Desk [big] lamp"]' },
    { kind: "done", name: "list page 2 [last]", value: "" },
    { kind: "fact", name: "empty", value: "" },
  ];
  const text = `So ${notes.map(writeNote).join(" and ")}.`;
  assertEquals(readNotes(text), notes);
  assertEquals(readNotes(JSON.parse(JSON.stringify({ text })).text), notes);
});

Deno.test("references and other brackets are no notes", () => {
  assertEquals(readNotes('- link "Home" [ref=e1] [level=2] [a [b: c] [: x] [1: y]').length, 1);
});
