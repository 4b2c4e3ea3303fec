import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  createReplaySession,
  learnVolatile,
  openArchive,
  pinMatch,
  type ReplayRulesInput,
  writeArchive,
} from "../../../../env/replay/mod.ts";
import { archiveWith, ask, MANIFEST, type Recorded } from "../fixture.ts";

const SHOP = "https://shop.test";

/** Level and reason of requests asked one after another in one session. */
async function levels(
  recorded: readonly Recorded[],
  rules: Omit<ReplayRulesInput, "schema"> | undefined,
  asked: readonly (string | Parameters<typeof ask>)[],
): Promise<string[]> {
  const session = createReplaySession(await archiveWith(recorded, rules && { schema: 1, ...rules }));
  return await Promise.all(asked.map(async (one) => {
    const result = session.match(typeof one === "string" ? ask(SHOP + one) : ask(...one));
    if (result.miss !== undefined) return `miss: ${result.miss.reason}`;
    const text = await (await session.respond(result)).text();
    return `${result.level}: ${text}`;
  }));
}

const image = (url: string, answer: string): Recorded => ({
  url: SHOP + url,
  answer,
  destination: "image",
  headers: [["content-type", "image/png"]],
});
const asImage = (path: string): Parameters<typeof ask> => [SHOP + path, { destination: "image" }];

Deno.test("a name against caches may differ where its recorded value was a time or a random number", async () => {
  const recorded = [
    { url: `${SHOP}/list?t=173845678126&page=1`, answer: "one" },
    { url: `${SHOP}/tab?t=2`, answer: "second tab" },
    { url: `${SHOP}/r?rand=0.8414709848&q=a`, answer: "r" },
    { url: `${SHOP}/app.js?_=1738456781260`, answer: "app" },
  ];
  const asked = ["/list?t=9&page=1", "/list?t=9&page=2", "/tab?t=3", "/r?q=a&rand=0.1", "/app.js?_=1", "/app.js?v=1"];
  assertEquals(await levels(recorded, undefined, asked), [
    "volatile: one",
    "miss: query differs: page 2 vs 1",
    "miss: query differs: t 3 vs 2",
    "volatile: r",
    "volatile: app",
    "miss: query differs: v 1 vs (absent)",
  ]);
  assertEquals(await levels(recorded, { cacheBusters: false }, ["/list?t=9&page=1"]), [
    "miss: query differs: t 9 vs 173845678126",
  ]);
  assertEquals(await levels(recorded, { identity: [{ path: "/list", query: ["t"] }] }, ["/list?t=9&page=1"]), [
    "miss: query differs: t 9 vs 173845678126",
  ]);
});

Deno.test("T33: another size of the same picture may answer, another picture never does", async () => {
  const recorded = [
    image("/_next/image?url=a.png&w=1080", "a 1080"),
    image("/_next/image?url=b.png&w=640", "b 640"),
    image("/photo?id=1&width=320&q=75", "small"),
    image("/photo?id=1&width=1280&q=75", "large"),
  ];
  assertEquals(
    await levels(recorded, undefined, [
      asImage("/_next/image?url=a.png&w=640"),
      asImage("/_next/image?url=b.png&w=1080"),
      asImage("/_next/image?url=c.png&w=640"),
      asImage("/photo?id=1&width=300&q=80"),
      asImage("/photo?id=1&width=640&q=75"),
      asImage("/photo?id=2&width=320&q=75"),
    ]),
    [
      "fuzzy: a 1080",
      "fuzzy: b 640",
      "miss: query differs: url c.png vs b.png",
      "fuzzy: small",
      "fuzzy: large",
      "miss: query differs: id 2 vs 1",
    ],
  );
});

Deno.test("a fuzzy answer tells its score, leaves the run clean, and is never a document, data or mutation", async () => {
  const recorded: Recorded[] = [
    image("/i?url=a.png&w=1080", "a"),
    { url: `${SHOP}/page?w=1080`, answer: "page" },
    { url: `${SHOP}/data?w=1080`, answer: "data", destination: "empty" },
    { method: "POST", url: `${SHOP}/i?url=a.png&w=1080`, answer: "post", destination: "image" },
  ];
  const session = createReplaySession(await archiveWith(recorded));
  const { level, score } = session.match(ask(`${SHOP}/i?url=a.png&w=1000`, { destination: "image" }));
  assertEquals(level, "fuzzy");
  assert(score !== undefined && score > 0.9 && score < 1);
  assertEquals(session.validity(), "clean");
  for (
    const [path, init] of [
      ["/page?w=640", {}],
      ["/data?w=640", { destination: "empty" }],
      ["/i?url=a.png&w=640", { method: "POST", destination: "image" }],
      ["/i?url=a.png&w=640", { destination: "document" }],
    ] as const
  ) assertEquals(session.match(ask(SHOP + path, init)).level, "miss", path);
});

Deno.test("scripts are told apart by all but their version, and data is fuzzy only where a rule opens it", async () => {
  const script = (url: string): Recorded => ({ url: SHOP + url, answer: url, destination: "script" });
  const asked: Parameters<typeof ask>[] = [
    [`${SHOP}/a.js?id=2`, { destination: "script" }],
    [`${SHOP}/b.js?v=3`, { destination: "script" }],
  ];
  assertEquals(await levels([script("/a.js?id=1"), script("/b.js?v=2")], undefined, asked), [
    "miss: query differs: id 2 vs 1",
    "fuzzy: /b.js?v=2",
  ]);
  const data = { url: `${SHOP}/api?q=lamp&trace=1`, answer: "{}", destination: "empty" };
  const trace: Parameters<typeof ask> = [`${SHOP}/api?q=lamp&trace=2`, { destination: "empty" }];
  assertEquals(await levels([data], undefined, [trace]), ["miss: query differs: trace 2 vs 1"]);
  const open = { fuzzy: [{ path: "/api", destinations: ["data" as const], query: ["trace"] }] };
  assertEquals(await levels([data], open, [trace, [`${SHOP}/api?q=desk&trace=2`, { destination: "empty" }]]), [
    "fuzzy: {}",
    "miss: query differs: q desk vs lamp, trace 2 vs 1",
  ]);
});

Deno.test("two equally near pictures that differ are a miss, whatever their order in the archive", async () => {
  const two = [image("/i?id=1&w=100&fm=a", "a"), image("/i?id=1&w=100&fm=b", "b")];
  const asked = [asImage("/i?id=1&w=100&fm=c")];
  const [forth] = await levels(two, undefined, asked);
  const [back] = await levels(two.toReversed(), undefined, asked);
  assertStringIncludes(forth!, "miss: query differs: fm c vs");
  assertStringIncludes(back!, "miss: query differs: fm c vs");
});

Deno.test("a key that is recorded but must not be served now is not replaced by a look-alike", async () => {
  const recorded = [image("/i?id=1&w=100", "first"), image("/i?id=1&w=100", "second"), image("/i?id=1&w=200", "other")];
  assertEquals(await levels(recorded, undefined, Array(3).fill(asImage("/i?id=1&w=100"))), [
    "exact: first",
    "exact: second",
    "miss: exhausted 2/2: the recorded answers differ",
  ]);
});

Deno.test("an alias is answered by the site that it is, and by nothing else", async () => {
  const recorded = [{ url: `${SHOP}/a?x=1`, answer: "a" }];
  const aliases = [
    { origin: "http://shop.test", of: SHOP },
    { origin: "https://www.shop.test", of: SHOP },
    { origin: "https://m.shop.test", of: "https://www.shop.test" },
  ];
  assertEquals(
    await levels(recorded, { aliases }, [
      ["http://shop.test/a?x=1"],
      ["https://www.shop.test/a?x=1"],
      ["https://www.shop.test/a?x=2"],
      ["https://m.shop.test/a?x=1"],
    ]),
    [
      "derived: a",
      "derived: a",
      "miss: no exchange with host www.shop.test",
      "miss: no exchange with host m.shop.test",
    ],
  );
});

Deno.test("a site rule takes two addresses for one where its own tests say so", async () => {
  const rule = {
    name: "session in the path",
    path: "/s/*/item/{id}",
    ignore: ["from"],
    tests: [
      { asked: `${SHOP}/s/1/item/7`, recorded: `${SHOP}/s/2/item/7?from=home`, same: true },
      { asked: `${SHOP}/s/1/item/7`, recorded: `${SHOP}/s/1/item/8`, same: false },
    ],
  };
  const recorded = [{ url: `${SHOP}/s/4711/item/7?from=home`, answer: "seven" }];
  const asked = ["/s/9/item/7", "/s/9/item/8", "/s/9/other/7"];
  const [seven, eight, other] = await levels(recorded, { sites: [rule] }, asked);
  assertEquals(seven, "rule: seven");
  assertStringIncludes(eight!, "miss: ");
  assertStringIncludes(other!, "miss: ");
  await assertRejects(
    () => levels(recorded, { sites: [{ ...rule, path: "/s/*/item/*" }] }, []),
    Error,
    'site rule "session in the path" must say that https://shop.test/s/1/item/7 and https://shop.test/s/1/item/8 are two',
  );
});

Deno.test("a pinned decision answers before every other level, from the lock file", async () => {
  const dir = await Deno.makeTempDir();
  const { exchanges, manifest } = await archiveWith([
    { url: `${SHOP}/x?v=1`, answer: "" },
    { url: `${SHOP}/x?v=2`, status: 201, answer: "" },
  ]);
  await writeArchive(`${dir}/a`, { manifest: { ...MANIFEST, ...manifest }, exchanges, bodies: new Map() });
  const archive = await openArchive(`${dir}/a`);
  const request = ask(`${SHOP}/x?v=1`);
  assertEquals(createReplaySession(archive).match(request).level, "exact");
  await pinMatch(archive, request, "e1");
  const session = createReplaySession(await openArchive(`${dir}/a`));
  const { level, exchangeId } = session.match(request);
  assertEquals([level, exchangeId], ["pinned", "e1"]);
  await assertRejects(() => pinMatch(archive, request, "e9"), Error, "there must be an exchange e9: there is none");
  await assertRejects(
    () => pinMatch(archive, { ...request, method: "POST" }, "e1"),
    Error,
    "methods must be equal: e1 is a GET",
  );
  await Deno.remove(dir, { recursive: true });
});

Deno.test("volatile fields are learned from two recordings, and one that chooses an answer is not", async () => {
  const walk = (time: string, nonce: string): Recorded[] => [
    { url: `${SHOP}/api?at=${time}&page=1`, answer: "one", destination: "empty" },
    { url: `${SHOP}/api?at=${time}&page=2`, answer: "two", destination: "empty" },
    {
      method: "POST",
      url: `${SHOP}/gql`,
      body: JSON.stringify({ query: "{ a }", meta: { nonce }, variables: { id: 1 } }),
      requestHeaders: [["content-type", "application/json"]],
      answer: "a",
      destination: "empty",
    },
  ];
  const first = await archiveWith(walk("morning", "n-1"));
  const learned = learnVolatile(first, await archiveWith(walk("evening", "n-2")));
  assertEquals(learned, [
    { host: "shop.test", path: "/api", query: ["at"], learned: true },
    { host: "shop.test", path: "/gql", pointers: ["/meta/nonce"], learned: true },
  ]);
  const asked: Parameters<typeof ask>[] = [
    [`${SHOP}/api?at=noon&page=2`, { destination: "empty" }],
    [`${SHOP}/api?at=noon&page=3`, { destination: "empty" }],
  ];
  assertEquals(await levels(walk("morning", "n-1"), { volatile: [...learned] }, asked), [
    "volatile: two",
    "miss: query differs: page 3 vs 1",
  ]);
  // The same pages met in another order: the page's number differs between twins, and yet it chooses.
  const [one, two] = walk("morning", "n-1") as [Recorded, Recorded];
  assertEquals(learnVolatile(await archiveWith([one, two]), await archiveWith([two, one])), []);
});

Deno.test("a miss names every field that differs, and the step in which the world was left", async () => {
  const json = (value: unknown) => JSON.stringify(value);
  const session = createReplaySession(
    await archiveWith([{
      method: "POST",
      url: `${SHOP}/api?v=1`,
      body: json({ a: 1, b: { c: [1, 2] } }),
      requestHeaders: [["content-type", "application/json"]],
      destination: "empty",
    }]),
  );
  session.setStep(4);
  const asked = ask(`${SHOP}/api?v=2`, {
    method: "POST",
    text: json({ a: 1, b: { c: [1, 3] }, d: null }),
    headers: { "content-type": "application/json" },
    destination: "empty",
  });
  const { miss } = session.match(asked);
  assertEquals(miss?.nearest[0]?.fields, [
    { field: "query:v", asked: "2", recorded: "1" },
    { field: "body:/b/c/1", asked: "3", recorded: "2" },
    { field: "body:/d", asked: "null" },
  ]);
  assertEquals([miss?.step, session.divergedAt(), session.validity()], [4, 4, "diverged"]);
});

Deno.test("a body of ten thousand levels, or of ten million characters, is compared and breaks nothing", async () => {
  const deep = "[".repeat(10_000) + "]".repeat(10_000);
  const long = JSON.stringify({ text: 'x"\\'.repeat(2_500_000), n: 12345678901234567 });
  const bodies = [deep, long];
  const type: [string, string][] = [["content-type", "application/json"]];
  const archive = await archiveWith(
    bodies.map((body) => ({ method: "POST", url: `${SHOP}/p`, body, requestHeaders: type })),
  );
  const headers = { "content-type": "application/json" };
  for (const text of bodies) {
    const session = createReplaySession(archive);
    assertEquals(session.match(ask(`${SHOP}/p`, { method: "POST", text, headers })).level, "exact");
    assertEquals(session.match(ask(`${SHOP}/p`, { method: "POST", text: `${text} `, headers })).level, "miss");
  }
});

/** One recorded request, and the level at which another is answered. */
async function levelOf(recorded: Parameters<typeof archiveWith>[0][number], asked: ReturnType<typeof ask>) {
  return createReplaySession(await archiveWith([recorded])).match(asked).level;
}

Deno.test("a GraphQL batch of one and the same call alone are two requests, and so are calls with other members", async () => {
  const call = { operationName: "Q", query: "query Q { a }" };
  const json = { "content-type": "application/json" };
  const pairs: [unknown, unknown][] = [
    [[call], call],
    [{ operationName: "get", itemId: 4 }, { operationName: "get", itemId: 5 }],
    [{ query: "query letters", page: 1 }, { query: "query letters", page: 2 }],
    [{ operationName: "F", variables: {}, doc_id: "1" }, { operationName: "F", variables: {}, doc_id: "2" }],
  ];
  for (const [recorded, asked] of pairs) {
    const url = "https://shop.test/graphql";
    const level = await levelOf(
      { method: "POST", url, body: JSON.stringify(recorded), requestHeaders: [["content-type", "application/json"]] },
      ask(url, { method: "POST", headers: json, text: JSON.stringify(asked), destination: "empty" }),
    );
    assertEquals(level, "miss", JSON.stringify(asked));
  }
});

Deno.test("an answer that varies by the second of two Vary headers is given to nobody else", async () => {
  const recorded = {
    url: "https://shop.test/",
    headers: [["vary", "Accept-Encoding"], ["vary", "Accept-Language"]] as [string, string][],
    requestHeaders: [["accept-language", "de"]] as [string, string][],
  };
  assertEquals(await levelOf(recorded, ask(recorded.url, { headers: { "accept-language": "en" } })), "miss");
  assertEquals(await levelOf(recorded, ask(recorded.url, { headers: { "accept-language": "de" } })), "exact");
});

Deno.test("a version may differ in a file's address, not where it may say which thing is meant", async () => {
  const image = (path: string) => ask(`https://shop.test${path}`, { destination: "image" });
  const recorded = (path: string) => ({ url: `https://shop.test${path}`, destination: "image", answer: "cat" });
  assertEquals(await levelOf(recorded("/thumb?v=cat1"), image("/thumb?v=dog7")), "miss");
  assertEquals(await levelOf(recorded("/blob?hash=a1"), image("/blob?hash=b2")), "miss");
  assertEquals(await levelOf(recorded("/cat.png?v=1"), image("/cat.png?v=2")), "fuzzy");
});

Deno.test("an alias answers preflights and site rules as its origin does", async () => {
  const archive = await archiveWith([
    { url: "https://shop.test/a", headers: [["access-control-allow-origin", "*"]] },
    { url: "https://shop.test/r/1/x" },
  ], {
    schema: 1,
    aliases: [{ origin: "https://www.shop.test", of: "https://shop.test" }],
    sites: [{
      name: "r",
      path: "/r/*/x",
      tests: [{ asked: "https://shop.test/r/2/x", recorded: "https://shop.test/r/1/x", same: true }],
    }],
  });
  const session = createReplaySession(archive);
  const headers = { origin: "https://o.test", "access-control-request-method": "GET" };
  assertEquals(session.match(ask("https://www.shop.test/a", { method: "OPTIONS", headers })).level, "derived");
  assertEquals(session.match(ask("https://www.shop.test/r/9/x")).level, "derived");
});
