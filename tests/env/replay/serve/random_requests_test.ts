import { assertEquals } from "@std/assert";
import type { PageTransport } from "../../../../env/mod.ts";
import { findChromium, openChromium } from "../../../../env/chromium/mod.ts";
import { createReplaySession, serveRecorder, serveReplay } from "../../../../env/replay/mod.ts";
import { MANIFEST } from "../fixture.ts";

const ask = (from: string) =>
  `fetch("/q?from=${from}&r=" + Math.random() + "&id=" + crypto.randomUUID() + "&at=" + Date.now()).then((r) => r.text())`;
const PAGE =
  `<!doctype html><title>Random</title><h1>Random</h1><iframe title=frame src=/frame></iframe><ul id=log></ul><script>
const say = (text) => log.append(Object.assign(document.createElement("li"), { textContent: text }));
${ask("page")}.then(say);
new Worker("/worker.js").onmessage = ({ data }) => say(data);
</script>`;

async function visit(transport: PageTransport): Promise<string> {
  const chromium = findChromium(Deno.env.toObject());
  const browser = await openChromium({ chromium, transport, screenshots: false });
  try {
    await browser.reset("https://shop.test/");
    return (await browser.observe()).observation.text;
  } finally {
    await browser.close();
  }
}

Deno.test("T27: what a page, its frame and its worker draw at random is drawn again, so that their requests match exactly", async () => {
  const dir = await Deno.makeTempDir();
  const typed = (type: string, body: string) => new Response(body, { headers: { "content-type": type } });
  const origin = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/q") return typed("text/plain", `answer to the ${searchParams.get("from")}`);
    if (pathname === "/worker.js") return typed("text/javascript", `${ask("worker")}.then(postMessage);`);
    if (pathname === "/frame") {
      return typed("text/html", `<p id=p></p><script>${ask("frame")}.then((t) => p.textContent = t)</script>`);
    }
    return pathname === "/" ? typed("text/html", PAGE) : new Response(null, { status: 204 });
  });
  const recorder = await serveRecorder({
    site: "shop",
    profile: MANIFEST.profile,
    map: { "shop.test": `http://127.0.0.1:${origin.addr.port}` },
    hosts: ["shop.test"],
    out: `${dir}/archive`,
    browser: "chromium",
    licence: "made up",
  });
  const live = await visit(recorder);
  const archive = await recorder.finish();
  await recorder.close();
  await origin.shutdown();
  for (let round = 0; round < 2; round++) {
    const transport = await serveReplay(createReplaySession(archive));
    assertEquals(await visit(transport), live);
    const { exchanges, misses } = transport.report();
    const asked = exchanges.filter(({ url }) => url.includes("/q?"));
    assertEquals(misses, []);
    assertEquals(asked.map(({ url, level }) => `${new URL(url).searchParams.get("from")} ${level}`).sort(), [
      "frame exact",
      "page exact",
      "worker exact",
    ]);
    await transport.close();
  }
  await Deno.remove(dir, { recursive: true });
});
