import { assertEquals } from "@std/assert";
import { sha256 } from "../../base/mod.ts";
import { explainDifference } from "../../lab/mod.ts";

/** A kept prompt: the list of its parts, and each text by hash. */
function filed(parts: readonly (readonly [name: string, text: string])[]): Map<string, string> {
  const list = JSON.stringify(
    parts.map(([name, text]) => ({ name, role: "user", tokens: 1, content: [{ text: sha256(text) }] })),
  );
  return new Map([[sha256(list), list], ...parts.map(([, text]) => [sha256(text), text] as const)]);
}

/** Explains what differs between two sets of blobs, each with what the transcript names first. */
async function explain(before: Map<string, string>, after: Map<string, string>) {
  const directory = await Deno.makeTempDir({ prefix: "m2-explain-" });
  try {
    await Deno.mkdir(`${directory}/blobs`);
    for (const [name, text] of before) await Deno.writeTextFile(`${directory}/blobs/${name}`, text);
    const [expected, got] = [before, after].map((blobs) => JSON.stringify([...blobs.keys()][0]));
    const place = { seq: 0, step: 0, type: "model.complete", field: "payload.prompt", message: "" };
    return await explainDifference({ ...place, expected: expected ?? "", got: got ?? "" }, directory, after);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("a difference of prompts is shown as the part and the line that differ", async () => {
  const before = filed([["system", "Act."], ["history", "one\ntwo"], ["format", "JSON"]]);
  const after = filed([["system", "Act."], ["history", "one\n2"], ["format", "YAML"]]);
  assertEquals(await explain(before, after), { part: "history", line: 2, expected: "two", got: "2" });
});

Deno.test("a part too many or too few is shown by its first line", async () => {
  const long = filed([["system", "Act."], ["history", "one\ntwo"]]);
  const short = filed([["system", "Act."]]);
  assertEquals(await explain(short, long), { part: "history", line: 1, expected: "nothing", got: "one" });
  assertEquals(await explain(long, short), { part: "history", line: 1, expected: "one", got: "nothing" });
});

Deno.test("a text that is no prompt is compared line by line, whatever it begins with", async () => {
  const blob = (text: string) => new Map([[sha256(text), text]]);
  assertEquals(await explain(blob("[a\nb"), blob("[a\nc")), { line: 2, expected: "b", got: "c" });
  assertEquals(await explain(blob("[1]"), blob("[2]")), { line: 1, expected: "[1]", got: "[2]" });
});
