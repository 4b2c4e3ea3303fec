import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { hashedTfidf } from "../../../memory/mod.ts";

const dot = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

Deno.test("hashedTfidf() gives finite vectors of length 1, the same each time", async () => {
  const texts = ["Find the cheapest desk lamp", "Which train arrives first?", "Größe und Preis"];
  const embedder = hashedTfidf(texts);
  const vectors = await embedder.embed(texts);
  for (const vector of vectors) {
    assertEquals(vector.length, embedder.dimensions);
    assertAlmostEquals(dot(vector, vector), 1, 1e-6);
  }
  assertEquals(await hashedTfidf(texts).embed(texts), vectors);
  assertEquals((await embedder.embed([texts[1] ?? ""]))[0], vectors[1]);
});

Deno.test("hashedTfidf() gives all zeros for a text without any word that counts", async () => {
  const vectors = await hashedTfidf().embed(["", "the of and", "12 345", "…!"]);
  assert(vectors.every((vector) => vector.every((value) => value === 0)));
});

Deno.test("hashedTfidf() compares without case, plural and numbers", async () => {
  const [a, b] = await hashedTfidf().embed(["Find 3 Desk Lamps", "find 17 desk lamp"]);
  assertEquals(a, b);
});

Deno.test("hashedTfidf() lets a word count less the more texts of the corpus have it", async () => {
  const corpus = ["find the lamp", "find the train", "find the chair", "find the station"];
  const texts = ["find something", "find lamp", "lamp"];
  const plain = await hashedTfidf().embed(texts);
  const learned = await hashedTfidf(corpus).embed(texts);
  assert(dot(learned[0], learned[1]) < dot(plain[0], plain[1]));
  assert(dot(learned[1], learned[2]) > dot(plain[1], plain[2]));
});

Deno.test("hashedTfidf() stays what its id says: a change of one number needs a new version", async () => {
  const [vector] = await hashedTfidf(["cheapest lamp", "fastest train"]).embed([
    "the cheapest desk lamp, the cheapest",
  ]);
  const shown = [...vector ?? []].flatMap((value, i) => value === 0 ? [] : [`${i}:${value.toFixed(4)}`]);
  assertEquals(shown.join(" "), "110:0.6075 234:-0.5357 236:-0.2679 257:-0.2679 262:-0.2679 431:0.3588");
});
