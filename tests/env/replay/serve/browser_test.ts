import { assertEquals, assertStringIncludes } from "@std/assert";
import type { PageTransport } from "../../../../env/mod.ts";
import { findChromium, openChromium } from "../../../../env/chromium/mod.ts";
import { createReplaySession, serveRecorder, serveReplay } from "../../../../env/replay/mod.ts";
import { MANIFEST } from "../fixture.ts";

const PAGE = `<!doctype html><title>Home</title><h1>Home</h1><p id=out></p><script>
(async () => {
  const redirected = await fetch("/redirect");
  const put = await fetch("https://api.shop.test/x", { method: "PUT", headers: { "x-a": "1" }, body: "hi" });
  const refused = await fetch("https://api.shop.test/closed").then(() => "allowed", () => "refused");
  const seen = await (await fetch("/cookies")).text();
  out.textContent = [redirected.redirected, redirected.url, await put.text(), refused, seen, document.cookie].join(" | ");
})();
</script>`;

/** A site that needs a real browser: redirects between origins, cookies, CORS with a preflight. */
function serveSite() {
  const seen: string[] = [];
  const html = { "content-type": "text/html" };
  const answers: Record<string, (request: Request) => Response | Promise<Response>> = {
    "GET /start": () =>
      new Response(null, {
        status: 302,
        headers: [
          ["location", "https://www.shop.test/home"],
          ["set-cookie", "theme=dark; Domain=shop.test; Path=/; Max-Age=86400"],
          ["set-cookie", "sid=s3; Domain=shop.test; Path=/; HttpOnly"],
        ],
      }),
    "GET /home": () => new Response(PAGE, { headers: html }),
    "GET /redirect": () => new Response(null, { status: 307, headers: { location: "/target" } }),
    "GET /target": () => new Response("target"),
    "GET /cookies": (request) =>
      new Response((request.headers.get("cookie") ?? "").split("; ").map((pair) => pair.split("=")[0]).sort().join()),
    "OPTIONS /x": () =>
      new Response(null, {
        status: 204,
        headers: {
          "access-control-allow-origin": "https://www.shop.test",
          "access-control-allow-methods": "PUT",
          "access-control-allow-headers": "x-a",
        },
      }),
    "PUT /x": async (request) =>
      new Response(`put ${await request.text()}`, {
        headers: { "access-control-allow-origin": "https://www.shop.test" },
      }),
    "GET /closed": () => new Response("not for other origins"),
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const at = `${request.method} ${new URL(request.url).pathname}`;
    seen.push(at);
    return answers[at]?.(request) ?? new Response("none", { status: 404 });
  });
  return { origin: `http://127.0.0.1:${server.addr.port}`, seen, stop: () => server.shutdown() };
}

async function visit(transport: PageTransport): Promise<{ readonly url: string; readonly text: string }> {
  const browser = await openChromium({
    chromium: findChromium(Deno.env.toObject()),
    transport,
    screenshots: false,
  });
  try {
    assertEquals((await browser.reset("https://shop.test/start")).status, "done");
    const { observation: { url, text } } = await browser.observe();
    return { url, text };
  } finally {
    await browser.close();
  }
}

Deno.test("redirects, cookies, preflights and refused origins are in a replay what they were live", async () => {
  const dir = await Deno.makeTempDir();
  const site = serveSite();
  const recorder = await serveRecorder({
    site: "shop",
    profile: MANIFEST.profile,
    map: Object.fromEntries(["shop.test", "www.shop.test", "api.shop.test"].map((host) => [host, site.origin])),
    hosts: ["shop.test", "www.shop.test", "api.shop.test"],
    out: `${dir}/archive`,
    browser: "chromium",
    licence: "made up",
    keepCookies: ["theme"],
  });
  const live = await visit(recorder);
  const archive = await recorder.finish();
  await recorder.close();
  await site.stop();
  assertEquals(site.seen.includes("OPTIONS /x"), true, "the preflight went to the site");
  assertEquals(live.url, "https://www.shop.test/home");
  assertStringIncludes(
    live.text,
    "true | https://www.shop.test/target | put hi | refused | sid,theme | theme=dark",
  );
  for (let round = 0; round < 2; round++) {
    const transport = await serveReplay(createReplaySession(archive));
    assertEquals(await visit(transport), live);
    const { validity, misses, exchanges } = transport.report();
    assertEquals([validity, misses], ["clean", []]);
    assertEquals(exchanges.filter(({ level }) => level !== "exact" && level !== "blocked"), []);
    await transport.close();
  }
  await Deno.remove(dir, { recursive: true });
});
