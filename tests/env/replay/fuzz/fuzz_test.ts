import { assert, assertEquals } from "@std/assert";
import { canonicalJson, M2Error, seededRandom } from "../../../../base/mod.ts";
import {
  canonicalBody,
  canonicalKey,
  createReplaySession,
  exportHar,
  type HarImport,
  harInMemory,
  importHar,
  MATCH_LEVELS,
  readBody,
  type ReplayRequest,
} from "../../../../env/replay/mod.ts";
import { bytesOf, contentHash, harOf } from "../har/har_fixture.ts";

const SHOP = "https://shop.test/";

/** A source of choices that is the same in every run. */
function choices(seed: number) {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random.next() * count);
  const of = <T>(list: readonly T[]): T => list[below(list.length)]!;
  return { below, of, chance: (one: number) => below(one) === 0 };
}
type Choices = ReturnType<typeof choices>;

const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  1e21,
  2 ** 53,
  -0.5,
  "",
  " ",
  "\0",
  "\ud800",
  "\ufffd\ufffd",
  "é",
  "日本",
  "=",
  "%",
  "%zz",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "/etc/passwd",
  "base64",
  "gzip",
  "a\r\nb: c",
  "x".repeat(5000),
  "data:,x",
  "http://",
  "https://[::1",
  "https://shop.test:99999/",
  "ws://shop.test/",
  "https://a:b@shop.test/",
  "Wed",
  "text/html; charset=klingon",
  "multipart/form-data; boundary=",
  "text/event-stream",
  "application/json",
  [],
  {},
  [[]],
  [null],
  { name: 1 },
  { name: "a", value: null },
  { toString: 1 },
  { length: 1e9 },
];
const NAMES = [
  "text",
  "encoding",
  "_file",
  "size",
  "mimeType",
  "status",
  "url",
  "method",
  "postData",
  "params",
  "headers",
  "_webSocketMessages",
  "_m2",
  "stream",
  "body",
  "step",
  "complete",
  "startedDateTime",
  "pageref",
  "content",
  "response",
  "request",
  "__proto__",
];

/** Changes one place of a parsed HAR. */
function mutate(root: unknown, { below, of, chance }: Choices): void {
  let node = root as Record<string, unknown>;
  for (let depth = below(9); depth > 0; depth--) {
    const inner = Object.values(node).filter((value) => value !== null && typeof value === "object");
    if (inner.length === 0) break;
    node = of(inner) as Record<string, unknown>;
  }
  if (Array.isArray(node)) {
    if (chance(3) && node.length > 0) node.splice(below(node.length), 1);
    else node.push(structuredClone(chance(2) ? of(ODD) : of(node.length > 0 ? node : ODD)));
    return;
  }
  const names = Object.keys(node);
  const name = chance(3) || names.length === 0 ? of(NAMES) : of(names);
  if (chance(4)) delete node[name];
  else {Object.defineProperty(node, name, {
      value: structuredClone(of(ODD)),
      enumerable: true,
      configurable: true,
      writable: true,
    });}
}

const SEED_HAR = () =>
  harOf(
    { more: { _resourceType: "document" }, text: "<h1>é</h1>" },
    {
      method: "POST",
      url: `${SHOP}add?a=1&a=2`,
      postData: { mimeType: "application/json", text: '{"a":[1,{"b":null}]}' },
      type: "application/json",
      text: "{}",
    },
    {
      method: "POST",
      url: `${SHOP}form`,
      postData: { mimeType: "application/x-www-form-urlencoded", params: [{ name: "a", value: "1" }] },
    },
    {
      url: `${SHOP}a.png`,
      type: "image/png",
      content: { size: 4, mimeType: "image/png", text: "iVBORw==", encoding: "base64" },
    },
    {
      url: "wss://shop.test/chat",
      status: 101,
      more: { _webSocketMessages: [{ type: "send", time: 1, opcode: 2, data: "gP8=" }] },
    },
    { url: `${SHOP}events`, type: "text/event-stream", text: "data: a\n\n" },
    {
      url: `${SHOP}old`,
      status: 302,
      headers: [["location", "/new"], ["set-cookie", "a=1; Expires=Wed, 31 Jan 2035 10:00:00 GMT\nb=2"]],
    },
  );

/** Nothing where the import was refused in words. */
async function tried(work: () => Promise<HarImport>): Promise<HarImport | undefined> {
  try {
    return await work();
  } catch (error) {
    assert(error instanceof M2Error, `no error of ours: ${error instanceof Error ? error.stack : String(error)}`);
    assert(error.message.startsWith("Cannot "), error.message);
    return undefined;
  }
}

Deno.test("whatever a HAR holds, it is imported or refused in words, twice alike, and answers its own requests or says why not", async () => {
  let imported = 0;
  for (let seed = 0; seed < 400; seed++) {
    const chosen = choices(seed);
    const har = SEED_HAR();
    for (let times = 1 + chosen.below(6); times > 0; times--) mutate(har, chosen);
    const text = JSON.stringify(har);
    const first = await tried(() => importHar(harInMemory(text)));
    const second = await tried(() => importHar(harInMemory(text)));
    assertEquals(first === undefined, second === undefined);
    if (first === undefined || second === undefined) continue;
    imported++;
    assertEquals(contentHash(first.content), contentHash(second.content));
    assertEquals(
      first.report.complete,
      first.report.issues.every(({ effect }) => effect === "note" || effect === "repaired"),
    );
    const session = createReplaySession(first.archive);
    for (const { request } of first.archive.index.all) {
      const result = session.match(request);
      assert(MATCH_LEVELS.includes(result.level));
      if (result.miss !== undefined) assert(result.miss.reason.length > 0);
      else if (request.body !== "unknown") {
        assert(["exact", "canonical", "derived"].includes(result.level), result.level);
      }
      if (result.answer.type === "response") await (await session.respond(result)).body?.cancel();
    }
    if (seed % 8 === 0) {
      const back = await importHar(await exportHar(first.archive));
      assertEquals(back.archive.exchanges.length, first.archive.exchanges.length);
    }
  }
  assert(imported > 100, `only ${imported} of 400 were imported: the fuzzer breaks too much to find anything`);
});

Deno.test("bytes cut, turned and doubled anywhere in a HAR end in words or in an archive", async () => {
  const whole = bytesOf(JSON.stringify(SEED_HAR()));
  for (let seed = 0; seed < 300; seed++) {
    const { below, of, chance } = choices(1_000_000 + seed);
    let bytes = whole.slice();
    for (let times = 1 + below(4); times > 0; times--) {
      const at = below(bytes.length);
      if (chance(4)) bytes = bytes.slice(0, at);
      else if (chance(3)) bytes = Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(Math.max(0, at - 40))]);
      else bytes[at] = of([0, 0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x3a, 0xff, 0x80, 0x20]);
      if (bytes.length === 0) break;
    }
    await tried(() => importHar(harInMemory(bytes)));
  }
});

/** A JSON value that is unlike most others. */
function value({ below, of, chance }: Choices, depth = 0): unknown {
  if (depth > 3 || chance(2)) return of([null, true, false, 0, 1, -1, 1.5, "", "a", "1", "null", "é", "a=1", 1e21]);
  const inner = Array.from(
    { length: below(4) },
    (_, at) => [of(["a", "b", "query", "variables", `k${at}`]), value({ below, of, chance }, depth + 1)],
  );
  return chance(2) ? inner.map(([, item]) => item) : Object.fromEntries(inner);
}

Deno.test("two JSON bodies have one key exactly when they are one value", () => {
  const seen = new Map<string, string>();
  for (let seed = 0; seed < 4000; seed++) {
    const made = value(choices(2_000_000 + seed));
    if (made === null || typeof made !== "object" || "query" in made || Array.isArray(made)) continue;
    const key = canonicalBody(readBody(bytesOf(JSON.stringify(made)), "application/json"));
    assert(key !== undefined);
    const meaning = canonicalJson(made);
    assertEquals(seen.get(key) ?? meaning, meaning);
    seen.set(key, meaning);
  }
  assert(seen.size > 300, String(seen.size));
});

Deno.test("absent, empty, unknown, null and {} are five bodies, and no two have one key", () => {
  const url = new URL(SHOP);
  const bodies = [undefined, bytesOf(""), bytesOf("null"), bytesOf("{}"), bytesOf("[]"), bytesOf('""')];
  const keys = bodies.map((body) => canonicalKey("POST", url, readBody(body, "application/json")));
  assertEquals(new Set(keys).size, bodies.length);
  assertEquals(canonicalKey("POST", url, readBody("unknown")), undefined);
});

Deno.test("any request is answered, missed with a reason, or refused as no address", async () => {
  const { archive } = await importHar(SEED_HAR());
  for (let seed = 0; seed < 1500; seed++) {
    const { below, of, chance } = choices(3_000_000 + seed);
    const odd = () => of(ODD.filter((item) => typeof item === "string"));
    const path = of(["", "add?a=2&a=1", "form", "a.png", "old", "events", odd(), "%", "a:b/*", "?%zz&&=", "\u202e"]);
    const request: ReplayRequest = {
      method: of(["GET", "POST", "HEAD", "OPTIONS", "DELETE", "PROPFIND"]),
      url: chance(20) ? odd() : `${SHOP}${path}`,
      headers: Object.fromEntries(
        Array.from({ length: below(4) }, () => [
          of([
            "range",
            "if-none-match",
            "content-type",
            "content-encoding",
            "accept",
            "upgrade",
            "access-control-request-method",
            "cookie",
          ]),
          of([
            odd(),
            "bytes=0-1",
            "bytes=-0",
            "gzip",
            "application/json",
            "multipart/form-data; boundary=x",
            "websocket",
            "*",
          ]),
        ]),
      ),
      destination: of(["document", "image", "empty", "script", ""]),
      ...(chance(2)
        ? {
          body: chance(4)
            ? "unknown" as const
            : bytesOf(of([odd(), '{"a":[1,{"b":null}]}', "[".repeat(20_000), "a=1", "--x--"])),
        }
        : {}),
    };
    if (!URL.canParse(request.url)) continue;
    const session = createReplaySession(archive);
    const result = session.match(request);
    assert(MATCH_LEVELS.includes(result.level));
    if (result.level === "miss") assert((result.miss?.reason ?? "").length > 0);
    if (result.answer.type === "response") await (await session.respond(result)).body?.cancel();
  }
});
