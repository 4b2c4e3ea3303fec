import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { createReplaySession, type ReplaySession } from "../../../../env/replay/match/replay_session.ts";
import type { StatefulHandler } from "../../../../env/replay/match/stateful.ts";
import { readBody } from "../../../../env/replay/request/canonical_body.ts";
import { canonicalKey } from "../../../../env/replay/request/canonical_key.ts";
import { archiveWith, ask, chainOf } from "../fixture.ts";

const SHOP = "https://shop.test";
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

async function served(session: ReplaySession, ...args: Parameters<typeof ask>): Promise<string> {
  const result = session.match(ask(...args));
  const text = await (await session.respond(result)).text();
  return result.miss === undefined
    ? `${result.level}${result.exhausted ? " exhausted" : ""}: ${text}`
    : `miss: ${result.miss.reason}`;
}

/** Canonical key of a form post. */
function postKey(path: string, form: string): string {
  const bytes = new TextEncoder().encode(form);
  return canonicalKey("POST", new URL(SHOP + path), readBody(bytes, FORM_TYPE["content-type"]))!;
}

function post(path: string, form: string) {
  return {
    method: "POST",
    url: SHOP + path,
    body: form,
    requestHeaders: [["content-type", FORM_TYPE["content-type"]]] as [string, string][],
    status: 303,
    headers: [["location", "/cart"]] as [string, string][],
  };
}

const postArgs = (form: string) => ({ method: "POST", text: form, headers: FORM_TYPE });

Deno.test("T1: a page changes after a mutation, and sticks after its last recording", async () => {
  const mutation = `POST ${SHOP}/m`;
  const session = createReplaySession(
    await archiveWith([
      { url: `${SHOP}/m`, answer: "Hello" },
      { method: "POST", url: `${SHOP}/m`, answer: "ok", step: 1 },
      { url: `${SHOP}/m`, answer: "World", step: 2, chain: chainOf(mutation) },
    ]),
  );
  assertEquals(await served(session, `${SHOP}/m`), "exact: Hello");
  assertEquals(await served(session, `${SHOP}/m`, { method: "POST" }), "exact: ok");
  assertEquals(await served(session, `${SHOP}/m`), "exact: World");
  assertEquals(await served(session, `${SHOP}/m`), "exact exhausted: World");
  assertEquals(session.validity(), "clean");
});

Deno.test("T2: two GraphQL operations are told apart in any order, an unknown one is a miss", async () => {
  const call = (name: string) => JSON.stringify({ operationName: name, query: `query ${name} { ${name} }` });
  const gql = (name: string) => ({
    method: "POST",
    url: `${SHOP}/graphql`,
    body: call(name),
    requestHeaders: [["content-type", "application/json"]] as [string, string][],
    answer: `{"is":"${name}"}`,
    destination: "empty",
  });
  const session = createReplaySession(await archiveWith([gql("A"), gql("B")]));
  const args = (name: string) => ({ method: "POST", text: call(name), headers: JSON_TYPE, destination: "empty" });
  assertEquals(await served(session, `${SHOP}/graphql`, args("B")), 'exact: {"is":"B"}');
  assertEquals(await served(session, `${SHOP}/graphql`, args("A")), 'exact: {"is":"A"}');
  assertEquals(await served(session, `${SHOP}/graphql`, args("C")), "miss: body differs at /operationName");
  assertEquals(session.chain("shop.test"), "", "a query changes nothing");
});

Deno.test("T4: a cut recording never answers where a whole one exists", async () => {
  const session = createReplaySession(
    await archiveWith([
      { url: `${SHOP}/x`, complete: false },
      { url: `${SHOP}/x`, answer: "whole" },
    ]),
  );
  assertEquals(await served(session, `${SHOP}/x`), "exact: whole");
  assertEquals(await served(session, `${SHOP}/x`), "exact exhausted: whole");
});

Deno.test("T6: a declared cache-buster may differ, a page number may not", async () => {
  const archive = await archiveWith([{ url: `${SHOP}/list?t=173845678126&page=1`, answer: "one" }], {
    schema: 1,
    volatile: [{ query: ["t"] }],
  });
  const session = createReplaySession(archive);
  assertEquals(await served(session, `${SHOP}/list?t=9&page=1`), "volatile: one");
  assertEquals(await served(session, `${SHOP}/list?t=9&page=2`), "miss: query differs: page 2 vs 1");
});

Deno.test("T10: gzip bytes without an encoding stay as they are", async () => {
  const bytes = new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3, 255]);
  const session = createReplaySession(
    await archiveWith([{ url: `${SHOP}/a.gz`, answer: bytes, headers: [["content-type", "application/x-gzip"]] }]),
  );
  const response = await session.respond(session.match(ask(`${SHOP}/a.gz`)));
  assertEquals(new Uint8Array(await response.arrayBuffer()), bytes);
  assertEquals(response.headers.get("content-type"), "application/x-gzip");
});

Deno.test("T12: text that was stored decoded loses its encoding and length headers", async () => {
  const session = createReplaySession(
    await archiveWith([{
      url: `${SHOP}/t`,
      answer: "plain text",
      headers: [["content-type", "text/plain"], ["content-encoding", "gzip"], ["content-length", "3"]],
    }]),
  );
  const response = await session.respond(session.match(ask(`${SHOP}/t`)));
  assertEquals(await response.text(), "plain text");
  assertEquals([...response.headers.keys()], ["content-type"]);
});

Deno.test("T19: null, {}, the empty body, no body and unreadable ones are five different requests", async () => {
  const bodies = ["null", "{}", "", undefined, '{"a":', '{"b":'];
  for (const recorded of bodies) {
    const archive = await archiveWith([{
      method: "POST",
      url: `${SHOP}/x`,
      ...(recorded === undefined ? {} : { body: recorded }),
      requestHeaders: [["content-type", "application/json"]],
      status: 204,
    }]);
    for (const asked of bodies) {
      const session = createReplaySession(archive);
      const args = { method: "POST", headers: JSON_TYPE, ...(asked === undefined ? {} : { text: asked }) };
      const { level } = session.match(ask(`${SHOP}/x`, args));
      assertEquals(level, recorded === asked ? "exact" : "miss", `recorded ${recorded}, asked ${asked}`);
    }
  }
  const unknown = createReplaySession(await archiveWith([{ method: "POST", url: `${SHOP}/x`, body: "unknown" }]));
  assertEquals(unknown.match(ask(`${SHOP}/x`, { method: "POST", body: "unknown" })).level, "miss");
});

Deno.test("T25: ranges are cut out of a whole body", async () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, at) => at);
  const session = createReplaySession(await archiveWith([{ url: `${SHOP}/v`, answer: bytes, destination: "video" }]));
  const range = async (header: string) => {
    const result = session.match(ask(`${SHOP}/v`, { headers: { range: header }, destination: "video" }));
    const response = await session.respond(result);
    return [result.level, response.status, response.headers.get("content-range"), [...await response.bytes()].length];
  };
  assertEquals(await range("bytes=10-19"), ["derived", 206, "bytes 10-19/100", 10]);
  assertEquals(await range("bytes=-5"), ["derived", 206, "bytes 95-99/100", 5]);
  assertEquals(await range("bytes=90-500"), ["derived", 206, "bytes 90-99/100", 10]);
  assertEquals(await range("bytes=200-"), ["derived", 416, "bytes */100", 0]);
  assertEquals(await range("bytes=0-1,5-6"), ["exact", 200, null, 100]);
  const ten = await session.respond(session.match(ask(`${SHOP}/v`, { headers: { range: "bytes=10-19" } })));
  assertEquals([...await ten.bytes()], [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
});

Deno.test("T25: a recorded fragment answers what lies inside it, and nothing else", async () => {
  const session = createReplaySession(
    await archiveWith([{
      url: `${SHOP}/v`,
      answer: "0123456789",
      status: 206,
      headers: [["content-range", "bytes 0-9/100"]],
      requestHeaders: [["range", "bytes=0-9"]],
    }]),
  );
  assertEquals(await served(session, `${SHOP}/v`, { headers: { range: "bytes=2-4" } }), "derived: 234");
  assertEquals(
    await served(session, `${SHOP}/v`, { headers: { range: "bytes=50-59" } }),
    "miss: bytes=50-59 was not recorded, nor the whole",
  );
  assertEquals(await served(session, `${SHOP}/v`), "miss: only ranges of it were recorded, not the whole");
});

Deno.test("T29: ten parallel requests, one of them a miss, get their own answers", async () => {
  const session = createReplaySession(
    await archiveWith(Array.from({ length: 9 }, (_, at) => ({ url: `${SHOP}/p${at}`, answer: `page ${at}` }))),
  );
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => served(session, `${SHOP}/p${at}`)));
  assertEquals(answers.slice(0, 9), Array.from({ length: 9 }, (_, at) => `exact: page ${at}`));
  assertEquals(answers[9], "miss: no exchange with path /p9 on shop.test");
  assertEquals(await served(session, `${SHOP}/p3`), "exact exhausted: page 3");
});

Deno.test("T31: sessions share no counters", async () => {
  const archive = await archiveWith([{ url: `${SHOP}/n`, answer: "1" }, { url: `${SHOP}/n`, answer: "2" }]);
  const [a, b] = [createReplaySession(archive), createReplaySession(archive)];
  assertEquals(await served(a, `${SHOP}/n`), "exact: 1");
  assertEquals(await served(a, `${SHOP}/n`), "exact: 2");
  assertEquals(await served(b, `${SHOP}/n`), "exact: 1");
  assertEquals(await served(a, `${SHOP}/n`), "miss: exhausted 2/2: the recorded answers differ");
});

Deno.test("T37: a date stays one header, and two cookies arrive without an expiry that is past", async () => {
  const session = createReplaySession(
    await archiveWith([{
      url: `${SHOP}/`,
      headers: [
        ["date", "Wed, 31 Jan 2024 10:00:00 GMT"],
        ["set-cookie", "a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT; HttpOnly"],
        ["set-cookie", "b=2; Path=/; Max-Age=60"],
        ["set-cookie", "c=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
      ],
    }]),
  );
  const { headers } = await session.respond(session.match(ask(`${SHOP}/`)));
  assertEquals(headers.get("date"), "Wed, 31 Jan 2024 10:00:00 GMT");
  assertEquals(headers.getSetCookie(), ["a=1; HttpOnly", "b=2; Path=/", "c=; Max-Age=0"]);
});

const [addA, addB] = [postKey("/cart/add", "item=a"), postKey("/cart/add", "item=b")];
const TWO_ADDS = [
  { url: `${SHOP}/`, answer: "home" },
  { ...post("/cart/add", "item=a"), step: 1 },
  { url: `${SHOP}/cart`, answer: "cart: a", step: 1, chain: chainOf(addA) },
  { ...post("/cart/add", "item=b"), step: 2, chain: chainOf(addA) },
  { url: `${SHOP}/cart`, answer: "cart: a, b", step: 2, chain: chainOf(addA, addB) },
];

Deno.test("M1: a session that added only b never sees the cart with a", async () => {
  const archive = await archiveWith(TWO_ADDS);
  const session = createReplaySession(archive);
  assertEquals(session.match(ask(`${SHOP}/cart/add`, postArgs("item=b"))).unchained, true);
  const cart = session.match(ask(`${SHOP}/cart`));
  assertEquals([cart.level, cart.miss?.class], ["miss", "world-mismatch"]);
  assertEquals(session.validity(), "diverged");
  const asRecorded = createReplaySession(archive);
  asRecorded.match(ask(`${SHOP}/cart/add`, postArgs("item=a")));
  assertEquals(await served(asRecorded, `${SHOP}/cart`), "exact: cart: a");
  asRecorded.match(ask(`${SHOP}/cart/add`, postArgs("item=b")));
  assertEquals(await served(asRecorded, `${SHOP}/cart`), "exact: cart: a, b");
});

Deno.test("M1: a declared handler gives the right cart, and no page that it does not claim becomes a miss", async () => {
  const cart: StatefulHandler<readonly string[]> = {
    name: "shop",
    init: () => [],
    handles: ({ url }) => url.pathname.startsWith("/cart"),
    reduce: (items, { method, form }) =>
      method === "POST"
        ? { state: [...items, form["item"]!], response: { status: 303, headers: [["location", "/cart"]], body: "" } }
        : { state: items, response: { status: 200, headers: [], body: `cart: ${items.join(", ")}` } },
  };
  const archive = await archiveWith([
    ...TWO_ADDS,
    { url: `${SHOP}/help`, answer: "help", step: 3, chain: chainOf(addA, addB) },
  ]);
  const session = createReplaySession(archive, { handlers: [cart] });
  assertEquals(await served(session, `${SHOP}/cart/add`, postArgs("item=b")), "stateful: ");
  assertEquals(await served(session, `${SHOP}/cart`), "stateful: cart: b");
  assertEquals(await served(session, `${SHOP}/`), "exact: home");
  assertEquals(await served(session, `${SHOP}/help`), "exact: help", "recorded after a mutation that the handler owns");
  assertEquals(session.state(), { shop: ["b"] });
  assertEquals(session.validity(), "clean");
  assertEquals(createReplaySession(archive, { handlers: [cart] }).state(), { shop: [] });
});

Deno.test("M2: a page recorded only after a mutation is not shown before it", async () => {
  const session = createReplaySession(await archiveWith(TWO_ADDS.slice(0, 3)));
  const before = session.match(ask(`${SHOP}/cart`));
  assertEquals([before.level, before.miss?.class], ["miss", "world-mismatch"]);
  assertStringIncludes(session.diverged() ?? "", "recorded only after changes that this session has not made");
});

Deno.test("M3: the same mutations in another order are another world", async () => {
  const session = createReplaySession(await archiveWith(TWO_ADDS));
  session.match(ask(`${SHOP}/cart/add`, postArgs("item=b")));
  session.match(ask(`${SHOP}/cart/add`, postArgs("item=a")));
  assertEquals(session.match(ask(`${SHOP}/cart`)).miss?.class, "world-mismatch");
});

Deno.test("a page with one recorded answer is served after other mutations, as canonical and unchained", async () => {
  const session = createReplaySession(await archiveWith(TWO_ADDS));
  session.match(ask(`${SHOP}/cart/add`, postArgs("item=a")));
  const home = session.match(ask(`${SHOP}/`));
  assertEquals([home.level, home.unchained], ["canonical", true]);
  assertEquals(session.tally()["unchained-answers"], 1);
});

Deno.test("an asset that was recorded after a mutation is served before it", async () => {
  const session = createReplaySession(
    await archiveWith([{ url: `${SHOP}/a.css`, answer: "a{}", chain: chainOf("x"), destination: "style" }]),
  );
  const result = session.match(ask(`${SHOP}/a.css`, { destination: "style" }));
  assertEquals([result.level, result.unchained, session.validity()], ["canonical", true, "clean"]);
});

Deno.test("the query's order and spelling make a canonical match, another value a miss that names it", async () => {
  const session = createReplaySession(await archiveWith([{ url: `${SHOP}/list?page=1&sort=price`, answer: "one" }]));
  assertEquals(await served(session, `${SHOP}/list?sort=price&page=1`), "canonical: one");
  const miss = session.match(ask(`${SHOP}/list?sort=price&page=2`)).miss;
  assertEquals(
    [miss?.class, miss?.reason, miss?.nearest.length],
    ["query-differs", "query differs: page 2 vs 1", 1],
  );
});

Deno.test("swapped numbers never match, and the nearest exchanges are named", async () => {
  const session = createReplaySession(
    await archiveWith([21, 3, 4, 5].map((id) => ({ url: `${SHOP}/item?id=${id}`, answer: `${id}` }))),
  );
  const miss = session.match(ask(`${SHOP}/item?id=12`)).miss;
  assertEquals(miss?.reason, "query differs: id 12 vs 21");
  assertEquals(miss?.nearest.length, 3);
});

Deno.test("HEAD, 304 and a preflight are made from what was recorded", async () => {
  const session = createReplaySession(
    await archiveWith([
      { url: `${SHOP}/e`, answer: "text", headers: [["etag", '"v1"'], ["content-type", "text/plain"]] },
      {
        method: "PUT",
        url: "https://api.shop.test/x",
        answer: "put",
        headers: [["access-control-allow-origin", SHOP]],
        destination: "empty",
      },
    ]),
  );
  const head = session.match(ask(`${SHOP}/e`, { method: "HEAD" }));
  assertEquals([head.level, await (await session.respond(head)).text()], ["derived", ""]);
  const unchanged = session.match(ask(`${SHOP}/e`, { headers: { "if-none-match": 'W/"v1"' } }));
  assertEquals([unchanged.level, (await session.respond(unchanged)).status], ["derived", 304]);
  assertEquals(await served(session, `${SHOP}/e`, { headers: { "if-none-match": '"v2"' } }), "exact exhausted: text");
  const preflight = (method: string) =>
    session.match(ask("https://api.shop.test/x", {
      method: "OPTIONS",
      headers: { origin: SHOP, "access-control-request-method": method, "access-control-request-headers": "x-a" },
    }));
  const { headers, status } = await session.respond(preflight("PUT"));
  assertEquals(
    [status, headers.get("access-control-allow-origin"), headers.get("access-control-allow-headers")],
    [204, SHOP, "x-a"],
  );
  assertEquals(preflight("DELETE").level, "miss", "no leave is invented");
});

Deno.test("a miss is typed by what was asked for, and only assets leave the run undiverged", async () => {
  const session = createReplaySession(await archiveWith([{ url: `${SHOP}/` }]));
  const miss = async (destination: string, method = "GET") => {
    const response = await session.respond(session.match(ask(`${SHOP}/none`, { destination, method })));
    return [response.status, response.headers.get("content-type"), response.headers.get("x-replay")];
  };
  assertEquals(await miss("script"), [200, "text/javascript", "miss"]);
  assertEquals(await miss("style"), [200, "text/css", "miss"]);
  assertEquals(await miss("image"), [404, "text/plain", "miss"]);
  assertEquals(session.validity(), "degraded");
  assertEquals(await miss("empty"), [404, "application/json", "miss"]);
  assertEquals(session.validity(), "diverged");
  assertEquals(await miss("document"), [404, "text/html; charset=utf-8", "miss"]);
  assertEquals(await miss("document", "POST"), [501, "application/json", "miss"]);
});

Deno.test("a favicon that was not recorded, and a blocked host, count as nothing", async () => {
  const session = createReplaySession(
    await archiveWith([{ url: `${SHOP}/` }], { schema: 1, block: [{ host: "ads.test" }] }),
  );
  assertEquals(session.match(ask(`${SHOP}/favicon.ico`, { destination: "image" })).level, "blocked");
  assertEquals(session.match(ask("https://eu.ads.test/t.js", { destination: "script" })).level, "blocked");
  assertEquals([session.validity(), session.misses()], ["clean", []]);
});

Deno.test("a secret in a request is replaced before it is looked up, so a login matches its recording", async () => {
  const session = createReplaySession(await archiveWith([{ ...post("/login", "user=ann&password=redacted") }]));
  assertEquals(session.match(ask(`${SHOP}/login`, postArgs("user=ann&password=hunter2"))).level, "exact");
  assertEquals(session.match(ask(`${SHOP}/login`, postArgs("user=bob&password=hunter2"))).level, "miss");
});

Deno.test("a recorded failure fails again, unless there is an answer", async () => {
  const failed = { url: `${SHOP}/f`, failure: "network" as const };
  const session = createReplaySession(
    await archiveWith([failed, failed, { url: `${SHOP}/g`, failure: "aborted" }, {
      url: `${SHOP}/g`,
      answer: "good",
    }]),
  );
  assertEquals((await session.respond(session.match(ask(`${SHOP}/f`)))).type, "error");
  assertEquals(await served(session, `${SHOP}/g`), "exact: good");
});

Deno.test("a mutation that the rules declare read-only after the recording no longer parts worlds", async () => {
  const archive = await archiveWith([
    { ...post("/find", "q=lamp"), status: 200, answer: "found" },
    { url: `${SHOP}/lamp`, answer: "lamp", chain: chainOf(postKey("/find", "q=lamp")) },
  ], { schema: 1, readOnly: [{ path: "/find" }] });
  const session = createReplaySession(archive);
  assertEquals(await served(session, `${SHOP}/lamp`), "exact: lamp");
  assertEquals(await served(session, `${SHOP}/find`, postArgs("q=lamp")), "exact: found");
  assertEquals(session.chain("shop.test"), "");
});

Deno.test("a beacon is no mutation, and a missing one loses no world", async () => {
  const session = createReplaySession(await archiveWith([{ url: `${SHOP}/`, answer: "home" }]));
  const headers = { "sec-fetch-dest": "empty", "sec-fetch-mode": "no-cors", "content-type": "text/plain" };
  session.match(ask(`${SHOP}/beat`, { method: "POST", text: "1", headers, destination: "empty" }));
  assertEquals([session.validity(), session.chain("shop.test")], ["degraded", ""]);
});

Deno.test("answers that vary by a header are told apart by it", async () => {
  const vary: [string, string][] = [["vary", "Accept, Cookie"]];
  const archive = await archiveWith([
    { url: `${SHOP}/v`, answer: "<p>", headers: vary, requestHeaders: [["accept", "text/html"]] },
    { url: `${SHOP}/v`, answer: "{}", headers: vary, requestHeaders: [["accept", "application/json"]] },
  ]);
  const session = createReplaySession(archive);
  assertEquals(await served(session, `${SHOP}/v`, { headers: { accept: "application/json" } }), "exact: {}");
  assertEquals(await served(session, `${SHOP}/v`, { headers: { accept: "text/html;q=0.9" } }), "exact: <p>");
  assertEquals(
    await served(session, `${SHOP}/v`, { headers: { accept: "text/csv" } }),
    "miss: a header that the answer varies by differs",
  );
});

Deno.test("a stored 304 answers only where nothing else does, and without a body", async () => {
  const session = createReplaySession(
    await archiveWith([
      { url: `${SHOP}/a`, status: 304, answer: "stray" },
      { url: `${SHOP}/b`, status: 304 },
      { url: `${SHOP}/b`, answer: "whole" },
      { url: `${SHOP}/c`, status: 0 },
    ]),
  );
  const alone = await session.respond(session.match(ask(`${SHOP}/a`)));
  assertEquals([alone.status, await alone.text()], [304, ""]);
  assertEquals(await served(session, `${SHOP}/b`), "exact: whole");
  assertEquals((await session.respond(session.match(ask(`${SHOP}/c`)))).type, "error");
});

Deno.test("a WebSocket is a miss of its own kind", async () => {
  const session = createReplaySession(await archiveWith([{ url: `${SHOP}/` }]));
  const { kind, miss } = session.match(
    ask(`${SHOP}/live`, { headers: { upgrade: "websocket" }, destination: "websocket" }),
  );
  assertEquals([kind, miss?.class], ["websocket", "websocket"]);
});

Deno.test("two handlers of one name are refused", async () => {
  const archive = await archiveWith([]);
  const handler: StatefulHandler = {
    name: "cart",
    init: () => 0,
    handles: () => false,
    reduce: (state) => ({ state, response: { status: 200, headers: [], body: "" } }),
  };
  const error = assertThrows(() => createReplaySession(archive, { handlers: [handler, handler] }), TypeError);
  assertEquals(
    error.message,
    'Cannot start a session as every handler must have its own name: two are "cart"',
  );
});

Deno.test("a fragment that was recorded after a change is not served before it", async () => {
  const session = createReplaySession(
    await archiveWith([
      { method: "PUT", url: "https://shop.test/cart", status: 204 },
      {
        url: "https://shop.test/log",
        status: 206,
        answer: "0123456789",
        headers: [["content-range", "bytes 0-9/100"]],
        chain: chainOf("PUT https://shop.test/cart"),
        destination: "empty",
      },
    ]),
  );
  const fragment = ask("https://shop.test/log", { headers: { range: "bytes=0-4" }, destination: "empty" });
  assertEquals(session.match(fragment).miss?.class, "world-mismatch");
  session.match(ask("https://shop.test/cart", { method: "PUT", destination: "empty" }));
  assertEquals(session.match(fragment).level, "derived");
});

Deno.test("ranges mean nothing to HEAD, to a weak If-Range, and to the end of a body of unknown length", async () => {
  const session = createReplaySession(
    await archiveWith([
      { url: "https://shop.test/v", answer: "0123456789", headers: [["etag", 'W/"w"']] },
      { url: "https://shop.test/f", status: 206, answer: "0123456789", headers: [["content-range", "bytes 0-9/*"]] },
    ]),
  );
  const status = (path: string, headers: Record<string, string>, method = "GET") => {
    const { answer, miss } = session.match(ask(`https://shop.test${path}`, { method, headers }));
    return miss?.class ?? (answer.type === "response" ? answer.status : answer.type);
  };
  assertEquals(status("/v", { range: "bytes=0-4" }, "HEAD"), 200);
  assertEquals(status("/v", { range: "bytes=0-4", "if-range": 'W/"w"' }), 200);
  assertEquals(status("/f", { range: "bytes=4-5" }), 206);
  assertEquals(status("/f", { range: "bytes=4-" }), "range-not-recorded");
});

Deno.test("a Max-Age that is no number deletes no cookie", async () => {
  const session = createReplaySession(
    await archiveWith([{ url: "https://shop.test/", headers: [["set-cookie", "a=1; Max-Age=; Path=/"]] }]),
  );
  const response = await session.respond(session.match(ask("https://shop.test/")));
  assertEquals(response.headers.getSetCookie(), ["a=1; Path=/"]);
});
