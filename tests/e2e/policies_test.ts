import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import {
  composePolicy,
  createRecaller,
  exactIndex,
  hashedTfidf,
  historyPolicy,
  insightPolicy,
  type MemoryPolicy,
  openBank,
  type Recaller,
} from "../../memory/mod.ts";
import type { Browser } from "../../env/mod.ts";
import { readerPreset } from "../../models/simulated/mod.ts";
import { sites } from "../../replay-fixtures/mod.ts";
import { defaultWorld as railWorld } from "../../replay-fixtures/rail/world.ts";
import { defaultWorld as shopWorld } from "../../replay-fixtures/shop/world.ts";
import { plainBrowser as plainRail } from "../replay-fixtures/rail/plain_browser.ts";
import { plainBrowser as plainShop } from "../replay-fixtures/shop/plain_browser.ts";
import { actionsOf, makeKit, ROOT, type Trial } from "./kit.ts";

const kit = makeKit();
const perfect = readerPreset("perfect");
const none = insightPolicy("none");

const policies: Readonly<Record<string, MemoryPolicy>> = {
  full: composePolicy(historyPolicy("full"), none),
  none: composePolicy(historyPolicy("none"), none),
  last3: composePolicy(historyPolicy("last-k", { k: 3 }), none),
  chain: composePolicy(historyPolicy("summary-chain"), none),
};

/** What a policy does depends on pages, not on who draws them: without Chromium a thousand episodes take a minute. */
const plain: Readonly<Record<string, () => Promise<Browser>>> = {
  shop: () => Promise.resolve(plainShop(shopWorld)),
  rail: () => Promise.resolve(plainRail(railWorld)),
};

/** Every task of every site, under one policy and seed. */
function trialsOf(policy: MemoryPolicy, seed: number, recaller?: Recaller): Trial[] {
  return sites.flatMap((site) =>
    site.tasks.map((task) => ({
      site,
      task,
      policy,
      seed,
      preset: perfect,
      openBrowser: plain[site.name] as () => Promise<Browser>,
      ...(recaller === undefined ? {} : { recaller }),
    }))
  );
}

async function shippedRecaller(): Promise<Recaller> {
  const bank = await openBank(join(ROOT, "replay-fixtures", "banks", "first-light"));
  return createRecaller(bank, hashedTfidf(bank.groups.map((group) => group.query)), exactIndex(bank.vectors));
}

Deno.test("with nothing lost, no task and seed fails under full context and succeeds under another history", async () => {
  for (const seed of [1, 2, 3]) {
    const full = await kit.runAll(trialsOf(policies["full"] as MemoryPolicy, seed));
    assert(full.some(({ verdict }) => verdict.outcome === "success"));
    for (const name of ["none", "last3", "chain"]) {
      const others = await kit.runAll(trialsOf(policies[name] as MemoryPolicy, seed));
      const better = others.filter(({ verdict }, index) =>
        verdict.outcome === "success" && full[index]?.verdict.outcome !== "success"
      );
      assertEquals(better.map(({ output }) => output.id), []);
    }
  }
});

Deno.test("with nothing lost and no traps, every task is solved under full context in as many steps as its horizon", async () => {
  const trials = trialsOf(policies["full"] as MemoryPolicy, 1).map(({ openBrowser: _, ...trial }) => ({
    ...trial,
    preset: { ...perfect, trapRate: 0 },
  }));
  const results = await kit.runAll(trials);
  assertEquals(
    results.map(({ output, verdict }) => `${output.id} ${verdict.outcome} ${output.steps.length}`),
    trials.map(({ task }) => `${task.id}/full+none/seed-1 success ${task.horizon}`),
  );
});

Deno.test("last-k with k at the horizon or beyond acts as full context does, action for action", async () => {
  const wide = composePolicy(historyPolicy("last-k", { k: 100 }), none);
  for (const preset of [perfect, readerPreset("gpt-4o-curve")]) {
    const both = await Promise.all(
      [policies["full"] as MemoryPolicy, wide].map((policy) =>
        kit.runAll(trialsOf(policy, 5).map((trial) => ({ ...trial, preset })))
      ),
    );
    assertEquals(both[1]?.map(actionsOf), both[0]?.map(actionsOf));
  }
});

Deno.test("with nothing lost, a placebo insight changes nothing but tokens", async () => {
  const recaller = await shippedRecaller();
  const placebo = composePolicy(historyPolicy("full"), insightPolicy("placebo", { groups: 5 }));
  const plain = await kit.runAll(trialsOf(policies["full"] as MemoryPolicy, 2));
  const fed = await kit.runAll(trialsOf(placebo, 2, recaller));
  assertEquals(fed.map(actionsOf), plain.map(actionsOf));
  assertEquals(fed.map(({ verdict }) => verdict.outcome), plain.map(({ verdict }) => verdict.outcome));
  for (const [index, { output }] of fed.entries()) {
    assert((output.steps[0]?.prompt.total ?? 0) > (plain[index]?.output.steps[0]?.prompt.total ?? 0));
  }
});

Deno.test("a policy under another name acts the same", async () => {
  const preset = readerPreset("gpt-4o-curve");
  const chain = policies["chain"] as MemoryPolicy;
  const renamed = { ...chain, id: "something-else" };
  const both = await Promise.all(
    [chain, renamed].map((policy) => kit.runAll(trialsOf(policy, 4).map((trial) => ({ ...trial, preset })))),
  );
  assertEquals(both[1]?.map(actionsOf), both[0]?.map(actionsOf));
});

Deno.test("a bank never gives an insight from the task at hand or its template", async () => {
  const recaller = await shippedRecaller();
  const bank = await openBank(join(ROOT, "replay-fixtures", "banks", "first-light"));
  for (const task of sites.flatMap((site) => site.tasks)) {
    const { hits } = await recaller.recall(task.goal, 5, { taskId: task.id, template: task.template });
    assertEquals(hits.length, 5);
    for (const { group } of hits) {
      const sources = group.insights.flatMap((insight) => insight.sources);
      assert(sources.every((source) => source.taskId !== task.id && source.template !== task.template));
    }
  }
  assert(bank.groups.length >= 20);
});
