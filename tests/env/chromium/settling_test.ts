import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { page } from "./scripted_site.ts";
import { withBrowser } from "./with_browser.ts";

Deno.test("a page with a fetch, a timer and a frame of another site looks the same however slow the server is", async () => {
  const shop = `<h1>Shop</h1><ol id=log></ol><iframe title=advert src="http://ads.test/"></iframe><script>
    const say = (what) => { const li = document.createElement("li");
      li.textContent = what + " at " + Math.round(performance.now()) + " " + (Date.now() - performance.timeOrigin) + " " + Math.random();
      log.append(li); };
    setTimeout(() => say("timer"), 300);
    fetch("/a").then((r) => r.text()).then((t) => { say(t); setTimeout(() => { say("later");
      fetch("/b").then((r) => r.json()).then((j) => say(j.b)); }, 200); });
    addEventListener("message", (e) => say("message " + e.data));
  </script>`;
  const advert = `<p id=p>…</p><script>
    setTimeout(() => fetch("/c").then((r) => r.text()).then((t) => {
      p.textContent = t + " " + (Date.now() - performance.timeOrigin) + " " + crypto.getRandomValues(new Uint8Array(3)).join();
      parent.postMessage(t, "*"); }), 250);
  </script><button>Visit</button>`;
  await withBrowser((request, { pathname }) => {
    const host = request.headers.get("host") ?? "";
    if (pathname === "/") return page(host.startsWith("ads") ? advert : shop);
    return pathname === "/b" ? Response.json({ b: "second" }) : new Response(pathname.slice(1));
  }, async ({ browser, site }) => {
    const seen = new Map<string, number>();
    for (let run = 0; run < 50; run++) {
      site.delay((run % 3) * 3);
      await browser.reset("http://shop.test/");
      const { observation } = await browser.observe();
      // Time goes on over the episode, and random numbers with it; a fresh browser gives those again, as tested below.
      const text = observation.text.replace(/0\.\d{5,}|(\d+,\d+,\d+)/g, "random");
      seen.set(text, (seen.get(text) ?? 0) + 1);
    }
    assertEquals([...seen.values()], [50], [...seen.keys()].join("\n---\n"));
    const [text = ""] = seen.keys();
    assertStringIncludes(text, "listitem: a at 0 0");
    assertStringIncludes(text, "listitem: later at 200 200");
    assertStringIncludes(text, "listitem: second at 200 200");
    assertStringIncludes(text, "listitem: message c at 250 250");
    assertStringIncludes(text, "listitem: timer at 300 300");
  });
});

Deno.test("a fresh browser sees the same times and random numbers, and the same picture", async () => {
  const seen = new Set<string>();
  for (const delay of [0, 4]) {
    await withBrowser(
      () =>
        page(`<p id=p></p><input autofocus value=caret><div style="animation: turn 1s infinite">spin</div>
        <style>@keyframes turn { to { transform: rotate(360deg) } }</style><script>
        setTimeout(() => fetch("/x").then(() => p.textContent = [Date.now(), new Date().toISOString(), performance.now(),
          performance.timeOrigin, Math.random(), crypto.getRandomValues(new Uint32Array(2))].join(" ")), 123)</script>`),
      async (
        { browser, site },
      ) => {
        site.delay(delay);
        await browser.reset("http://shop.test/again");
        const { observation, screenshot } = await browser.observe();
        assert(screenshot !== undefined);
        assertEquals([...screenshot.bytes.slice(1, 4)], [0x50, 0x4e, 0x47]);
        assertEquals([screenshot.width, screenshot.height], [800, 600]);
        seen.add(`${observation.text} ${screenshot.sha256}`);
      },
      { screenshots: true },
    );
  }
  assertEquals(seen.size, 1, [...seen].join("\n"));
});

Deno.test("endless series stop the settling soon, and a wait lets them go on", async () => {
  await withBrowser(() =>
    page(`<p id=p>0</p><script>let n = 0; setInterval(() => p.textContent = ++n, 100);
      (function draw() { requestAnimationFrame(draw); })();
      setTimeout(() => document.title = "far", 60000);</script>`), async ({ browser, text, act }) => {
    // The drawing counts as a series only after a dozen frames; half a second later all that is left are series.
    assertEquals(await text(), "- paragraph: 6");
    const { outcome, text: after } = await act({ kind: "wait" });
    assertEquals(outcome, { status: "done", virtualMs: 3000 });
    assertEquals(after, "- paragraph: 36");
    assertEquals((await browser.observe()).observation.title, "Test");
  });
});

Deno.test("transitions end at once, observers report, and a loop that waits for time comes to an end", async () => {
  await withBrowser(
    () =>
      page(
        `<button onclick="box.style.opacity = 0">Fade</button><div id=box style="transition: opacity 2s">box</div><p id=t></p>
      <p id=seen></p><p id=busy></p><script>
      box.addEventListener("transitionend", () => t.textContent = "faded");
      new IntersectionObserver((e) => seen.textContent = "in view " + e[0].isIntersecting).observe(box);
      const end = Date.now() + 50; while (Date.now() < end); busy.textContent = "waited";</script>`,
      ),
    async (
      { text, ref, act },
    ) => {
      const before = await text();
      assertStringIncludes(before, "in view true");
      assertStringIncludes(before, "waited");
      assertStringIncludes((await act({ kind: "click", ref: ref("Fade") })).text, "faded");
    },
  );
});

Deno.test("a new document begins at the time that the episode has reached", async () => {
  await withBrowser(
    (_, { pathname }) =>
      page(
        pathname === "/"
          ? `<script>setTimeout(() => location.href = "/next", 400)</script>`
          : `<p id=p></p><script>p.textContent = Date.now() - ${
            Date.UTC(2026, 0, 5, 9)
          } + " " + performance.now()</script>`,
      ),
    async ({ browser, text }) => {
      assertEquals(await text(), "- paragraph: 400 0");
      assertEquals(browser.report().finalUrl, "http://shop.test/next");
    },
  );
});
