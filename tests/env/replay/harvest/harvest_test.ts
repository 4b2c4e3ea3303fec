import { assert, assertEquals, assertThrows } from "@std/assert";
import { ConfigError } from "../../../../base/mod.ts";
import { openArchive } from "../../../../env/replay/archive/open_archive.ts";
import { writeArchive } from "../../../../env/replay/archive/write_archive.ts";
import { askLive } from "../../../../env/replay/harvest/ask_live.ts";
import { harvestMisses } from "../../../../env/replay/harvest/harvest_misses.ts";
import {
  missQueue,
  type QueuedMiss,
  readMissQueue,
  writeMissQueue,
} from "../../../../env/replay/harvest/miss_queue.ts";
import { rankFrontier } from "../../../../env/replay/harvest/rank_frontier.ts";
import { createReplaySession } from "../../../../env/replay/match/replay_session.ts";
import { recordingOf } from "../../../../env/replay/record/recording.ts";
import type { Archive } from "../../../../env/replay/archive/archive.ts";
import { NO_RULES } from "../../../../env/replay/archive/replay_rules.ts";
import type { EpisodeUse } from "../../../../env/replay/report/run_use.ts";
import { watchUse } from "../../../../env/replay/report/watch_use.ts";
import { ask, MANIFEST } from "../fixture.ts";

/** A site of some pages that counts what it is asked. */
function liveSite(pages: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${request.method} ${request.headers.get("host")} ${pathname}${search}`);
    const page = pages[pathname + search];
    return new Response(page ?? "gone", {
      status: page === undefined ? 404 : 200,
      headers: { "content-type": "text/html" },
    });
  });
  return { origin: `http://127.0.0.1:${server.addr.port}`, asked, close: () => server.shutdown() };
}

/** An archive on disk that holds these pages of the site. */
async function recordedAt(folder: string, origin: string, pages: readonly string[]): Promise<Archive> {
  const live = askLive({ "shop.test": origin });
  const recording = recordingOf({ about: MANIFEST, rules: NO_RULES, redactionKey: "test key", keepCookies: [] });
  for (const page of pages) {
    const request = ask(`https://shop.test${page}`);
    recording.arrived(0, request)(await live(request));
  }
  await writeArchive(folder, recording.content());
  return await openArchive(folder);
}

function episodeOn(archive: Archive, pages: readonly string[], arm = "full"): EpisodeUse {
  const session = watchUse(createReplaySession(archive));
  for (const page of pages) session.match(ask(`https://shop.test${page}`));
  return { id: arm, arm, policy: arm, site: "shop", leaks: 0, use: session.use() };
}

Deno.test("a run with misses, a harvest, and the same run is clean", async () => {
  const folder = await Deno.makeTempDir();
  const site = liveSite({ "/": "start", "/list?page=1": "one", "/list?page=2": "two", "/lamp": "lamp" });
  try {
    const base = await recordedAt(`${folder}/shop`, site.origin, ["/", "/list?page=1"]);
    const way = ["/", "/list?page=2", "/lamp"];
    const before = [episodeOn(base, way), episodeOn(base, ["/", "/list?page=2"], "last")];
    assertEquals(before.map(({ use }) => use.validity), ["diverged", "diverged"]);

    const queue = missQueue(before);
    assertEquals(queue.map(({ url, count, arms }) => [url, count, arms]), [
      ["https://shop.test/list?page=2", 2, ["full", "last"]],
      ["https://shop.test/lamp", 1, ["full"]],
    ]);
    site.asked.length = 0;
    const first = await harvestMisses(base, {
      queue: readMissQueue(writeMissQueue(queue), "q"),
      ask: askLive({ "shop.test": site.origin }),
    });
    assertEquals(site.asked, ["GET shop.test /list?page=2", "GET shop.test /lamp"]);
    assertEquals([first.layer, first.skipped], ["harvest-1", []]);
    assertEquals(first.archive.manifest.layers.map(({ name, origin }) => [name, origin]), [
      ["base", "recording"],
      ["harvest-1", "record-missing"],
    ]);

    const after = episodeOn(await openArchive(`${folder}/shop`), way);
    assertEquals([after.use.validity, after.use.misses, after.use.levels], ["clean", [], { exact: 3 }]);
    // What was there before answers as before, and a layer can be switched off again.
    const off = episodeOn(await openArchive(`${folder}/shop`, { without: ["harvest-1"] }), way);
    assertEquals(off.use, before[0]!.use);

    const again = await harvestMisses(first.archive, { queue, ask: () => Promise.reject(new Error("asked again")) });
    assertEquals([again.layer, again.recorded], [undefined, []]);
    assert(again.skipped.every(({ why }) => why === "the archive holds it by now"));
  } finally {
    await site.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("nothing is asked for that would change the site, leave it, or be another page; an unreachable site is told", async () => {
  const folder = await Deno.makeTempDir();
  const site = liveSite({ "/": "start" });
  try {
    const base = await recordedAt(`${folder}/shop`, site.origin, ["/"]);
    await site.close();
    const miss = (change: Partial<QueuedMiss>): QueuedMiss => ({
      method: "GET",
      url: "https://shop.test/x",
      site: "shop",
      kind: "document",
      class: "no-path",
      reason: "no such path",
      count: 1,
      arms: [],
      ...change,
    });
    const queue = [
      miss({ method: "POST", kind: "mutation" }),
      miss({ kind: "websocket", url: "https://shop.test/socket" }),
      miss({ url: "https://elsewhere.test/x" }),
      miss({ url: "https://shop.test/cart", class: "world-mismatch" }),
      miss({ url: "https://shop.test/x?token=redacted" }),
      miss({ url: "https://shop.test/down" }),
    ];
    const asked: string[] = [];
    const live = askLive({ "shop.test": site.origin });
    const { recorded, skipped } = await harvestMisses(base, {
      queue,
      ask: (request) => (asked.push(request.url), live(request)),
    });
    assertEquals([recorded, asked], [[], ["https://shop.test/down"]]);
    assertEquals(skipped.slice(0, 5).map(({ why }) => why), [
      "a POST might change the site",
      "a websocket cannot be asked for alone",
      "elsewhere.test is not of this archive",
      "it depends on what was done before",
      "its address held a secret, which is not kept",
    ]);
    assert(skipped.at(-1)!.why.startsWith("Cannot"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a damaged queue is told by its line", () => {
  assertThrows(() => readMissQueue("\nnope\n", "q.jsonl"), ConfigError, "line 2 must be JSON");
  assertThrows(() => readMissQueue('{"method":"GET"}\n', "q.jsonl"), ConfigError, "line 1 of queue q.jsonl");
});

Deno.test("the frontier keeps to scope, depth and budget, and prefers what was missed, then what is near", () => {
  const links = {
    "https://a.test/": ["/list/1", "/other/1", "/about", "mailto:x@a.test", "https://b.test/", "/list/1#top"],
    "https://a.test/list/1": ["/list/2", "/deep"],
    "https://a.test/list/2": ["/list/3"],
    "https://a.test/deep": ["/deeper"],
  };
  const options = {
    path: ["https://a.test/", "https://a.test/list/1"],
    links,
    recorded: new Set(["https://a.test/list/1"]),
  };
  const urls = (more = {}) => rankFrontier({ ...options, ...more }).map(({ url }) => new URL(url).pathname);
  assertEquals(urls(), ["/about", "/list/2", "/deep", "/other/1", "/list/3", "/deeper"]);
  assertEquals(urls({ depth: 1 }).includes("/list/3"), false);
  assertEquals(urls({ budget: 2 }).length, 2);
  const missed = new Map([["https://a.test/deeper", 2], ["https://a.test/unlinked?q=1", 5], ["https://b.test/", 9]]);
  assertEquals(urls({ missed }).slice(0, 2), ["/unlinked", "/deeper"]);
  assertEquals(urls({ inScope: (url: URL) => url.pathname.startsWith("/list") }), ["/list/2", "/list/3"]);
});
