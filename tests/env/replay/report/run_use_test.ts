import { assertEquals } from "@std/assert";
import { createReplaySession } from "../../../../env/replay/match/replay_session.ts";
import { type EpisodeUse, runUse } from "../../../../env/replay/report/run_use.ts";
import { sessionUseSchema, watchUse } from "../../../../env/replay/report/watch_use.ts";
import { archiveWith, ask } from "../fixture.ts";

const archive = await archiveWith([
  { url: "https://shop.test/", answer: "start" },
  { url: "https://shop.test/list?page=1", answer: "list" },
  {
    url: "https://shop.test/a.png?w=1080",
    answer: "png",
    destination: "image",
    headers: [["content-type", "image/png"]],
  },
  { url: "https://shop.test/never", answer: "never" },
]);

/** An episode that asks for these pages, one a step. */
function episode(id: string, policy: string, pages: readonly string[], leaks = 0): EpisodeUse {
  const session = watchUse(createReplaySession(archive));
  pages.forEach((page, step) => {
    session.setStep(step);
    session.match(ask(`https://shop.test${page}`, page.includes(".png") ? { destination: "image" } : {}));
  });
  return { id, arm: `arm-${policy}`, policy, site: "shop", leaks, use: session.use() };
}

const EPISODES = [
  episode("b", "full", ["/", "/list?page=1", "/a.png?w=640", "/gone.png"]),
  episode("a", "full", ["/", "/list?page=1", "/list?page=1"]),
  episode("c", "last", ["/", "/list?page=1", "/list?page=2", "/nowhere"], 1),
];

Deno.test("a session tells what it used, by exchange and level, and what it missed, with the step", () => {
  const { use } = EPISODES[2]!;
  assertEquals(sessionUseSchema.parse(JSON.parse(JSON.stringify(use))), use);
  assertEquals([use.validity, use.divergedAt], ["diverged", 2]);
  assertEquals(use.levels, { exact: 2, miss: 2 });
  assertEquals(use.exchanges, { e0: 1, e1: 1 });
  assertEquals(use.misses.map(({ url, step, class: missClass }) => [url, step, missClass]), [
    ["https://shop.test/list?page=2", 2, "query-differs"],
    ["https://shop.test/nowhere", 3, "no-path"],
  ]);
});

Deno.test("watching a session changes nothing that it decides or tells", () => {
  const [plain, watched] = [createReplaySession(archive), watchUse(createReplaySession(archive))];
  for (const page of ["/", "/list?page=2", "/list?page=1"]) {
    assertEquals(watched.match(ask(`https://shop.test${page}`)), plain.match(ask(`https://shop.test${page}`)));
  }
  assertEquals(
    [watched.used(), watched.tally(), watched.misses(), watched.validity(), watched.archive],
    [plain.used(), plain.tally(), plain.misses(), plain.validity(), plain.archive],
  );
});

Deno.test("a rendition is told with its score, and is not covered", () => {
  const [first] = EPISODES;
  assertEquals(first!.use.fuzzy.map(({ url, id }) => [url, id]), [["https://shop.test/a.png?w=640", "e2"]]);
  assertEquals(first!.use.validity, "degraded");
});

Deno.test("divergence and coverage are told by memory policy", () => {
  const { policies } = runUse(EPISODES, { shop: ["e0", "e1", "e2", "e3"] });
  assertEquals(policies, [
    {
      policy: "full",
      arms: ["arm-full"],
      episodes: 2,
      clean: 1,
      degraded: 1,
      diverged: 0,
      divergenceRate: 0,
      coverage: 1,
    },
    {
      policy: "last",
      arms: ["arm-last"],
      episodes: 1,
      clean: 0,
      degraded: 0,
      diverged: 1,
      divergenceRate: 1,
      meanDivergedAt: 2,
      coverage: 0.5,
    },
  ]);
});

Deno.test("exchanges that no episode used are named, and the others counted; order of episodes does not count", () => {
  const report = runUse(EPISODES, { shop: ["e0", "e1", "e2", "e3"] });
  assertEquals(report.archives, [{ site: "shop", exchanges: 4, used: 3, unused: ["e3"] }]);
  assertEquals(report.exchanges, [
    { id: "e0", site: "shop", uses: 3, episodes: 3 },
    { id: "e1", site: "shop", uses: 4, episodes: 3 },
    { id: "e2", site: "shop", uses: 1, episodes: 1 },
  ]);
  assertEquals(report.leaks, 1);
  assertEquals(report.episodes.map(({ id, exhausted }) => [id, exhausted]), [["a", 1], ["b", 0], ["c", 0]]);
  assertEquals(runUse(EPISODES.toReversed(), { shop: ["e3", "e2", "e1", "e0"] }).policies, report.policies);
});
