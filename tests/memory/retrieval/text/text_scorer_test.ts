import { assert, assertEquals } from "@std/assert";
import { bm25, editDistance, jaccard, tfidf } from "../../../../memory/mod.ts";

const TEXTS = [
  "Find the cheapest desk lamp",
  "Find the cheapest desk lamp in stock with the lowest delivery fee of all stores",
  "Book the earliest train",
  "",
];

for (const make of [bm25, tfidf, jaccard, editDistance]) {
  const { id } = make([]);

  Deno.test(`${id} gives the same text the highest score, and texts without a shared word none`, () => {
    const scores = make(TEXTS).score("find the cheapest desk lamp");
    assertEquals(scores.length, TEXTS.length);
    assertEquals(scores.indexOf(Math.max(...scores)), 0);
    assert((scores[1] ?? 0) > (scores[2] ?? 0));
    assertEquals([scores[2], scores[3]], [0, 0]);
  });

  Deno.test(`${id} takes goals that are empty, very long or in another script`, () => {
    const scorer = make(TEXTS);
    for (const query of ["", "查找最便宜的台灯", "lamp ".repeat(20_000), "\0\uD800", "123 456"]) {
      assert(scorer.score(query).every((score) => Number.isFinite(score) && score >= 0), query.slice(0, 20));
    }
    assertEquals(make([]).score("lamp").length, 0);
  });
}

Deno.test("tfidf, jaccard and edit give 1 to the same words, and what their definitions say to others", () => {
  assertEquals(tfidf(TEXTS).score("Find the cheapest desk lamp")[0]?.toFixed(12), "1.000000000000");
  // find, cheapest, desk, lamp against find, cheapest, train: 2 of 5 words.
  assertEquals(jaccard(["find cheapest desk lamp"]).score("find cheapest train"), Float64Array.of(2 / 5));
  // One word is replaced and one removed, of four.
  assertEquals(editDistance(["find cheapest desk lamp"]).score("find cheapest train"), Float64Array.of(1 / 2));
});

Deno.test("bm25 counts a rare word more than a common one, and a word's third time less than its first", () => {
  const [common = 0, rare = 0] = bm25(["find lamp", "train lamp", "find chair", "find rug"]).score("find train");
  assert(rare > common);
  const [once = 0, thrice = 0] = bm25(["lamp desk chair", "lamp lamp lamp", "rug"]).score("lamp");
  assert(thrice > once && thrice < 3 * once);
});

Deno.test("bm25 is what the formula gives by hand", () => {
  const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
  const [score = 0] = bm25(["lamp lamp desk", "chair"]).score("lamp");
  assert(Math.abs(score - idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2))) < 1e-6);
});
