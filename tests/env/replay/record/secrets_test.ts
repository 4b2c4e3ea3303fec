import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  type Archive,
  createReplaySession,
  RedactionError,
  serveRecorder,
  type ServeRecorderOptions,
} from "../../../../env/replay/mod.ts";
import { MANIFEST } from "../fixture.ts";
import { loopbackClient } from "../loopback_client.ts";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl";
const OTHER_JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJib2IifQ.b3RoZXJzaWdu";
const TOKEN = "9f8A7b6C5d4E3f2A1b0c9D8e";
const PASSWORD = "correct horse 9 battery";
const CARD = "4012 8888 8888 1881";
const KNOWN = "blue-giraffe-street";

const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Sends a request and shows its answer, as one page after another would. */
type Asked = readonly [address: string, init?: RequestInit];

async function record(
  dir: string,
  asked: readonly Asked[],
  options: Partial<ServeRecorderOptions> = {},
): Promise<Archive> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    if (pathname === "/login") {
      const headers: [string, string][] = [
        ["set-cookie", `sid=${TOKEN}; Path=/; HttpOnly`],
        ["Set-Cookie", `remember=${JWT}`],
        ["x-auth-token", TOKEN],
        ["content-type", "application/json"],
      ];
      return new Response(JSON.stringify({ access_token: JWT, user: { csrfToken: TOKEN }, name: "Ann" }), { headers });
    }
    if (pathname === "/page") {
      return new Response(`<p data-token="${TOKEN}">${JWT}</p>`, { headers: { "content-type": "text/html" } });
    }
    if (pathname === "/basic.html") {
      return new Response(`<i>${btoa(`ann:${TOKEN}`)}</i>`, { headers: { "content-type": "text/html" } });
    }
    if (pathname === "/known") return new Response(`home: ${KNOWN}`, { headers: { "content-type": "text/html" } });
    return new Response(body, { headers: { "content-type": request.headers.get("content-type") ?? "text/plain" } });
  });
  const recorder = await serveRecorder({
    site: "shop",
    profile: MANIFEST.profile,
    map: { "shop.test": `http://127.0.0.1:${server.addr.port}` },
    hosts: ["shop.test"],
    out: dir,
    browser: "test client",
    licence: "made up",
    ...options,
  });
  try {
    using client = await loopbackClient(recorder);
    for (const [address, init] of asked) await (await client.get(address, init)).text();
    return await recorder.finish();
  } finally {
    await recorder.close();
    await server.shutdown();
  }
}

async function everything(dir: string): Promise<string> {
  const texts: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    const path = `${dir}/${name}`;
    texts.push(
      name,
      isDirectory ? await everything(path) : new TextDecoder("latin1").decode(await Deno.readFile(path)),
    );
  }
  return texts.join("\n");
}

const multipart = (password: string) =>
  [
    "--b",
    'Content-Disposition: form-data; name="password"',
    "",
    password,
    "--b",
    'Content-Disposition: form-data; name="photo"; filename="a.bin"',
    "",
    "\u0001\u0002",
    "--b--",
    "",
  ].join("\r\n");

/** The same visit by somebody else: other secrets in every place. */
function visit(jwt: string, token: string, password: string, card: string): Asked[] {
  const post = (path: string, body: string, headers: Record<string, string>): Asked => [
    `https://shop.test${path}`,
    { method: "POST", body, headers },
  ];
  const authorized = { ...JSON_TYPE, authorization: `Bearer ${jwt}`, cookie: `sid=${token}` };
  return [
    post("/login", `user=ann&password=${encodeURIComponent(password)}`, FORM),
    post("/login", JSON.stringify({ user: "ann", credentials: { password } }), JSON_TYPE),
    post("/login", multipart(password), { "content-type": "multipart/form-data; boundary=b" }),
    post(
      "/graphql",
      JSON.stringify({ query: "mutation L($p: String) { l(p: $p) }", variables: { password } }),
      JSON_TYPE,
    ),
    post("/pay", JSON.stringify({ account: card }), JSON_TYPE),
    [`https://shop.test/page?access=${jwt}&page=2`, { headers: authorized }],
  ];
}

Deno.test("T23: with no secret named, none is on disk, and the same visit by another person matches", async () => {
  const dir = await Deno.makeTempDir();
  const archive = await record(`${dir}/a`, visit(JWT, TOKEN, PASSWORD, CARD));
  const disk = await everything(dir);
  for (const secret of [JWT, TOKEN, PASSWORD, encodeURIComponent(PASSWORD), CARD, btoa(PASSWORD)]) {
    assertEquals([secret, disk.includes(secret)], [secret, false]);
  }
  assertStringIncludes(disk, "Ann");
  const session = createReplaySession(archive);
  for (const [url, init] of visit(OTHER_JWT, "Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2", "another 1 entirely", "5555 5555 5555 4444")) {
    const method = init?.method ?? "GET";
    const headers = init?.headers as Record<string, string>;
    const body = init?.body === undefined ? {} : { body: new TextEncoder().encode(init.body as string) };
    const { level, miss } = session.match({ method, url, headers, ...body });
    // Two tokens that look drawn at random stay two: only what a person chose becomes one.
    if (url.includes("access=")) assertEquals([level, miss?.class], ["miss", "query-differs"]);
    else assertEquals([url, level], [url, "exact"]);
  }
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a known secret is replaced wherever it stands, and a replay that knows it still finds the page", async () => {
  const dir = await Deno.makeTempDir();
  const asked: Asked[] = [[`https://shop.test/known?q=to+${KNOWN}`]];
  const archive = await record(`${dir}/a`, asked, { secrets: [KNOWN] });
  assertEquals((await everything(dir)).includes(KNOWN), false);
  const request = { method: "GET", url: asked[0]![0], headers: {} };
  assertEquals(createReplaySession(archive, { secrets: [KNOWN] }).match(request).level, "exact");
  assertEquals(createReplaySession(archive).match(request).level, "miss");
  await Deno.remove(dir, { recursive: true });
});

Deno.test("addresses of people are replaced only where that is asked for", async () => {
  const dir = await Deno.makeTempDir();
  const asked: Asked[] = [["https://shop.test/echo", {
    method: "POST",
    body: '{"to":"ann@shop.test"}',
    headers: JSON_TYPE,
  }]];
  await record(`${dir}/a`, asked);
  assertStringIncludes(await everything(`${dir}/a`), "ann@shop.test");
  await record(`${dir}/b`, asked, { emails: true });
  assertEquals((await everything(`${dir}/b`)).includes("ann@shop.test"), false);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a secret that is left in another spelling fails the recording, and nothing is written", async () => {
  const login: Asked = ["https://shop.test/login", { method: "POST", body: "user=ann&password=x", headers: FORM }];
  const cases: [Asked, string][] = [
    [["https://shop.test/basic.html"], "a value that was replaced elsewhere"],
    [[`https://shop.test/files/${JWT}/a.png`], "no secret may stand in a path: a part of it is a token"],
  ];
  for (const [asked, sentence] of cases) {
    const dir = await Deno.makeTempDir();
    const error = await assertRejects(() => record(`${dir}/a`, [login, asked]), RedactionError, sentence);
    assertEquals([TOKEN, JWT].some((secret) => error.message.includes(secret)), false);
    assertEquals([...Deno.readDirSync(dir)], []);
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("answers that arrive in another order give the same entries, byte for byte", async () => {
  const dir = await Deno.makeTempDir();
  const lists: string[] = [];
  for (const seed of [1, 5, 11]) {
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
      const n = Number(new URL(request.url).searchParams.get("n"));
      await new Promise((resolve) => setTimeout(resolve, (n * seed) % 13));
      return Response.json({ n });
    });
    const recorder = await serveRecorder({
      site: "shop",
      profile: MANIFEST.profile,
      map: { "shop.test": `http://127.0.0.1:${server.addr.port}` },
      hosts: ["shop.test"],
      out: `${dir}/${seed}`,
      browser: "test client",
      licence: "made up",
      clock: { now: () => performance.now() },
    });
    using client = await loopbackClient(recorder);
    const order = Array.from({ length: 12 }, (_, at) => (at * seed) % 12);
    await Promise.all(order.map(async (n) => await (await client.get(`https://shop.test/x?n=${n}`)).text()));
    await recorder.finish();
    await recorder.close();
    await server.shutdown();
    lists.push(await Deno.readTextFile(`${dir}/${seed}/entries.jsonl`));
  }
  assertEquals(lists[0]!.trim().split("\n").length, 12);
  assertEquals(lists[1], lists[0]);
  assertEquals(lists[2], lists[0]);
  await Deno.remove(dir, { recursive: true });
});
