import { assertEquals, assertRejects } from "@std/assert";
import { sha256 } from "../../../../base/mod.ts";
import { nextChain } from "../../../../env/replay/archive/archive_index.ts";
import { addLayer, layerConflicts, mergeArchives } from "../../../../env/replay/archive/layers.ts";
import { openArchive } from "../../../../env/replay/archive/open_archive.ts";
import { writeArchive } from "../../../../env/replay/archive/write_archive.ts";
import type { ArchiveLayer } from "../../../../env/replay/archive/archive_manifest.ts";
import { createReplaySession } from "../../../../env/replay/match/replay_session.ts";
import { ArchiveError } from "../../../../env/replay/replay_error.ts";
import { ask, exchangeOf, MANIFEST, type Recorded } from "../fixture.ts";
import { snapshot, withFolder, writeRecorded } from "./archive_folder.ts";

const BASE: ArchiveLayer = { name: "base", origin: "recording", source: "hand 1" };
const CRAWL: ArchiveLayer = { name: "a-crawl", origin: "crawl", source: "hand 1" };

function layerOf(name: string, recorded: readonly Recorded[]) {
  const bodies = new Map<string, Uint8Array>();
  const exchanges = recorded.map((entry, at) => exchangeOf(entry, at, bodies));
  return { name, origin: "crawl" as const, source: "hand 1", exchanges, bodies };
}

/** What a session says to some requests, as texts. */
async function answers(archive: Awaited<ReturnType<typeof openArchive>>, ...urls: string[]): Promise<string[]> {
  const session = createReplaySession(archive);
  return await Promise.all(urls.map(async (url) => {
    const result = session.match(ask(url));
    return `${result.level} ${await (await session.respond(result)).text()}`;
  }));
}

const HOME = "https://shop.test/";
const MORE = "https://shop.test/more";

Deno.test("the order of layers decides who answers, whatever their names", () =>
  withFolder(async (root) => {
    const recorded = [{ url: HOME, answer: "base" }, { url: HOME, answer: "crawl", layer: "a-crawl" }];
    const first = await writeRecorded(`${root}/first`, recorded, { about: { layers: [BASE, CRAWL] } });
    assertEquals(await answers(first, HOME, HOME), ["exact base", "exact base"]);
    const second = await writeRecorded(`${root}/second`, recorded, { about: { layers: [CRAWL, BASE] } });
    assertEquals(await answers(second, HOME, HOME), ["exact crawl", "exact crawl"]);
    assertEquals(second.index.all.map(({ layerRank }) => layerRank), [0, 1]);
  }));

Deno.test("inside one layer equal requests are answered in turn, and a whole answer comes before a cut one of a stronger layer", () =>
  withFolder(async (root) => {
    const archive = await writeRecorded(`${root}/archive`, [
      { url: HOME, answer: "one" },
      { url: HOME, answer: "two" },
      { url: HOME, answer: "crawl", layer: "a-crawl" },
      { url: MORE, answer: "cut", complete: false },
      { url: MORE, answer: "whole", layer: "a-crawl" },
    ], { about: { layers: [BASE, CRAWL] } });
    assertEquals(await answers(archive, HOME, HOME, MORE), ["exact one", "exact two", "exact whole"]);
  }));

Deno.test("a layer that is switched off has never been recorded", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    await writeRecorded(dir, [{ url: HOME, answer: "base" }, { url: MORE, answer: "more", layer: "a-crawl" }], {
      about: { layers: [BASE, CRAWL] },
    });
    const off = await openArchive(dir, { without: ["a-crawl"] });
    assertEquals(off.manifest.layers, [BASE]);
    assertEquals(off.exchanges.length, 1);
    assertEquals((await answers(off, HOME, MORE)).map((answer) => answer.split(" ")[0]), ["exact", "miss"]);
    assertEquals((await answers(await openArchive(dir), MORE))[0], "exact more");
    const unknown = await assertRejects(() => openArchive(dir, { without: ["crawl-9"] }), ArchiveError);
    assertEquals(
      unknown.message,
      `Cannot switch layer "crawl-9" of archive ${dir} off as there is no such layer`,
    );
    assertEquals(unknown.hint, "choose among base, a-crawl");
    await assertRejects(() => openArchive(dir, { without: ["base", "a-crawl"] }), ArchiveError, "a layer must be left");
  }));

Deno.test("a new layer overwrites nothing, stores equal bodies once, and always gives the same bytes", () =>
  withFolder(async (root) => {
    const layer = layerOf("crawl-1", [{ url: HOME, answer: "other" }, { url: MORE, answer: "base" }]);
    const snapshots = [];
    for (const name of ["one", "two"]) {
      const dir = `${root}/${name}`;
      await writeRecorded(dir, [{ url: HOME, answer: "base" }], {
        rules: { schema: 1, block: [{ host: "ads.test" }] },
      });
      await Deno.writeTextFile(`${dir}/matches.lock.json`, '{"schema":1,"pins":{}}');
      const lines = await Deno.readTextFile(`${dir}/entries.jsonl`);
      const archive = await addLayer(await openArchive(dir), {
        ...layer,
        exchanges: name === "one" ? layer.exchanges : layer.exchanges.toReversed(),
      });
      assertEquals((await Deno.readTextFile(`${dir}/entries.jsonl`)).includes(lines.trim()), true);
      assertEquals(archive.exchanges.map(({ id, layer: own }) => `${id} ${own}`), [
        "e0 base",
        "e0@crawl-1 crawl-1",
        "e1@crawl-1 crawl-1",
      ]);
      assertEquals(archive.manifest.layers.map(({ name: own, origin }) => `${own} ${origin}`), [
        "base recording",
        "crawl-1 crawl",
      ]);
      assertEquals(await answers(archive, HOME, MORE), ["exact base", "exact base"]);
      snapshots.push(await snapshot(dir));
    }
    assertEquals(snapshots[0], snapshots[1]);
    assertEquals(
      Object.keys(snapshots[0]!).filter((name) => name.startsWith("bodies/")).length,
      2,
    );
    assertEquals(snapshots[0]!["matches.lock.json"], '{"schema":1,"pins":{}}');
    assertEquals(snapshots[0]!["rules.json"]?.includes("ads.test"), true);
  }));

Deno.test("a layer's name must be new and plain, and a body that is missing leaves the archive as it was", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    const archive = await writeRecorded(dir, [{ url: HOME, answer: "base" }]);
    const before = await snapshot(dir);
    const taken = await assertRejects(() => addLayer(archive, layerOf("base", [])), ArchiveError, "it is taken");
    assertEquals(taken.hint, "choose another name, such as base-2");
    await assertRejects(() => addLayer(archive, layerOf("../x", [])), ArchiveError, "letters, digits, dots and dashes");
    const lost = { ...layerOf("crawl-1", [{ url: MORE, answer: "more" }]), bodies: new Map<string, Uint8Array>() };
    await assertRejects(() => addLayer(archive, lost), ArchiveError, `Cannot read body ${sha256("more").slice(0, 12)}`);
    const wrong = { ...lost, bodies: new Map([[sha256("more"), new Uint8Array(3)]]) };
    await assertRejects(() => addLayer(archive, wrong), ArchiveError, "every body must have its hash");
    assertEquals(await snapshot(dir), before);
  }));

Deno.test("an archive that a crash left aside between two renames is put back before the next write", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    await writeRecorded(dir, [{ url: HOME, answer: "base" }], { rules: { schema: 1, block: [{ host: "ads.test" }] } });
    await Deno.rename(dir, `${dir}.old`);
    await writeRecorded(dir, [{ url: MORE, answer: "more" }]);
    assertEquals((await openArchive(dir)).rules.block, [{ host: "ads.test" }]);
    assertEquals([...Deno.readDirSync(root)].map(({ name }) => name), ["archive"]);
  }));

Deno.test("two layers that answer one request at one point differently are a conflict; other points are none", () =>
  withFolder(async (root) => {
    const chain = nextChain("", "POST https://shop.test/cart");
    const archive = await writeRecorded(`${root}/archive`, [
      { url: HOME, answer: "base" },
      { url: MORE, answer: "same" },
      { url: HOME, answer: "after", chain, layer: "a-crawl" },
      { url: `${HOME}?`, answer: "other", layer: "a-crawl" },
      { url: MORE, answer: "same", layer: "a-crawl" },
    ], { about: { layers: [BASE, CRAWL] } });
    assertEquals(layerConflicts(archive), [{
      method: "GET",
      url: HOME,
      chain: "",
      served: { layer: "base", ids: ["e0"] },
      shadowed: { layer: "a-crawl", ids: ["e3@a-crawl"] },
    }]);
  }));

Deno.test("archives of one site are merged, layers of one name are numbered, and worlds are not mixed", () =>
  withFolder(async (root) => {
    const one = await writeRecorded(`${root}/one`, [{ url: HOME, answer: "one" }]);
    const two = await writeRecorded(`${root}/two`, [{ url: HOME, answer: "two" }, { url: MORE, answer: "more" }]);
    const merged = await mergeArchives([one, two], `${root}/out`);
    assertEquals(merged.manifest.layers.map(({ name }) => name), ["base", "base-2"]);
    assertEquals(await answers(merged, HOME, MORE), ["exact one", "exact more"]);
    assertEquals(merged.exchanges.map(({ id }) => id), ["e0", "e0@base-2", "e1@base-2"]);
    const { entriesSha256: _, ...manifest } = MANIFEST;
    const other = { ...manifest, profile: { ...manifest.profile, seed: 8 } };
    await writeArchive(`${root}/three`, { manifest: other, exchanges: [], bodies: new Map() });
    const three = await openArchive(`${root}/three`);
    await assertRejects(() => mergeArchives([one, three], `${root}/x`), ArchiveError, "one world: seed differs");
    const four = await writeRecorded(`${root}/four`, [{ url: `${HOME}?token=redacted-0123456789abcdef` }], {
      about: { redaction: { policy: 1, key: "another", report: {} } },
    });
    await assertRejects(() => mergeArchives([one, four], `${root}/x`), ArchiveError, "replaced under one key");
  }));
