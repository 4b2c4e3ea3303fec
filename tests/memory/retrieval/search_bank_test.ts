import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ConfigError } from "../../../base/mod.ts";
import {
  BankEmbedderError,
  type BankQuestion,
  exactIndex,
  hashedTfidf,
  type InsightGroup,
  leaveOut,
  SEARCH_METHODS,
  searchBank,
} from "../../../memory/mod.ts";
import { bankOf, groupId, insightId } from "../../../memory/bank/bank.ts";

type Source = readonly [task: string, site: string];

function groupOf(query: string, sources: readonly Source[]): InsightGroup {
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
      sources: sources.map(([taskId, site], i) => ({
        taskId,
        site,
        template: `${taskId}-template`,
        trajectory: `${taskId}-${i}`,
        model: "m",
        steps: [0],
      })),
    }],
  };
}

const GROUPS = [
  groupOf("Find the cheapest desk lamp", [["lamp", "shop"], ["rug", "shop"], ["kettle", "mall"], ["chair", "mall"]]),
  groupOf("Find the cheapest floor lamp", [["lamp", "shop"], ["rug", "shop"], ["kettle", "mall"]]),
  groupOf("Find the lamp with the best reviews", [["review", "shop"]]),
  groupOf("Book the earliest direct train", [["train", "rail"]]),
].sort((a, b) => a.id < b.id ? -1 : 1);

async function open() {
  const queries = GROUPS.map(({ query }) => query);
  const embedder = hashedTfidf(queries);
  const vectors = await embedder.embed(queries);
  const values = new Float32Array(vectors.flatMap((vector) => [...vector]));
  const bank = bankOf(embedder.id, GROUPS, { values, dimensions: embedder.dimensions });
  let now = 0;
  const ask = searchBank(bank, embedder, exactIndex(bank.vectors), { now: () => now++ });
  return {
    bank,
    ask: (more: Partial<BankQuestion> = {}) =>
      ask({ goal: "Find the cheapest lamp", groups: 2, method: "dense", ...more }),
  };
}

const queriesOf = ({ hits }: { hits: readonly { group: InsightGroup }[] }) =>
  hits.map(({ group }) => group.query).sort();
const CHEAPEST = ["Find the cheapest desk lamp", "Find the cheapest floor lamp"];

for (const method of SEARCH_METHODS) {
  Deno.test(`searchBank() finds the groups of a goal by ${method}`, async () => {
    const { ask } = await open();
    assertEquals(queriesOf(await ask({ method })), CHEAPEST);
  });
}

Deno.test("searchBank() leaves a task's own sources out, and keeps lessons that three others support", async () => {
  const { ask } = await open();
  const { hits, excluded } = await ask({ leave: { task: "lamp" } });
  assertEquals(queriesOf({ hits }), ["Find the cheapest desk lamp", "Find the lamp with the best reviews"]);
  const desk = hits.find(({ group }) => group.query === "Find the cheapest desk lamp")?.group;
  assertEquals(desk?.insights[0]?.sources.map(({ taskId }) => taskId), ["rug", "kettle", "chair"]);
  assertEquals(excluded.map(({ group, reason }) => [group, reason]), [[
    groupId("Find the cheapest floor lamp"),
    "same-task",
  ]]);
});

Deno.test("searchBank() leaves templates and sites out, and says which", async () => {
  const { ask } = await open();
  assertEquals((await ask({ leave: { template: "lamp-template" } })).excluded[0]?.reason, "same-template");
  const { hits, excluded } = await ask({ leave: { site: "shop" } });
  assertEquals(queriesOf({ hits }), ["Book the earliest direct train"]);
  assertEquals(excluded.map(({ reason }) => reason), ["same-site", "same-site", "same-site"]);
});

Deno.test("searchBank() keeps to a site where one is named", async () => {
  const { ask } = await open();
  for (const method of SEARCH_METHODS) {
    const { hits } = await ask({ site: "mall", groups: 4, method });
    assertEquals(queriesOf({ hits }), CHEAPEST, method);
  }
  assertEquals((await ask({ site: "nowhere" })).hits, []);
});

Deno.test("searchBank() gives fewer groups where they must be at least so similar, and other ones where they must differ", async () => {
  const { ask } = await open();
  assertEquals((await ask({ least: 2 })).hits, []);
  const { hits } = await ask({ relevance: 0.2 });
  assertEquals(hits.length, 2);
  assert(queriesOf({ hits }).join() !== CHEAPEST.join());
});

Deno.test("searchBank() tells embedding and search apart", async () => {
  const { ask } = await open();
  assertEquals((await ask()).latency, { embed: 1, search: 1 });
});

Deno.test("searchBank() answers or refuses goals that are empty, huge or in another script, by what can rank them", async () => {
  const { ask } = await open();
  for (const goal of ["", "   ", "123", "查找台灯".repeat(3)]) {
    const said = await ask({ goal }).then(() => undefined, (error: unknown) => error);
    assert(said === undefined || said instanceof ConfigError, goal);
    assertEquals((await ask({ goal, method: "bm25" })).hits, []);
  }
  await assertRejects(() => ask({ goal: "" }), ConfigError, "must have a word that hashed-tfidf-512-v1 knows");
  assertEquals(queriesOf(await ask({ goal: "the cheapest lamp ".repeat(6_000) })), CHEAPEST);
});

Deno.test("searchBank() refuses unknown methods and other embedders", async () => {
  const { ask, bank } = await open();
  await assertRejects(() => ask({ method: "magic" }), ConfigError, "there is no such method");
  const other = { ...hashedTfidf(), id: "other-1" };
  assertThrows(() => searchBank(bank, other, exactIndex(bank.vectors), { now: () => 0 }), BankEmbedderError, "other-1");
});

Deno.test("leaveOut() touches nothing where nothing is named", () => {
  assertEquals(leaveOut(GROUPS)({}).size, 0);
  assertEquals(leaveOut([])({ task: "lamp" }).size, 0);
});
