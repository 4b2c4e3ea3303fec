import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { contentType, pathOf } from "./static_files.ts";
import type { PageTransport, WalkStep } from "../../env/mod.ts";
import { takeStep } from "../../env/mod.ts";
import { findChromium, openChromium } from "../../env/chromium/mod.ts";
import { createReplaySession, openArchive, serveRecorder, serveReplay } from "../../env/replay/mod.ts";

/** Where Debian's package python3-doc puts the manual; its search runs in the page, over an index of some megabytes. */
const MANUAL = [
  "/usr/share/doc/python3.13-doc/html",
  "/usr/share/doc/python3.12-doc/html",
  "/usr/share/doc/python3.11-doc/html",
]
  .find((folder) => {
    try {
      return Deno.statSync(`${folder}/search.html`).isFile;
    } catch {
      return false;
    }
  });

const WALK: readonly WalkStep[] = [
  { kind: "goto", url: "https://docs.test/library/index.html" },
  { kind: "goto", url: "https://docs.test/library/itertools.html" },
  { kind: "scroll", direction: "down" },
  { kind: "goto", url: "https://docs.test/search.html?q=takewhile" },
  { kind: "back" },
  { kind: "goto", url: "https://docs.test/search.html?q=zipfile" },
];

/** What a visitor reads after every step. */
async function walk(transport: PageTransport): Promise<{ texts: string[]; leaks: number }> {
  const chromium = findChromium(Deno.env.toObject());
  const browser = await openChromium({ chromium, transport, screenshots: false });
  try {
    await browser.reset("https://docs.test/index.html");
    const texts = [(await browser.observe()).observation.text];
    for (const step of WALK) {
      await takeStep(browser, step);
      texts.push((await browser.observe()).observation.text);
    }
    return { texts, leaks: browser.report().leaks };
  } finally {
    await browser.close();
  }
}

Deno.test({
  name: `a Sphinx manual is recorded with its search, and read and searched with the origin gone${
    MANUAL === undefined ? " (skipped: the package python3-doc is not installed)" : ""
  }`,
  ignore: MANUAL === undefined,
  async fn() {
    const out = await Deno.makeTempDir();
    const origin = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
      const path = pathOf(MANUAL!, new URL(request.url).pathname);
      try {
        const { readable } = await Deno.open(path);
        return new Response(readable, { headers: { "content-type": contentType(path) } });
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return new Response("not there", { status: 404 });
        throw error;
      }
    });
    const recorder = await serveRecorder({
      site: "docs",
      profile: {
        epochMs: Date.UTC(2026, 2, 9, 8, 30),
        seed: 11,
        viewport: { width: 1280, height: 720 },
        locale: "en-GB",
        timezone: "UTC",
      },
      map: { "docs.test": `http://127.0.0.1:${origin.addr.port}` },
      hosts: ["docs.test"],
      out,
      browser: "chromium",
      licence: "made by this test; not kept",
    });
    const recorded = await walk(recorder);
    await recorder.finish();
    await recorder.close();
    await origin.shutdown();
    assertStringIncludes(recorded.texts[4]!, "itertools");
    assert(recorded.texts.every((text) => text.length > 100));

    const archive = await openArchive(out);
    for (let round = 0; round < 2; round++) {
      const session = createReplaySession(archive);
      const transport = await serveReplay(session);
      const replayed = await walk(transport);
      assertEquals(session.misses(), []);
      assertEquals([session.validity(), replayed.leaks], ["clean", 0]);
      assertEquals(replayed.texts, recorded.texts);
      await transport.close();
    }
    await Deno.remove(out, { recursive: true });
  },
});
