import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  crawl,
  createReplaySession,
  openArchive,
  RedactionError,
  serveRecorder,
  type ServeRecorderOptions,
  serveReplay,
} from "../../../../env/replay/mod.ts";
import type { PageTransport } from "../../../../env/mod.ts";
import { ask, MANIFEST } from "../fixture.ts";
import { loopbackClient } from "../loopback_client.ts";

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255, 1, 2]);
const SESSION_ID = "sid-9f8A7b6C5d4E3f2A1b0";
const CSRF = "c5rF9f8A7b6C5d4E3f2A1b0";

/** A little site with pages, a picture, a JSON call, a login, a cart and a redirect. */
function serveSite() {
  const cart: string[] = [];
  const html = (body: string, headers: [string, string][] = []) =>
    new Response(`<!doctype html>${body}`, { headers: [["content-type", "text/html"], ...headers] });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const url = new URL(request.url);
    const at = `${request.method} ${url.pathname}`;
    if (at === "GET /") return html(`<a href=/b>b</a><a href="/list?page=1">list</a><img src=/a.png>`);
    if (at === "GET /b") return html(`<a href=/>home</a> ${request.headers.get("host")}`);
    if (at === "GET /list") return html(`page ${url.searchParams.get("page")}`);
    if (at === "GET /a.png") return new Response(PNG, { headers: { "content-type": "image/png" } });
    if (at === "GET /go") return new Response(null, { status: 302, headers: { location: "https://api.shop.test/b" } });
    if (at === "GET /api") {
      const zipped = new Response('{"price": 12}').body!.pipeThrough(new CompressionStream("gzip"));
      return new Response(zipped, { headers: { "content-type": "application/json", "content-encoding": "gzip" } });
    }
    if (at === "POST /login") {
      await request.text();
      const cookie: [string, string] = ["set-cookie", `sid=${SESSION_ID}; Path=/; Max-Age=3600; HttpOnly`];
      return new Response(null, { status: 303, headers: [["location", "/"], cookie, ["set-cookie", "theme=dark"]] });
    }
    if (at === "POST /cart") {
      cart.push(new URLSearchParams(await request.text()).get("item")!);
      return new Response(null, { status: 303, headers: { location: "/cart" } });
    }
    if (at === "GET /cart") return html(`cart: ${cart.join(", ")}`);
    if (at === "GET /form") return html(`<input name=csrf value=${CSRF}>`);
    if (at === "POST /form") return html(`got ${await request.text()}`);
    if (at === "GET /leak.js") {
      return new Response(`const id = "${SESSION_ID}"`, { headers: { "content-type": "text/javascript" } });
    }
    return new Response("gone", { status: 404 });
  });
  return { origin: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
}

async function record(
  out: string,
  during: (get: Awaited<ReturnType<typeof loopbackClient>>["get"], transport: PageTransport) => Promise<unknown>,
  options: Partial<ServeRecorderOptions> = {},
) {
  const site = serveSite();
  const recorder = await serveRecorder({
    site: "shop",
    profile: MANIFEST.profile,
    map: { "shop.test": site.origin, "api.shop.test": site.origin },
    hosts: ["shop.test", "api.shop.test"],
    out,
    browser: "test client",
    licence: "made up",
    ...options,
  });
  try {
    using client = await loopbackClient(recorder);
    await during(client.get, recorder);
    return await recorder.finish();
  } finally {
    await recorder.close();
    await site.stop();
  }
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function walk(get: (address: string, init?: RequestInit) => Promise<Response>, transport: PageTransport) {
  const seen: string[] = [];
  const read = async (address: string, init?: RequestInit) => {
    const response = await get(address, init);
    seen.push(`${response.status} ${response.headers.get("location") ?? ""} ${await response.text()}`);
    return response;
  };
  await read("https://shop.test/");
  transport.setStep(0);
  await read("https://shop.test/b");
  await read("https://shop.test/go");
  await read("https://shop.test/api", { headers: { "sec-fetch-dest": "empty" } });
  transport.setStep(1);
  await read("https://shop.test/login", { method: "POST", body: "user=ann&password=hunter2zz", headers: FORM });
  await read("https://shop.test/cart", { method: "POST", body: "item=lamp", headers: FORM });
  await read("https://shop.test/cart");
  await read("https://shop.test/cart", { method: "POST", body: "item=desk", headers: FORM });
  await read("https://shop.test/cart");
  return seen;
}

async function filesOf(dir: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const entry of Deno.readDir(dir)) {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory) Object.assign(files, await filesOf(path));
    else files[path.replace(/^.*\/archive-\d\//, "")] = new TextDecoder("latin1").decode(await Deno.readFile(path));
  }
  return files;
}

Deno.test("a recording answers the same walk with the origin stopped, twice, and tells every exchange", async () => {
  const dir = await Deno.makeTempDir();
  let recorded: string[] = [];
  const archive = await record(`${dir}/archive-1`, async (get, transport) => recorded = await walk(get, transport));
  assertStringIncludes(recorded[1]!, "shop.test", "the origin saw the site's own host");
  for (let round = 0; round < 2; round++) {
    const transport = await serveReplay(createReplaySession(archive));
    using client = await loopbackClient(transport);
    assertEquals(await walk(client.get, transport), recorded);
    const report = transport.report();
    assertEquals([report.validity, report.misses, report.leaks], ["clean", [], 0]);
    assertEquals(new Set(report.exchanges.map(({ level }) => level)), new Set(["exact"]));
    assertEquals(report.exchanges.map(({ step, url, method }) => `${step} ${method} ${url}`).slice(0, 3), [
      "-1 GET https://shop.test/",
      "0 GET https://shop.test/api",
      "0 GET https://shop.test/b",
    ]);
    assertEquals(report.exchanges.find(({ url }) => url.endsWith("/login"))?.body, "user=ann&password=redacted");
    await transport.close();
  }
  await Deno.remove(dir, { recursive: true });
});

Deno.test("two recordings of one site are the same bytes, and hold no secret", async () => {
  const dir = await Deno.makeTempDir();
  await record(`${dir}/archive-1`, walk);
  await record(`${dir}/archive-2`, walk);
  const files = await filesOf(`${dir}/archive-1`);
  assertEquals(files, await filesOf(`${dir}/archive-2`));
  assert("archive.json" in files && "entries.jsonl" in files);
  const all = Object.values(files).join("\n");
  for (const secret of [SESSION_ID, "hunter2zz", "theme=dark"]) assertEquals(all.includes(secret), false, secret);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a cookie that is kept by name keeps its value, any other gets a stable placeholder", async () => {
  const dir = await Deno.makeTempDir();
  const archive = await record(`${dir}/archive-1`, walk, { keepCookies: ["theme"] });
  const transport = await serveReplay(createReplaySession(archive));
  using client = await loopbackClient(transport);
  const init = { method: "POST", body: "user=ann&password=other", headers: FORM };
  const response = await client.get("https://shop.test/login", init);
  await response.body?.cancel();
  const [sid, theme] = response.headers.getSetCookie();
  assertStringIncludes(sid!, "; Path=/; HttpOnly");
  assertEquals([/^sid=redacted-[0-9a-f]{16};/.test(sid!), theme], [true, "theme=dark"]);
  await transport.close();
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a secret inside a script fails the recording and writes nothing", async () => {
  const dir = await Deno.makeTempDir();
  const error = await assertRejects(
    () =>
      record(`${dir}/archive-1`, async (get, transport) => {
        await walk(get, transport);
        await (await get("https://shop.test/leak.js")).text();
      }),
    RedactionError,
    "Cannot keep GET https://shop.test/leak.js",
  );
  assertEquals(error.blame, "operator");
  assertEquals([...Deno.readDirSync(dir)], []);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a form token is replaced in the page too, and the page's own form still matches", async () => {
  const dir = await Deno.makeTempDir();
  const archive = await record(`${dir}/archive-1`, async (get) => {
    await (await get("https://shop.test/form")).text();
    await (await get("https://shop.test/form", { method: "POST", body: `csrf=${CSRF}&name=ann`, headers: FORM }))
      .text();
  });
  assertEquals(Object.values(await filesOf(dir)).join("").includes(CSRF), false);
  const session = createReplaySession(archive);
  const page = await (await session.respond(session.match(ask("https://shop.test/form")))).text();
  const token = /value=(redacted-\w+)/.exec(page)![1];
  const sent = { method: "POST", text: `csrf=${token}&name=ann`, headers: FORM };
  assertEquals(session.match(ask("https://shop.test/form", sent)).level, "exact");
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a host that the map does not name is not reached, and said so", async () => {
  const dir = await Deno.makeTempDir();
  await record(`${dir}/archive-1`, async (get, transport) => {
    await (await get("https://shop.test/")).text();
    const response = await get("https://elsewhere.test/x");
    await response.text();
    assertEquals(response.status, 502);
    assertEquals(transport.report().misses, [
      "Cannot record GET https://elsewhere.test/x as the recorder's map does not name its host",
    ]);
  });
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a crawl of the whole site makes an archive that opens, and another crawl the same bytes", async () => {
  const dir = await Deno.makeTempDir();
  for (const number of [1, 2]) {
    await record(`${dir}/archive-${number}`, async (get, transport) => {
      const report = await crawl({
        start: "https://shop.test/",
        extra: ["/list?page=2"],
        limit: 10,
        async visit(url, index) {
          transport.setStep(index);
          const text = await (await get(url)).text();
          return [...text.matchAll(/href="?([^">]+)/g)].map(([, link]) => link!);
        },
      });
      assertEquals(report.visited.map((url) => new URL(url).pathname + new URL(url).search), [
        "/",
        "/list?page=2",
        "/b",
        "/list?page=1",
      ]);
      assertEquals(report.left, []);
    });
  }
  assertEquals(await filesOf(`${dir}/archive-1`), await filesOf(`${dir}/archive-2`));
  const archive = await openArchive(new URL(`file://${dir}/archive-1`));
  assertEquals(archive.exchanges.map(({ step, request }) => `${step} ${request.url}`), [
    "0 https://shop.test/",
    "1 https://shop.test/list?page=2",
    "2 https://shop.test/b",
    "3 https://shop.test/list?page=1",
  ]);
  await Deno.remove(dir, { recursive: true });
});
