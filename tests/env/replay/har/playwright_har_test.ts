import { assert, assertEquals } from "@std/assert";
import { chromiumFlags } from "../../../../env/chromium/chromium_flags.ts";
import { loadChromiumLauncher } from "../../../../env/chromium/load_playwright.ts";
import { findChromium } from "../../../../env/chromium/mod.ts";
import { type HarImport, importHar } from "../../../../env/replay/mod.ts";

const PAGE = `<!doctype html><title>Home</title><meta charset=utf-8><h1>Käse</h1><img src=/a.png><script>
(async () => {
  await fetch("/form", { method: "POST", body: new URLSearchParams({ q: "lamp" }) });
  await fetch("/json", { method: "POST", headers: { "content-type": "application/json" }, body: '{"a":1}' });
  await fetch("/blob", { method: "POST", body: new Blob([Uint8Array.of(128, 255)], { type: "application/octet-stream" }) });
  await fetch("/latin").then((r) => r.text());
  await fetch("/gone").catch(() => {});
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/socket");
  socket.onmessage = ({ data }) => { document.title = "done " + data; };
  socket.onopen = () => socket.send("hello");
})();
</script>`;

function serveSite() {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/socket") {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.onmessage = ({ data }) => socket.send(`heard ${data}`);
      return response;
    }
    if (pathname === "/") return Response.redirect(new URL("/home", request.url), 302);
    if (pathname === "/a.png") {
      return new Response(Uint8Array.of(0x89, 0x50), { headers: { "content-type": "image/png" } });
    }
    if (pathname === "/latin") {
      return new Response(Uint8Array.of(0xe9), { headers: { "content-type": "text/plain; charset=iso-8859-1" } });
    }
    if (request.method === "POST") return new Response(`got ${(await request.bytes()).length}`);
    return pathname === "/home"
      ? new Response(PAGE, { headers: { "content-type": "text/html", "set-cookie": "a=1" } })
      : new Response("none", { status: 404 });
  });
  return { origin: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
}

Deno.test("HARs that Playwright writes are imported: embedded, with files beside, zipped, and minimal", async (t) => {
  const site = serveSite();
  const folder = await Deno.makeTempDir({ prefix: "m2-har-" });
  const found = findChromium(Deno.env.toObject());
  const browser = await (await loadChromiumLauncher()).launch({
    executablePath: found.executable,
    args: chromiumFlags({ resolverRules: "MAP *.test ~NOTFOUND", withoutSandbox: Deno.uid() === 0 }),
    env: { ...found.env, HOME: folder },
  });
  async function record(
    name: string,
    options: { content?: "attach" | "embed"; mode?: "full" | "minimal" },
  ): Promise<HarImport> {
    const context = await browser.newContext({ recordHar: { path: `${folder}/${name}`, ...options } });
    const page = await context.newPage();
    await page.goto(site.origin);
    await page.waitForFunction(() => document.title.startsWith("done"));
    await context.close();
    return await importHar(`${folder}/${name}`);
  }
  try {
    const cases = [
      ["embedded", "embed.har", { content: "embed" }],
      ["files beside it", "attach.har", { content: "attach" }],
      ["a zip", "site.zip", { content: "attach" }],
      ["minimal", "minimal.har", { content: "embed", mode: "minimal" }],
    ] as const;
    for (const [name, file, options] of cases) {
      await t.step(name, async () => {
        const { archive, report } = await record(file, options);
        const at = (path: string) => archive.exchanges.find(({ request }) => new URL(request.url).pathname === path);
        const body = async (path: string) => {
          const ref = at(path)?.response?.body;
          return ref === undefined ? undefined : await archive.body(ref);
        };
        assertEquals(new TextDecoder().decode(await body("/home")), PAGE);
        assertEquals(await body("/a.png"), Uint8Array.of(0x89, 0x50));
        assertEquals(at("/")?.response?.status, 302);
        assertEquals(at("/gone")?.response?.status, 404);
        // In whatever way its body was kept, the bytes and the charset say the same.
        const type = at("/latin")?.response?.headers.find(([name]) => name === "content-type")?.[1] ?? "";
        assertEquals(new TextDecoder(/charset=(.*)/.exec(type)?.[1]).decode(await body("/latin")), "é");
        const asked = at("/form")?.request.body;
        assert(asked !== undefined && asked !== "unknown");
        assertEquals(new TextDecoder().decode(await archive.body(asked)), "q=lamp");
        // Bytes of a blob are there as they were sent, or they are said to be unknown: never as none.
        const blob = at("/blob")?.request.body;
        if (blob === "unknown") assertEquals(report.complete, false);
        else assertEquals(await archive.body(blob!), Uint8Array.of(128, 255));
        assertEquals([at("/home")?.step, at("/json")?.step], [-1, -1]);
      });
    }
  } finally {
    await browser.close();
    await site.stop();
    await Deno.remove(folder, { recursive: true });
  }
});
