import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { HarnessError } from "../../../base/mod.ts";
import { BankEmbedderError, createRecaller, exactIndex, hashedTfidf, type InsightGroup } from "../../../memory/mod.ts";
import { bankOf, groupId, insightId } from "../../../memory/bank/bank.ts";
import { loadHnswlib } from "../../../memory/retrieval/hnswlib/mod.ts";

interface Entry {
  readonly query: string;
  readonly sources: readonly (readonly [taskId: string, template: string])[];
}

async function bankFrom(entries: readonly Entry[]) {
  const groups = entries.map(({ query, sources }): InsightGroup => {
    const id = groupId(query);
    const text = `Lesson of ${query}`;
    return {
      id,
      query,
      insights: [{
        id: insightId(id, text),
        group: id,
        kind: "pitfall",
        text,
        sources: sources.map(([taskId, template]) => ({
          taskId,
          site: "shop",
          template,
          trajectory: "00",
          model: "m",
          steps: [0],
        })),
      }],
    };
  }).sort((a, b) => a.id < b.id ? -1 : 1);
  const embedder = hashedTfidf(groups.map((group) => group.query));
  const vectors = await embedder.embed(groups.map((group) => group.query));
  const values = new Float32Array(groups.length * embedder.dimensions);
  vectors.forEach((vector, row) => values.set(vector, row * embedder.dimensions));
  return { bank: bankOf(embedder.id, groups, { values, dimensions: embedder.dimensions }), embedder };
}

const ENTRIES: readonly Entry[] = [
  { query: "Find the cheapest desk lamp in stock", sources: [["cheapest-1", "cheapest"]] },
  { query: "Find the cheapest floor lamp in stock", sources: [["cheapest-2", "cheapest"]] },
  { query: "Find the lamp with the best reviews", sources: [["best-1", "best"], ["cheapest-9", "mixed"]] },
  { query: "Compare the weight of two lamps", sources: [["weight-1", "weight"]] },
  { query: "Book the earliest direct train", sources: [["book-1", "book"]] },
  { query: "Add up the fees of three chairs", sources: [["fees-1", "fees"]] },
];
const GOAL = "Find the cheapest lamp in stock";
const NOBODY = { taskId: "other", template: "other" };

async function recallerOf(entries = ENTRIES) {
  const { bank, embedder } = await bankFrom(entries);
  return createRecaller(bank, embedder, exactIndex(bank.vectors));
}

Deno.test("recall() gives the groups most like the goal, best first", async () => {
  const { hits, excluded } = await (await recallerOf()).recall(GOAL, 3, NOBODY);
  assertEquals(
    new Set(hits.slice(0, 2).map((hit) => hit.group.query)),
    new Set(ENTRIES.slice(0, 2).map((e) => e.query)),
  );
  assert(hits.every((hit, i) => i === 0 || hit.similarity <= (hits[i - 1]?.similarity ?? 1)));
  assertEquals([hits.length, excluded.length], [3, 0]);
});

Deno.test("recall() leaves out the task at hand and its template, tells it, and still gives as many groups", async () => {
  const recaller = await recallerOf();
  const { hits, excluded } = await recaller.recall(GOAL, 4, { taskId: "cheapest-1", template: "cheapest" });
  assertEquals(hits.map((hit) => hit.group.query).sort(), ENTRIES.slice(2).map((entry) => entry.query).sort());
  assertEquals(
    excluded.map(({ group, reason }) => [group, reason]).sort(),
    [
      [groupId(ENTRIES[0]?.query ?? ""), "same-task"],
      [groupId(ENTRIES[1]?.query ?? ""), "same-template"],
    ].sort(),
  );
});

Deno.test("recall() leaves a group out whole where any one of its sources is too close", async () => {
  const { hits, excluded } = await (await recallerOf()).recall(GOAL, 6, { taskId: "cheapest-9", template: "none" });
  assertEquals(hits.length, 5);
  assertEquals(excluded, [{ group: groupId(ENTRIES[2]?.query ?? ""), reason: "same-task" }]);
});

Deno.test("recall() gives fewer groups only where the bank has no more, and none from a bank that is all too close", async () => {
  const recaller = await recallerOf();
  assertEquals((await recaller.recall(GOAL, 10, NOBODY)).hits.length, 6);
  assertEquals((await recaller.recall(GOAL, 10, { taskId: "x", template: "cheapest" })).hits.length, 4);
  const close = await recallerOf(ENTRIES.slice(0, 2));
  const { hits, excluded } = await close.recall(GOAL, 5, { taskId: "x", template: "cheapest" });
  assertEquals([hits.length, excluded.length], [0, 2]);
});

Deno.test("recall() orders equally similar groups by id", async () => {
  const { hits } = await (await recallerOf()).recall("platypus", 6, NOBODY);
  assertEquals(new Set(hits.map((hit) => hit.similarity)).size, 1);
  assertEquals(hits.map((hit) => hit.group.id), hits.map((hit) => hit.group.id).sort());
});

const addon = await loadHnswlib();

Deno.test({
  name: `recall() gives the same from the native index${
    addon.status === "missing" ? ` (skipped: ${addon.reason})` : ""
  }`,
  ignore: addon.status === "missing",
  fn: sameFromNative,
});

async function sameFromNative() {
  assert(addon.status === "ready");
  const entries = Array.from({ length: 400 }, (_, i) => ({
    query: `Find the ${["cheapest", "newest", "best"][i % 3]} ${
      ["lamp", "chair", "rug"][i % 7 % 3]
    } of maker m${i} in shelf s${i % 40}`,
    sources: [[`t-${i}`, `template-${i % 20}`] as const],
  }));
  const { bank, embedder } = await bankFrom(entries);
  const [exact, native] = [exactIndex(bank.vectors), addon.index(bank.vectors)].map((index) =>
    createRecaller(bank, embedder, index)
  );
  for (let i = 0; i < 40; i++) {
    const guard = { taskId: `t-${i}`, template: `template-${i % 20}` };
    const query = `Find the cheapest lamp of maker m${i}`;
    assertEquals(await native?.recall(query, 5, guard), await exact?.recall(query, 5, guard));
  }
}

Deno.test("recall() rejects a goal without direction", async () => {
  await assertRejects(async () => (await recallerOf()).recall("42", 5, NOBODY), RangeError, "all zeros");
});

Deno.test("createRecaller() refuses another embedder, by id or by its vectors", async () => {
  const { bank, embedder } = await bankFrom(ENTRIES);
  const index = exactIndex(bank.vectors);
  const renamed = { ...embedder, id: "minilm-384" };
  assertEquals(
    assertThrows(() => createRecaller(bank, renamed, index), BankEmbedderError).message,
    "Cannot search the bank as it must be searched with hashed-tfidf-512-v1, 512 dimensions: got minilm-384 with 512 dimensions",
  );
  const untrained = createRecaller(bank, hashedTfidf(["lamp"]), index);
  await assertRejects(() => untrained.recall(GOAL, 1, NOBODY), BankEmbedderError, "it gives others");
});

Deno.test("createRecaller() refuses an index over other vectors", async () => {
  const { bank, embedder } = await bankFrom(ENTRIES);
  const { bank: other } = await bankFrom(ENTRIES.slice(1));
  assertThrows(() => createRecaller(bank, embedder, exactIndex(other.vectors)), HarnessError, "6 vectors: it has 5");
});
