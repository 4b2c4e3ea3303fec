import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createReplaySession, harInMemory, importHar, openArchive, writeArchive } from "../../../../env/replay/mod.ts";
import { bytesOf, contentHash, type Entry, harOf, importOf, issuesOf, replayed } from "./har_fixture.ts";

const SHOP = "https://shop.test/";
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

async function textAt(entries: readonly Entry[], url = SHOP) {
  const { archive, report } = await importOf(entries);
  const { bytes, status, level, headers } = await replayed(archive, url);
  return {
    text: bytes === undefined ? undefined : new TextDecoder().decode(bytes),
    bytes,
    status,
    level,
    headers,
    report,
  };
}

Deno.test("a plain HAR is imported whole, and its page is answered exactly", async () => {
  const { text, level, report } = await textAt([{}]);
  assertEquals([text, level, report.complete, report.issues], ["<p>hello", "exact", true, []]);
});

Deno.test("an entry without its body is incomplete and never preferred, wherever it stands", async () => {
  const cut: Entry = { content: { size: -1, mimeType: "x-unknown" } };
  for (const entries of [[cut, { text: "whole" }], [{ text: "whole" }, cut]]) {
    const { archive, report } = await importOf(entries);
    const session = createReplaySession(archive);
    for (let times = 0; times < 3; times++) {
      const result = session.match({ method: "GET", url: SHOP, headers: {}, destination: "document" });
      assertEquals(await (await session.respond(result)).text(), "whole");
    }
    assertEquals(report.complete, false);
    assertEquals(report.kinds, { "missing-body": 1 });
  }
});

Deno.test("statuses that are no answers: 0 and -1 fail, 101 is left out, 304 has no body", async () => {
  const { archive, report } = await importOf([
    { url: `${SHOP}zero`, status: 0, text: "" },
    { url: `${SHOP}minus`, status: -1, response: { _failureText: "net::ERR_ABORTED" } },
    { url: `${SHOP}socket`, status: 101 },
    { url: `${SHOP}same`, status: 304, text: "old" },
    { url: `${SHOP}both`, status: 304, text: "old" },
    { url: `${SHOP}both`, text: "new" },
    { url: `${SHOP}odd`, status: 999 },
    { url: `${SHOP}huge`, status: 1e21 },
  ]);
  assertEquals(issuesOf(report), [
    "0 failed note",
    "1 failed note",
    "2 upgrade dropped",
    "3 needless-body note",
    "4 needless-body note",
    "6 odd-status lossy",
    "7 odd-status lossy",
  ]);
  assertEquals((await replayed(archive, `${SHOP}zero`)).type, "failure");
  assertEquals((await replayed(archive, `${SHOP}minus`)).type, "failure");
  assertEquals((await replayed(archive, `${SHOP}socket`)).level, "miss");
  assertEquals(await replayed(archive, `${SHOP}same`).then(({ status, bytes }) => [status, bytes?.length]), [304, 0]);
  assertEquals(new TextDecoder().decode((await replayed(archive, `${SHOP}both`)).bytes), "new");
  assertEquals((await replayed(archive, `${SHOP}odd`)).type, "failure");
});

Deno.test("bytes that only look packed stay, and text under a wrong encoding and length stays text", async () => {
  const packed = new Uint8Array(gzipSync("inside"));
  const file = await textAt([{
    type: "application/x-gzip",
    content: { size: packed.length, mimeType: "application/x-gzip", text: base64(packed), encoding: "base64" },
  }]);
  assertEquals(file.bytes, packed);
  const decoded = await textAt([{
    headers: [["content-type", "text/html"], ["content-encoding", "gzip"], ["content-length", "3"]],
    text: "decoded already",
  }]);
  assertEquals([decoded.text, decoded.report.complete], ["decoded already", true]);
  assertEquals([decoded.headers?.get("content-encoding"), decoded.headers?.get("content-length")], [null, null]);
  const raw = await textAt([{
    headers: [["content-type", "text/html"], ["content-encoding", "gzip"]],
    content: { size: 6, mimeType: "text/html", text: base64(packed), encoding: "base64" },
  }]);
  assertEquals([raw.text, issuesOf(raw.report)], ["inside", ["0 packed-body repaired"]]);
});

Deno.test("base64 under a text type is decoded, and what is said to be base64 and is not is taken as it stands", async () => {
  const honest = await textAt([{ content: { size: 2, mimeType: "text/html", text: "aGk=", encoding: "base64" } }]);
  assertEquals([honest.text, honest.report.complete], ["hi", true]);
  const looks = await textAt([{ text: "aGk=" }]);
  assertEquals(looks.text, "aGk=");
  const lie = await textAt([{ content: { size: 9, mimeType: "text/html", text: "<p>no</p>", encoding: "base64" } }]);
  assertEquals([lie.text, issuesOf(lie.report)], ["<p>no</p>", ["0 no-base64 repaired"]]);
});

Deno.test("text whose header names another charset is written back in it, or the header is put right", async (t) => {
  const cases: readonly [name: string, type: string, text: string, bytes: Uint8Array, header: string][] = [
    ["latin-1", "text/html; charset=iso-8859-1", "é", Uint8Array.of(0xe9), "text/html; charset=iso-8859-1"],
    ["Cyrillic", "text/html; charset=windows-1251", "Ж", Uint8Array.of(0xc6), "text/html; charset=windows-1251"],
    ["a character too many", "text/html; charset=iso-8859-1", "日", bytesOf("日"), "text/html; charset=utf-8"],
    ["more bytes a character", "text/html; charset=shift_jis", "日", bytesOf("日"), "text/html; charset=utf-8"],
    ["no charset at all", "text/html", "é", bytesOf("é"), "text/html; charset=utf-8"],
    ["no such charset", "text/html; charset=klingon", "é", bytesOf("é"), "text/html; charset=utf-8"],
    ["UTF-8", "text/html; charset=UTF-8", "é", bytesOf("é"), "text/html; charset=UTF-8"],
  ];
  for (const [name, type, text, bytes, header] of cases) {
    await t.step(name, async () => {
      const found = await textAt([{ type, content: { size: bytes.length, mimeType: type, text } }]);
      assertEquals([found.bytes, found.headers?.get("content-type")], [bytes, header]);
      assertEquals(issuesOf(found.report), name === "UTF-8" ? [] : ["0 charset repaired"]);
    });
  }
});

Deno.test("a body that lost bytes on its way is kept and never called whole", async () => {
  const { report, archive } = await importOf([
    { url: `${SHOP}a`, text: "half \ud83d" },
    { url: `${SHOP}b`, type: "image/png", content: { size: 9, mimeType: "image/png", text: "\ufffdPNG" } },
    { url: `${SHOP}c`, content: { size: 5000, mimeType: "text/html", text: "<p>cut" } },
    { url: `${SHOP}d`, type: "image/png", content: { size: 4, mimeType: "image/png", text: "\x89PNG" } },
  ]);
  assertEquals(issuesOf(report), [
    "0 half-character lossy",
    "1 binary-as-text lossy",
    "2 cut-body lossy",
    "3 binary-as-text repaired",
  ]);
  assertEquals(archive.exchanges.map(({ response }) => response?.complete), [false, false, false, true]);
  assertEquals((await replayed(archive, `${SHOP}d`)).bytes, Uint8Array.of(0x89, 0x50, 0x4e, 0x47));
});

Deno.test("a request body that cannot be known equals no other; one that can be known is found", async () => {
  const post = (path: string, rest: Entry): Entry => ({ method: "POST", url: `${SHOP}${path}`, text: path, ...rest });
  const form = "application/x-www-form-urlencoded";
  const { archive, report } = await importOf([
    post("lost", { requestHeaders: [["content-type", "application/json"], ["content-length", "7"]] }),
    post("garbled", { postData: { mimeType: "application/octet-stream", text: "\ufffd\ufffd" } }),
    post("list", { postData: { mimeType: form, params: [{ name: "a", value: "1 2" }] } }),
    post("text", { postData: { mimeType: form, text: "a=1" } }),
    post("none", { requestHeaders: [["content-length", "0"]] }),
    post("bytes", {
      requestHeaders: [["content-type", "application/octet-stream"], ["content-length", "2"]],
      postData: { mimeType: "application/octet-stream", text: "\x80\xff" },
    }),
  ]);
  assertEquals(issuesOf(report), [
    "0 unknown-request-body lossy",
    "1 unknown-request-body lossy",
    "2 form-from-list repaired",
    "5 binary-as-text repaired",
  ]);
  const level = (path: string, type: string, body?: Uint8Array) =>
    createReplaySession(archive).match({
      method: "POST",
      url: `${SHOP}${path}`,
      headers: type === "" ? {} : { "content-type": type },
      destination: "empty",
      ...(body === undefined ? {} : { body }),
    }).miss?.class ?? "hit";
  assertEquals(level("lost", "application/json", bytesOf('{"a":1}')), "body-differs");
  assertEquals(level("list", form, bytesOf("a=1%202")), "hit");
  assertEquals(archive.exchanges.filter(({ request }) => request.body === "unknown").length, 2);
  assertEquals(archive.exchanges.find(({ request }) => request.url.endsWith("none"))?.request.body, undefined);
  const stored = archive.exchanges.find(({ request }) => request.url.endsWith("bytes"))!.request.body!;
  assertEquals(await archive.body(stored), Uint8Array.of(0x80, 0xff));
});

Deno.test("headers: pseudo ones go, joined cookies are two, a cut date is one, cookies come from the list", async () => {
  const expires = "Wed, 31 Jan 2035 10:00:00 GMT";
  const joined = await textAt([{
    headers: [
      [":status", "200"],
      ["Content-Type", "text/html"],
      ["set-cookie", `a=1; Expires=${expires}; HttpOnly\nb=2`],
      ["last-modified", "Wed"],
      ["last-modified", "31 Jan 2024 10:00:00 GMT"],
      ["bad name", "x"],
      ["x-wide", "日"],
    ],
  }]);
  assertEquals(joined.headers?.getSetCookie().map((cookie) => cookie.replace(/=redacted-\w+/, "=…")), [
    "a=…; HttpOnly",
    "b=…",
  ]);
  assertEquals(joined.headers?.get("last-modified"), "Wed, 31 Jan 2024 10:00:00 GMT");
  assertEquals(issuesOf(joined.report), ["0 joined-cookies repaired", "0 cut-date repaired", "0 header-name note"]);
  const listed = await textAt([{
    response: { cookies: [{ name: "theme", value: "dark", path: "/", httpOnly: true }] },
  }]);
  assertEquals(listed.headers?.getSetCookie().length, 1);
  assertStringIncludes(listed.headers?.getSetCookie()[0] ?? "", "; Path=/; HttpOnly");
});

Deno.test("WebSocket messages become a log; a socket without them is dropped", async () => {
  const { archive, report } = await importOf([
    {
      url: "wss://shop.test/chat",
      status: 101,
      more: {
        _resourceType: "websocket",
        _webSocketMessages: [
          { type: "send", time: 100, opcode: 1, data: "hello" },
          { type: "receive", time: 100.128, opcode: 2, data: "gP8=" },
          { type: "receive", time: 1e300, opcode: 1, data: "later" },
          { type: "neither" },
        ],
      },
    },
    { url: "wss://shop.test/blind", status: 101 },
    { url: "wss://shop.test/silent", status: 101, more: { _webSocketMessages: [] } },
  ]);
  assertEquals(issuesOf(report), ["0 lost-frames lossy", "1 websocket-without-frames dropped"]);
  const session = createReplaySession(archive);
  const { answer } = session.match({
    method: "GET",
    url: "wss://shop.test/chat",
    headers: { upgrade: "websocket" },
    destination: "websocket",
  });
  assert(answer.type === "websocket");
  assertEquals(await archive.stream(answer.log), [
    { gapMs: 0, from: "client", text: "hello" },
    { gapMs: 130, from: "server", base64: "gP8=" },
    { gapMs: 86_400_000, from: "server", text: "later" },
  ]);
});

Deno.test("an event stream with its text is a stream again; without it, it is said to be lost", async () => {
  const type = "text/event-stream";
  const { archive, report } = await importOf([
    { url: `${SHOP}told`, type, text: "data: a\n\ndata: b\n\n" },
    { url: `${SHOP}lost`, type, content: { size: 0, mimeType: type } },
  ]);
  assertEquals(issuesOf(report), [
    "0 stream-without-times note",
    "1 stream-without-times note",
    "1 missing-events lossy",
  ]);
  const told = archive.exchanges.find(({ request }) => request.url.endsWith("told"))!;
  assertEquals(await archive.stream(told.response!.stream!), [
    { gapMs: 0, from: "server", text: "data: a\n\ndata: b\n\n" },
    { gapMs: 0, from: "server", close: {} },
  ]);
});

Deno.test("what a session did before counts: a cart after adding is not the cart before", async () => {
  const cart = `${SHOP}cart`;
  const { archive } = await importOf([
    { url: cart, text: "empty" },
    { url: `${SHOP}add`, method: "POST", status: 303, headers: [["location", "/cart"]], content: { size: 0 } },
    { url: cart, text: "one lamp" },
  ]);
  const session = createReplaySession(archive);
  const ask = async (method: string, url: string) => {
    const result = session.match({ method, url, headers: {}, destination: "document" });
    return await (await session.respond(result)).text();
  };
  assertEquals(await ask("GET", cart), "empty");
  await ask("POST", `${SHOP}add`);
  assertEquals(await ask("GET", cart), "one lamp");
});

Deno.test("entries are taken in the order in which they began, and documents begin steps", async () => {
  const document = (url: string, at: number): Entry => ({ url, at, more: { _resourceType: "document", pageref: "p" } });
  const { archive } = await importOf([
    document(`${SHOP}second`, 9),
    { url: `${SHOP}a.css`, type: "text/css", at: 2, more: { pageref: "p" } },
    { ...document(`${SHOP}first`, 0), status: 302, headers: [["location", "/landed"]], content: { size: 0 } },
    document(`${SHOP}landed`, 1),
  ]);
  assertEquals(archive.exchanges.map(({ step, request }) => [step, new URL(request.url).pathname]).toSorted(), [
    [-1, "/a.css"],
    [-1, "/first"],
    [-1, "/landed"],
    [0, "/second"],
  ]);
  assertEquals(archive.profile.epochMs, Date.UTC(2026, 0, 5, 9));
});

Deno.test("what is no request of the web is passed over or dropped, by name", async () => {
  const { report } = await importOf([
    {},
    { url: "data:text/plain,hi" },
    { url: "blob:https://shop.test/1" },
    { url: "not an address" },
    { method: "GE T" },
    { url: "https://ann:hunter2@shop.test/private" },
    { more: { request: null } },
  ]);
  assertEquals(issuesOf(report), [
    "1 not-of-the-web note",
    "2 not-of-the-web note",
    "3 odd-address dropped",
    "4 odd-method dropped",
    "5 login-in-address repaired",
    "6 no-request dropped",
  ]);
  assert(!JSON.stringify(report).includes("hunter2"));
});

Deno.test("no secret of a HAR reaches the archive", async () => {
  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJl";
  const { archive } = await importOf([{
    method: "POST",
    url: `${SHOP}login?token=${jwt}`,
    requestHeaders: [["Authorization", `Bearer ${jwt}`], ["Cookie", "sid=4f9a8b7c6d5e4f3a2b1c"]],
    postData: { mimeType: "application/x-www-form-urlencoded", text: "user=ann&password=hunter2-4711" },
    headers: [["content-type", "application/json"], ["Set-Cookie", "sid=9c8b7a6d5e4f3a2b1c0d"]],
    text: JSON.stringify({ access_token: jwt }),
  }]);
  const [{ request, response }] = archive.exchanges as [typeof archive.exchanges[number]];
  const bodies = await Promise.all([request.body!, response!.body!].map((ref) => archive.body(ref)));
  const all = JSON.stringify(archive.exchanges) + bodies.map((body) => new TextDecoder().decode(body)).join();
  for (const secret of [jwt, "hunter2", "4f9a8b7c6d5e4f3a2b1c", "9c8b7a6d5e4f3a2b1c0d"]) {
    assertEquals(all.includes(secret), false, secret);
  }
});

Deno.test("the same HAR twice gives the same archive, and the same entry twice is kept once", async () => {
  const entries: Entry[] = [{}, {}, { url: `${SHOP}b`, text: "b" }];
  const [first, second] = [await importOf(entries), await importOf(entries)];
  assertEquals(contentHash(first.content), contentHash(second.content));
  assertEquals([first.report.entries, first.report.exchanges], [3, 2]);
});

Deno.test("what is no HAR is one sentence that names the place", async (t) => {
  const whole = JSON.stringify(harOf({}, {}));
  const cases: readonly [name: string, text: string | Uint8Array, state: string][] = [
    ["empty", "", "it ends at byte 0, in the file"],
    ["no JSON", "hello", "byte 0, in the file, is out of place"],
    ["a list", "[]", "byte 0, in the file, is out of place"],
    ["another JSON", '{"a": {"log": 1}}', "it has no log"],
    ["no entries", '{"log": {"version": "1.2"}}', "its log has no list of entries"],
    ["entries that are none", '{"log": {"entries": {}}}', "its entries, at byte 20, are no list"],
    ["a log that is none", '{"log": 7}', "its log, at byte 8, is no object"],
    ["cut inside an entry", whole.slice(0, -30), "inside entry 1"],
    ["cut behind an entry", whole.slice(0, -2), "in the log"],
    ["something behind it", `${whole}x`, "in the after, is out of place"],
    ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x7b, 0), "byte 0, in the file, is out of place"],
  ];
  for (const [name, text, state] of cases) {
    await t.step(name, async () => {
      const error = await assertRejects(() => importHar(harInMemory(text)));
      assertStringIncludes((error as Error).message, "Cannot read the HAR as a HAR must be whole JSON");
      assertStringIncludes((error as Error).message, state);
    });
  }
  await assertRejects(() => importHar(harInMemory('{"log": {"entries": []}}')), Error, "it has no entries");
});

Deno.test("a HAR in small pieces reads as in one; damaged entries cost themselves alone", async () => {
  const bytes = bytesOf(`\ufeff${JSON.stringify(harOf({ text: '6" lamp }]}, \\ "quoted\\" \\\\ é' }), null, 1)}`);
  const inPieces = (size: number) => ({
    ...harInMemory(""),
    async *parts() {
      const { splitHar } = await import("../../../../env/replay/har/split_har.ts");
      yield* splitHar(
        function* () {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        }(),
        "pieces",
      );
    },
  });
  const whole = contentHash((await importHar(harInMemory(bytes))).content);
  for (const size of [1, 2, 7, 64]) assertEquals(contentHash((await importHar(inPieces(size))).content), whole);
  const good = JSON.stringify(harOf({}).log.entries[0]);
  const deep = "[".repeat(5000) + "]".repeat(5000);
  const { report } = await importHar(harInMemory(`{"log":{"entries":[{"a":tru},${deep},7,${good}]}}`));
  assertEquals(issuesOf(report), ["0 damaged dropped", "1 damaged dropped", "2 no-request dropped"]);
});

Deno.test("text of the HAR that is no UTF-8 is said to be lost, and its entry is incomplete", async () => {
  const bytes = bytesOf(JSON.stringify(harOf({ text: "XX" })));
  bytes[bytes.indexOf(0x58)] = 0xff;
  const { report, archive } = await importHar(harInMemory(bytes));
  assertEquals(issuesOf(report).includes("0 invalid-utf8 lossy"), true);
  assertEquals(archive.exchanges[0]?.response?.complete, false);
});

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "m2-har-" });
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const withFiles = harOf(
  { url: `${SHOP}there`, content: { size: 5, mimeType: "text/html", _file: "there.html" } },
  { url: `${SHOP}gone`, content: { size: 5, mimeType: "text/html", _file: "gone.html" } },
  { url: `${SHOP}up`, content: { size: 5, mimeType: "text/html", _file: "../secret.html" } },
  { url: `${SHOP}link`, content: { size: 5, mimeType: "text/html", _file: "link.html" } },
);

Deno.test("bodies beside the HAR are read; missing and climbing ones are named, and nothing outside is read", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/har`);
    await Deno.writeTextFile(`${folder}/secret.html`, "outside");
    await Deno.writeTextFile(`${folder}/har/there.html`, "there");
    await Deno.symlink(`${folder}/secret.html`, `${folder}/har/link.html`);
    await Deno.writeTextFile(`${folder}/har/site.har`, JSON.stringify(withFiles));
    const { archive, content, report } = await importHar(`${folder}/har/site.har`);
    assertEquals(issuesOf(report), [
      "1 missing-side-file lossy",
      "2 missing-side-file lossy",
      "3 missing-side-file lossy",
    ]);
    assertEquals(report.issues.map(({ what }) => what.split('" ')[1]), [
      "is not there",
      "has a name that leads elsewhere",
      "is none that may be read",
    ]);
    assertEquals(new TextDecoder().decode((await replayed(archive, `${SHOP}there`)).bytes), "there");
    await writeArchive(`${folder}/archive`, content);
    const reopened = await openArchive(`${folder}/archive`);
    assertEquals(reopened.exchanges.map(({ response }) => response?.complete).sort(), [false, false, false, true]);
    assertEquals(reopened.manifest.layers, [{ name: "base", origin: "har", source: "WebInspector 537.36 HAR" }]);
  }));

Deno.test("text beside the HAR that was decoded is written back; bytes that were not are left alone", async () => {
  const type = "text/html; charset=iso-8859-1";
  for (
    const [stored, repairs] of [[bytesOf("é"), ["0 charset repaired"]], [Uint8Array.of(0xe9), []]] as [
      Uint8Array,
      string[],
    ][]
  ) {
    const har = JSON.stringify(harOf({ type, content: { size: stored.length, mimeType: type, _file: "a.html" } }));
    const { archive, report } = await importHar(harInMemory(har, new Map([["a.html", stored]])));
    assertEquals((await replayed(archive, SHOP)).bytes, Uint8Array.of(0xe9));
    assertEquals(issuesOf(report), repairs);
  }
});

/** A zip of files, packed. `lie` gives another size than the true one. */
function zipOf(files: Readonly<Record<string, Uint8Array>>, lie = 0): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed = new Uint8Array(deflateRawSync(bytes));
    const common = (head: DataView, at: number) => {
      head.setUint16(at, 8, true);
      head.setUint32(at + 10, packed.length, true);
      head.setUint32(at + 14, lie || bytes.length, true);
      head.setUint16(at + 18, bytesOf(name).length, true);
    };
    const local = new Uint8Array(30);
    new DataView(local.buffer).setUint32(0, 0x04034b50, true);
    common(new DataView(local.buffer), 8);
    const entry = new Uint8Array(46);
    new DataView(entry.buffer).setUint32(0, 0x02014b50, true);
    common(new DataView(entry.buffer), 10);
    new DataView(entry.buffer).setUint32(42, offset, true);
    parts.push(local, bytesOf(name), packed);
    directory.push(entry, bytesOf(name));
    offset += 30 + bytesOf(name).length + packed.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(10, Object.keys(files).length, true);
  end.setUint32(12, directory.reduce((sum, { length }) => sum + length, 0), true);
  end.setUint32(16, offset, true);
  return Uint8Array.from([...parts, ...directory, new Uint8Array(end.buffer)].flatMap((part) => [...part]));
}

Deno.test("a zip is read in memory; a bomb, a cut zip and two HARs are refused", () =>
  inFolder(async (folder) => {
    const har = bytesOf(JSON.stringify(withFiles));
    const zip = `${folder}/site.zip`;
    await Deno.writeFile(
      zip,
      zipOf({ "har.har": har, "there.html": bytesOf("there"), "../secret.html": bytesOf("x") }),
    );
    const { archive, report } = await importHar(zip);
    assertEquals(report.effects.lossy, 3);
    assertEquals(new TextDecoder().decode((await replayed(archive, `${SHOP}there`)).bytes), "there");
    const refuses = async (bytes: Uint8Array, why: string) => {
      await Deno.writeFile(zip, bytes);
      assertStringIncludes((await assertRejects(() => importHar(zip)) as Error).message, why);
    };
    await refuses(zipOf({ "har.har": har }, 10), "har.har is larger than it says");
    await refuses(zipOf({ "har.har": har }).subarray(0, 300), "it has no directory");
    await refuses(zipOf({ "a.har": har, "b.har": har }), "it must hold one .har file: it holds 2");
  }));

Deno.test("bodies that stand packed by brotli, deflate or zstd are unpacked and not called cut", async () => {
  const text = `<p>héllo ${"wörld ".repeat(20)}`;
  const packers = { br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync };
  for (const [encoding, pack] of Object.entries(packers)) {
    const { archive, report } = await importOf([{
      headers: [["content-type", "text/html; charset=utf-8"], ["content-encoding", encoding]],
      content: {
        size: new TextEncoder().encode(text).length,
        mimeType: "text/html",
        encoding: "base64",
        text: pack(text).toString("base64"),
      },
    }]);
    const { bytes } = await replayed(archive, "https://shop.test/");
    assertEquals(new TextDecoder().decode(bytes), text, encoding);
    assertEquals([report.complete, report.kinds], [true, { "packed-body": 1 }]);
  }
});

Deno.test("a redirect whose aim stands only beside its headers leads there", async () => {
  const { archive, report } = await importOf([
    { status: 302, headers: [], response: { redirectURL: "/next" }, content: { size: 0 } },
  ]);
  const { headers } = await replayed(archive, "https://shop.test/");
  assertEquals(headers?.get("location"), "/next");
  assertEquals(report.kinds["location-from-field"], 1);
});
