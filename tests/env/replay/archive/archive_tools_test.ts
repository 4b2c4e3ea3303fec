import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { sha256 } from "../../../../base/mod.ts";
import { archiveStats } from "../../../../env/replay/archive/archive_stats.ts";
import { diffArchives } from "../../../../env/replay/archive/diff_archives.ts";
import { openArchive } from "../../../../env/replay/archive/open_archive.ts";
import { pinMatch } from "../../../../env/replay/archive/pins.ts";
import { pruneArchive, readUsedIds } from "../../../../env/replay/archive/prune_archive.ts";
import { redactArchive } from "../../../../env/replay/archive/redact_archive.ts";
import { createReplaySession } from "../../../../env/replay/match/replay_session.ts";
import { RedactionError } from "../../../../env/replay/replay_error.ts";
import { ArchiveError } from "../../../../env/replay/replay_error.ts";
import { ask, chainOf } from "../fixture.ts";
import { snapshot, withFolder, writeRecorded } from "./archive_folder.ts";

const HOME = "https://shop.test/";

Deno.test("stats count exchanges, and every body once", () =>
  withFolder(async (root) => {
    const stats = archiveStats(
      await writeRecorded(`${root}/archive`, [
        { url: HOME, answer: "1234" },
        { url: "https://shop.test/again", answer: "1234", headers: [["content-type", "text/html; charset=utf-8"]] },
        { url: "https://api.shop.test/x", answer: "123456789", headers: [["content-type", "application/json"]] },
        { method: "POST", url: "https://shop.test/q", body: "a=1", status: 302, complete: false, headers: [] },
        { url: "https://shop.test/down", failure: "network" },
      ]),
    );
    assertEquals({ ...stats, destinations: [] }, {
      site: "shop",
      exchanges: 5,
      bodies: 3,
      bytes: 13,
      savedBytes: 4,
      failed: 1,
      incomplete: 1,
      layers: [{ name: "base", exchanges: 5, bytes: 13 }],
      hosts: [{ name: "shop.test", exchanges: 4, bytes: 4 }, { name: "api.shop.test", exchanges: 1, bytes: 9 }],
      methods: [{ name: "GET", exchanges: 4, bytes: 13 }, { name: "POST", exchanges: 1, bytes: 0 }],
      destinations: [],
      types: [
        { name: "text/html", exchanges: 2, bytes: 4 },
        { name: "application/json", exchanges: 1, bytes: 9 },
        { name: "no type", exchanges: 1, bytes: 0 },
        { name: "none", exchanges: 1, bytes: 0 },
      ],
      statuses: [
        { name: "200", exchanges: 3, bytes: 13 },
        { name: "302", exchanges: 1, bytes: 0 },
        { name: "failed: network", exchanges: 1, bytes: 0 },
      ],
      largest: [
        { bytes: 9, type: "application/json", url: "https://api.shop.test/x" },
        { bytes: 4, type: "text/html", url: HOME },
      ],
    });
  }));

Deno.test("a diff names every field that differs, and nothing else", () =>
  withFolder(async (root) => {
    const before = await writeRecorded(`${root}/before`, [
      { url: HOME, answer: "old", headers: [["content-type", "text/html"], ["etag", '"1"']] },
      { url: "https://shop.test/same", answer: "same" },
      { url: "https://shop.test/gone" },
    ]);
    const after = await writeRecorded(`${root}/after`, [
      { url: HOME, answer: "newer", status: 201, headers: [["content-type", "text/html"], ["vary", "accept"]] },
      { url: "https://shop.test/same", answer: "same" },
    ], { about: { browser: "other" } });
    assertEquals(diffArchives(before, after), {
      same: 1,
      added: [],
      removed: [{ id: "e2", layer: "base", method: "GET", url: "https://shop.test/gone" }],
      changed: [{
        id: "e0",
        layer: "base",
        method: "GET",
        url: HOME,
        fields: [
          { field: "response.status", before: "200", after: "201" },
          { field: "response.size", before: "3", after: "5" },
          { field: "response.headers.etag", before: '"1"' },
          { field: "response.body", before: sha256("old"), after: sha256("newer") },
          { field: "response.headers.vary", after: "accept" },
        ],
      }],
      manifest: [{ field: "browser", before: "none", after: "other" }],
    });
    assertEquals(diffArchives(after, before).added.map(({ id }) => id), ["e2"]);
    assertEquals(diffArchives(before, before), { same: 3, added: [], removed: [], changed: [], manifest: [] });
  }));

Deno.test("pruning keeps what was used, the mutations that it was recorded after, and no body besides", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    const cart = "https://shop.test/cart";
    const first = await writeRecorded(dir, [{ method: "POST", url: cart, body: "add=1", requestHeaders: FORM }]);
    const chain = chainOf(first.index.all[0]!.key!);
    await writeRecorded(dir, [
      { method: "POST", url: cart, body: "add=1", requestHeaders: FORM, status: 303 },
      { method: "POST", url: cart, body: "add=2", requestHeaders: FORM, status: 303 },
      { url: cart, answer: "cart with 1", chain },
      { url: HOME, answer: "home" },
      { url: "https://shop.test/unused", answer: "unused" },
    ], { timings: [{ id: "e2", ms: 1 }, { id: "e4", ms: 2 }] });
    const opened = await openArchive(dir);
    await pinMatch(opened, ask(HOME), "e3");
    await pinMatch(await openArchive(dir), ask("https://shop.test/unused"), "e4");
    const report = await pruneArchive(await openArchive(dir), { used: new Set(["e2", "e3"]) });
    assertEquals(report, { kept: 3, removed: 2, keptForChains: ["e0"] });
    const pruned = await openArchive(dir);
    assertEquals(pruned.exchanges.map(({ id }) => id).sort(), ["e0", "e2", "e3"]);
    assertEquals([...pruned.pins.values()], ["e3"]);
    const files = await snapshot(dir);
    assertEquals(files["timings.jsonl"], '{"id":"e2","ms":1}\n');
    assertEquals(
      Object.keys(files).filter((name) => name.startsWith("bodies/")).map((name) => name.slice(-64)).sort(),
      ["add=1", "cart with 1", "home"].map((text) => sha256(text)).sort(),
    );
    const session = createReplaySession(pruned);
    session.match(ask(cart, { method: "POST", text: "add=1", headers: { "content-type": FORM[0]![1] } }));
    assertEquals(session.match(ask(cart)).level, "exact");
  }));

Deno.test("a layer is pruned, into another place where one is named; an empty or unknown rest is refused", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    const archive = await writeRecorded(dir, [{ url: HOME, answer: "a" }, { url: HOME, answer: "b", layer: "crawl" }], {
      rules: { schema: 1, block: [{ host: "ads.test" }] },
      about: {
        layers: [
          { name: "base", origin: "recording", source: "" },
          { name: "crawl", origin: "crawl", source: "" },
        ],
      },
    });
    const before = await snapshot(dir);
    await pruneArchive(archive, { withoutLayers: ["crawl"], out: `${root}/out` });
    const out = await openArchive(`${root}/out`);
    assertEquals(out.exchanges.map(({ id }) => id), ["e0"]);
    assertEquals(out.manifest.layers.map(({ name }) => name), ["base"]);
    assertEquals(out.rules.block, [{ host: "ads.test" }]);
    await assertRejects(() => pruneArchive(archive, { withoutLayers: ["x"] }), ArchiveError, "no such layer");
    await assertRejects(() => pruneArchive(archive, { used: new Set() }), ArchiveError, "an exchange must be left");
    assertEquals(await snapshot(dir), before);
  }));

Deno.test("a use report is read by its ids, and anything else is refused", () => {
  const text = '{"schema":1,"run":"a","exchanges":[{"id":"e1","level":"exact"},{"id":"e2"}]}';
  assertEquals([...readUsedIds(text, "use report")], ["e1", "e2"]);
  assertThrows(() => readUsedIds("{", "use report a.json"), ArchiveError, "Cannot read use report a.json");
  assertThrows(() => readUsedIds('{"schema":2,"exchanges":[]}', "use report"), Error, "schema");
});

const FORM: [string, string][] = [["content-type", "application/x-www-form-urlencoded"]];
const TOKEN = "a8F3kQ92LmZx7Tt1PpW4";
const JWT = `eyJ${"hbGciOiJIUzI1NiJ9"}.${"eyJzdWIiOiJhbm4ifQ"}.${"c2lnbmF0dXJl"}`;

Deno.test("an archive with secrets is redacted, and answers the same requests as before", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    const login = { method: "POST", url: "https://shop.test/login", body: "user=ann&password=hunter2-4711" };
    const probe = await writeRecorded(dir, [{ ...login, requestHeaders: FORM }]);
    const chain = chainOf(probe.index.all[0]!.key!);
    const account = `https://shop.test/account?token=${TOKEN}`;
    const archive = await writeRecorded(dir, [
      {
        ...login,
        requestHeaders: FORM,
        status: 303,
        headers: [["set-cookie", `sid=${TOKEN}9; Path=/`], ["location", `/account?token=${TOKEN}`]],
      },
      {
        url: account,
        answer: `<a href="/account?token=${TOKEN}">ann</a>`,
        chain,
        requestHeaders: [["authorization", `Bearer ${TOKEN}`]],
      },
      {
        url: "https://shop.test/me",
        answer: `{"jwt":"${JWT}"}`,
        headers: [["content-type", "application/json"]],
        chain,
      },
      { url: HOME, answer: "home" },
    ]);
    await pinMatch(archive, ask(account), "e1");
    const report = await redactArchive(await openArchive(dir), { out: `${root}/clean` });
    assertEquals(report.changed, 3);
    assertEquals(report.replaced["body:password"], 1);
    const files = JSON.stringify(await snapshot(`${root}/clean`));
    for (const secret of [TOKEN, JWT, "hunter2"]) assertEquals(files.includes(secret), false, secret);
    assertStringIncludes(JSON.stringify(await snapshot(dir)), "hunter2");

    const clean = await openArchive(`${root}/clean`);
    assertEquals(clean.exchanges.length, 4);
    const session = createReplaySession(clean);
    const { body: text, ...sent } = login;
    const answered = session.match(ask(sent.url, { method: "POST", text, headers: Object.fromEntries(FORM) }));
    assertEquals(answered.level, "exact");
    assertEquals(session.match(ask("https://shop.test/me")).level, "exact");
    assertEquals(session.match(ask(account)).level, "pinned");
    assertEquals(await redactArchive(clean, { out: `${root}/twice` }), { changed: 0, replaced: {} });
    const { "archive.json": _, ...twice } = await snapshot(`${root}/twice`);
    const { "archive.json": __, ...once } = await snapshot(`${root}/clean`);
    assertEquals(twice, once);
  }));

Deno.test("a secret in a script stops the redaction, and nothing is written", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    const archive = await writeRecorded(dir, [
      { url: `https://shop.test/?token=${TOKEN}`, answer: "home" },
      {
        url: "https://shop.test/app.js",
        answer: `const token = "${TOKEN}";`,
        headers: [["content-type", "text/javascript"]],
      },
    ]);
    const before = await snapshot(dir);
    const error = await assertRejects(() => redactArchive(archive), RedactionError);
    assertStringIncludes(error.message, "stands in a stored body of GET https://shop.test/app.js");
    assertEquals(error.message.includes(TOKEN), false);
    assertEquals(await snapshot(dir), before);
  }));

Deno.test("a value that is named as secret is replaced wherever it stands", () =>
  withFolder(async (root) => {
    const archive = await writeRecorded(`${root}/archive`, [
      { url: "https://shop.test/find?q=blue-whale", answer: "<p>blue-whale</p>" },
    ]);
    await redactArchive(archive, { secrets: ["blue-whale"], out: `${root}/clean` });
    assertEquals(JSON.stringify(await snapshot(`${root}/clean`)).includes("blue-whale"), false);
  }));
