import { assertEquals, assertNotEquals } from "@std/assert";
import { sha256 } from "../../base/mod.ts";
import type { ContentPart } from "../../models/mod.ts";
import type { PartName, PromptPart } from "../../memory/mod.ts";
import { capText } from "../../actors/cap_text.ts";
import { promptFile } from "../../actors/prompt_file.ts";

function part(name: PartName, ...content: (string | ContentPart)[]): PromptPart {
  return {
    name,
    role: name === "system" ? "system" : "user",
    content: content.map((piece) => typeof piece === "string" ? { type: "text", text: piece } : piece),
  };
}

const PICTURE = { type: "image", sha256: "aa", width: 800, height: 600 } as const;

function fileWithLog() {
  const counted: string[] = [];
  const blobs = new Map<string, string>();
  const file = promptFile(
    { text: (text) => (counted.push(text), text.length), image: () => 1000, chat: () => 0 },
    (hash, text) => void blobs.set(hash, text),
  );
  return { file, counted, blobs };
}

Deno.test("a prompt's blob lists its parts by name, role, tokens and hash", () => {
  const { file, blobs } = fileWithLog();
  const { filed, messages } = file.file([part("system", "Act.\n"), part("observation", "page\n", PICTURE)], []);
  assertEquals(JSON.parse(blobs.get(filed.sha256) ?? ""), [
    { name: "system", role: "system", tokens: 5, content: [{ text: sha256("Act.\n") }] },
    { name: "observation", role: "user", tokens: 1005, content: [{ text: sha256("page\n") }, { image: [800, 600] }] },
  ]);
  assertEquals([...blobs.values()].slice(0, 2), ["Act.\n", "page\n"]);
  assertEquals(filed.tokens, { parts: { system: 5, observation: 1005 }, total: 1010, sharedPrefix: 0 });
  assertEquals(messages.map((message) => message.role), ["system", "user"]);
});

Deno.test("what was seen before is neither counted nor stored again", () => {
  const { file, counted, blobs } = fileWithLog();
  const first = [part("task", "a\n"), part("history", "b\n")];
  file.file(first, []);
  const size = blobs.size;
  const { filed } = file.file([...first, part("history", "c\n")], first);
  assertEquals(counted, ["a\n", "b\n", "c\n"]);
  assertEquals(blobs.size, size + 2);
  assertEquals(filed.tokens, { parts: { task: 2, history: 4 }, total: 6, sharedPrefix: 4 });
});

Deno.test("a picture enters the hash by its size only, a text and a part's name by every letter", () => {
  const { file } = fileWithLog();
  const hash = (...parts: PromptPart[]) => file.file(parts, []).filed.sha256;
  const base = hash(part("observation", "page\n", PICTURE));
  assertEquals(hash(part("observation", "page\n", { ...PICTURE, sha256: "bb" })), base);
  assertNotEquals(hash(part("observation", "page\n", { ...PICTURE, width: 801 })), base);
  assertNotEquals(hash(part("observation", "pages\n", PICTURE)), base);
  assertNotEquals(hash(part("history", "page\n", PICTURE)), base);
  assertNotEquals(hash(part("observation", PICTURE, "page\n")), base);
});

Deno.test("a text is capped at the end of a word, and a word that is too long inside it", () => {
  const letters = (text: string) => text.length;
  assertEquals(capText("one two", 7, letters), "one two");
  assertEquals(capText("one two", 6, letters), "one");
  assertEquals(capText("one\n\ntwo three", 9, letters), "one\n\ntwo");
  assertEquals(capText("incomprehensible", 6, letters), "incomp");
  // Half a surrogate pair is no text.
  assertEquals(capText("🌍🌍🌍", 3, letters), "🌍");
  assertEquals(capText("one", 0, letters), "");
});
