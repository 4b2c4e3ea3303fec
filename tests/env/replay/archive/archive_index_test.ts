import { assertEquals } from "@std/assert";
import { canonicalKey, volatileFields } from "../../../../env/replay/request/canonical_key.ts";
import { createReplaySession } from "../../../../env/replay/match/replay_session.ts";
import { openArchive } from "../../../../env/replay/archive/open_archive.ts";
import { archiveWith, ask } from "../fixture.ts";
import { withFolder, writeRecorded } from "./archive_folder.ts";

const ODD = [
  { url: "https://shop.test/a?x=1&y=2" },
  { url: "https://shop.test/a?y=2&x=1" },
  { url: "https://SHOP.test:443/%7Ea/%2f?q=a%20b" },
  { url: "https://shop.test/~a/%2F?q=a+b" },
  { url: "https://shop.test/a/../b" },
  { url: "http://shop.test:8080/?" },
  { url: "https://b%C3%BCcher.test/" },
  { url: "https://shop.test/list?_=1738456781260&page=1" },
  { url: "https://shop.test/list?page=1" },
  { method: "POST", url: "https://shop.test/a?x=1&y=2", body: '{"b":1,"a":2}' },
  { method: "POST", url: "https://shop.test/a?y=2&x=1", body: '{"a":2, "b":1}' },
  { method: "POST", url: "https://shop.test/a?x=1&y=2", body: "unknown" },
];

Deno.test("every exchange is found by each of its keys, beside all others of the same key, in order", async () => {
  const { index, rules } = await archiveWith(ODD);
  const lookups = {
    byKey: [index.byKey, (entry: (typeof index.all)[number]) => canonicalKey(entry.method, entry.url, entry.body)],
    byVolatileKey: [index.byVolatileKey, (entry: (typeof index.all)[number]) => {
      const fields = volatileFields(rules, entry.url, "recorded");
      return fields && canonicalKey(entry.method, entry.url, entry.body, fields);
    }],
  } as const;
  for (const [name, [lookup, keyOf]] of Object.entries(lookups)) {
    for (const key of new Set(index.all.map(keyOf))) {
      if (key === undefined) continue;
      const all = index.all.filter((entry) => keyOf(entry) === key).map(({ id }) => id);
      assertEquals(lookup.get(key)?.map(({ id }) => id), all, `${name} ${key}`);
    }
  }
  assertEquals(index.byKey.get("GET https://shop.test/none"), undefined);
  assertEquals(index.byKey.has("GET https://shop.test/a?x=9"), false);
  assertEquals(index.byVolatileKey.get("GET https://shop.test/list?page=1")?.map(({ id }) => id), ["e7"]);
  assertEquals(index.byPath.get("https://shop.test/b")?.map(({ id }) => id), ["e4"]);
  assertEquals(index.byHost.get("shop.test:8080")?.map(({ id }) => id), ["e5"]);
  assertEquals(index.byHost.get("xn--bcher-kva.test")?.map(({ id }) => id), ["e6"]);
  assertEquals(index.byId.get("e3")?.address, ODD[3]!.url);
});

Deno.test("an opened archive answers as the same one in memory does", () =>
  withFolder(async (root) => {
    const opened = createReplaySession(await writeRecorded(`${root}/archive`, ODD));
    const inMemory = createReplaySession(await archiveWith(ODD));
    for (const { url, method = "GET", body } of ODD) {
      const request = ask(url, { method, ...(body === undefined ? {} : { text: body }) });
      assertEquals(opened.match(request), inMemory.match(request), url);
    }
  }));

Deno.test("opening and an exact match of a GET read no body", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    await writeRecorded(dir, [
      { url: "https://shop.test/", answer: "home" },
      { method: "POST", url: "https://shop.test/q", body: "a=1" },
    ]);
    const archive = await openArchive(dir);
    await Deno.remove(`${dir}/bodies`, { recursive: true });
    const session = createReplaySession(archive);
    assertEquals(session.match(ask("https://shop.test/")).level, "exact");
    assertEquals(session.match(ask("https://other.test/")).level, "miss");
  }));

Deno.test("lines that are not plain ASCII come back whole, and so do those after them", () =>
  withFolder(async (root) => {
    const recorded = ["α", "日本", "plain", "🦊"].map((value, at) => ({
      url: `https://shop.test/${at}`,
      headers: [["x-name", value]] as [string, string][],
    }));
    const archive = await writeRecorded(`${root}/archive`, recorded);
    assertEquals(
      archive.exchanges.map(({ id, response }) => `${id} ${response?.headers[0]?.[1]}`),
      ["e0 α", "e1 日本", "e2 plain", "e3 🦊"],
    );
  }));
