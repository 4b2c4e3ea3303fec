import { assert, assertEquals, assertRejects } from "@std/assert";
import { ConfigError, MissingPrerequisiteError } from "../../base/mod.ts";
import { bankQuery, type BankQueryFlags } from "../../cli/bank_query.ts";
import { fakeWorld } from "./fake_world.ts";

const FLAGS: BankQueryFlags = {
  bank: "first-light",
  goal: "Find the cheapest lamp in stock",
  groups: 5,
  method: "dense",
};

Deno.test("m2 bank query prints hits with support and provenance, what was left out, and where the time went", async () => {
  const world = fakeWorld([]);
  assertEquals(await bankQuery({ ...FLAGS, json: true }, world), 0);
  const { hits, excluded, latency, index, embedder } = JSON.parse(world.out());
  assertEquals([hits.length, excluded, embedder], [5, [], "hashed-tfidf-512-v1"]);
  assertEquals(Object.keys(latency), ["embed", "load", "render", "search"]);
  assertEquals(index, { id: "exact", reason: "32 vectors of 512 numbers are scanned in no time" });
  const [insight] = hits[0].insights;
  assertEquals(insight.support, { trajectories: 1, tasks: 1, sites: 1, labels: ["judged"] });
  assertEquals(insight.sources[0].site, "shop");
});

Deno.test("m2 bank query leaves a task out, whose group was the best", async () => {
  const world = fakeWorld([]);
  await bankQuery({ ...FLAGS, json: true }, world);
  const [best] = JSON.parse(world.out()).hits;
  const again = fakeWorld([]);
  await bankQuery({ ...FLAGS, json: true, leaveTask: best.insights[0].sources[0].taskId }, again);
  const { hits, excluded } = JSON.parse(again.out());
  assertEquals(excluded, [{ group: best.group, reason: "same-task", similarity: best.similarity }]);
  assert(hits.every(({ group }: { group: string }) => group !== best.group));
});

Deno.test("m2 bank query prints lessons as quoted text, with the time apart", async () => {
  const world = fakeWorld([]);
  await bankQuery({ ...FLAGS, groups: 1, method: "bm25", diverse: true }, world);
  assert(/^1 {2}\d+\.\d{3} {2}g-[0-9a-f]{12} {2}"/.test(world.out()), world.out());
  assert(
    /\n {3}pitfall [0-9a-f]{12}: ".*"\n {6}1 trajectory of 1 task on 1 site, judged\n/.test(world.out()),
    world.out(),
  );
  assert(world.err().includes("scanned in no time"));
});

Deno.test("m2 bank query says what is wrong with a goal or a bank", async () => {
  await assertRejects(() => bankQuery({ ...FLAGS, goal: "123" }, fakeWorld([])), ConfigError, "must have a word");
  await assertRejects(
    () => bankQuery({ ...FLAGS, bank: "no/such" }, fakeWorld([])),
    MissingPrerequisiteError,
    "no/such",
  );
});
