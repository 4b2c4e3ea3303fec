import { assert, assertEquals, assertThrows } from "@std/assert";
import { HarnessError, sha256 } from "../../../../base/mod.ts";
import { gloveEmbedder } from "../../../../memory/retrieval/glove/mod.ts";
import { DIMENSIONS, packTable, readTable } from "../../../../memory/retrieval/glove/table.ts";

const embedder = gloveEmbedder();
const dot = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  a?.reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0) ?? 0;

Deno.test("gloveEmbedder() finds the goal that says the same in other words", async () => {
  const pairs = [
    ["Buy the cheapest lamp", "Purchase an inexpensive light"],
    ["Book a seat on the night train", "Reserve a railway ticket for the evening"],
    ["Find a physician near the city", "Search for doctors close to town"],
    ["Compare the price of two laptops", "Which computer costs less?"],
    ["Show the weather for tomorrow", "Forecast of rain on Tuesday"],
  ];
  const left = await embedder.embed(pairs.map(([text]) => text ?? ""));
  const right = await embedder.embed(pairs.map(([, text]) => text ?? ""));
  for (const [i, vector] of left.entries()) {
    const ranked = right.map((other, j) => ({ j, like: dot(vector, other) })).sort((a, b) => b.like - a.like);
    assertEquals(ranked[0]?.j, i, pairs[i]?.[0]);
  }
});

Deno.test("gloveEmbedder() gives vectors of length 1, and none where no word is known", async () => {
  const [known, unknown, empty] = await embedder.embed(["Find a lamp", "寻找 123 !!! qzxqzx", ""]);
  assertEquals(known?.length, 100);
  assert(Math.abs(dot(known, known) - 1) < 1e-6);
  assert(unknown?.every((value) => value === 0) && empty?.every((value) => value === 0));
});

Deno.test("gloveEmbedder() compares without case, and takes long texts", async () => {
  const [a, b] = await embedder.embed(["FIND a Lamp 3", "find a lamp"]);
  assertEquals(a, b);
  const [long] = await embedder.embed(["find a lamp ".repeat(8_000)]);
  assert(Math.abs(dot(a, long) - 1) < 1e-5);
});

Deno.test("gloveEmbedder() stays what its id says: a change of one number needs a new version", async () => {
  const [vector] = await embedder.embed(["Find the cheapest desk lamp in stock"]);
  assertEquals([embedder.id, embedder.dimensions], ["glove-100-v1", 100]);
  assertEquals([...(vector ?? [])].slice(0, 3).map((value) => value.toFixed(6)), ["0.044354", "0.165100", "0.108160"]);
});

Deno.test("readTable() refuses another table", () => {
  const bytes = packTable(["one", "two"], Float64Array.from({ length: 2 * DIMENSIONS }, (_, i) => i - 90));
  const table = readTable(bytes, sha256(bytes));
  assertEquals([...table.rows], [["one", 0], ["two", 1]]);
  assertEquals(table.codes[DIMENSIONS + 99] ?? 0, 127);
  assertThrows(() => readTable(bytes), HarnessError, "Cannot read the word table as its hash must be");
});
