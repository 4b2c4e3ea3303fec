import { assertEquals, assertRejects } from "@std/assert";
import { EnvironmentError } from "../../../base/mod.ts";
import { findChromium, openChromium } from "../../../env/chromium/mod.ts";
import { page, scriptedSite } from "./scripted_site.ts";

Deno.test("a page in an endless loop ends with a signal, as the environment's fault, and close can be called again", async () => {
  const site = scriptedSite(() => page(`<button onclick="fetch('/clicked'); while (true);">Hang</button>`));
  const deadline = new AbortController();
  try {
    const browser = await openChromium({
      chromium: findChromium(Deno.env.toObject()),
      transport: site,
      screenshots: false,
      signal: deadline.signal,
    });
    await browser.reset("http://shop.test/");
    await browser.observe();
    const hanging = browser.act({ kind: "click", ref: "e1" });
    deadline.abort();
    const error = await assertRejects(() => hanging, EnvironmentError);
    assertEquals(error.message, "Cannot go on as the browser must be running: it was closed from outside");
    await browser.close();
    await browser.close();
    await assertRejects(() => browser.observe(), EnvironmentError, "it was closed from outside");
  } finally {
    await site.close();
  }
});

Deno.test("a browser that does not start is the environment's fault, and leaves nothing behind", async () => {
  const site = scriptedSite(() => page(""));
  try {
    const error = await assertRejects(
      () =>
        openChromium({ chromium: { executable: "/no/such/browser", env: {} }, transport: site, screenshots: false }),
      EnvironmentError,
      "Cannot start the browser as /no/such/browser must run: ",
    );
    assertEquals(error.hint, "Run `deno task setup`, or name another browser in M2_CHROMIUM.");
  } finally {
    await site.close();
  }
});
