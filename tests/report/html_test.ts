import { assert, assertEquals } from "@std/assert";
import { html } from "../../report/html.ts";
import { money, percent, points, tokens } from "../../report/format.ts";
import { spread, ticks } from "../../report/plots/scale.ts";
import { episodePage } from "../../report/episode_page.ts";

const HOSTILE = `</pre><script>alert(1)</script><img src=x onerror="alert(2)">`;

Deno.test("html() escapes every value that is not markup itself", () => {
  assertEquals(
    html`<p title="${`"><b>`}">${["a<b", html`<i>c</i>`, false, undefined, 0]}</p>`.text,
    '<p title="&quot;&gt;&lt;b&gt;">a&lt;b<i>c</i>0</p>',
  );
});

Deno.test("episodePage() shows hostile text of pages, replies, answers and insights as text", () => {
  const text = episodePage({
    id: `x/${HOSTILE}`,
    arm: HOSTILE,
    policy: HOSTILE,
    goal: HOSTILE,
    startUrl: HOSTILE,
    seed: 1,
    end: "finished",
    answer: HOSTILE,
    verdict: { outcome: "failure", explanation: HOSTILE, judge: HOSTILE },
    message: HOSTILE,
    insights: [{ id: "1", kind: HOSTILE, text: HOSTILE, query: HOSTILE, source: HOSTILE }],
    steps: [{
      index: 0,
      url: HOSTILE,
      title: HOSTILE,
      page: HOSTILE,
      screenshot: HOSTILE,
      parts: [{ name: HOSTILE, tokens: 3, hash: HOSTILE, text: HOSTILE }],
      promptTokens: 3,
      sharedPrefixTokens: 0,
      outputTokens: 1,
      thought: HOSTILE,
      summary: HOSTILE,
      action: HOSTILE,
      trouble: HOSTILE,
      brokenReply: HOSTILE,
      virtualMs: 0,
    }],
  });
  assertEquals(text.match(/<script>/g)?.length, 1);
  assert(!text.includes('onerror="'));
  assert(text.includes("default-src 'none'"));
});

Deno.test("numbers are written short, with a true minus and a known unknown", () => {
  assertEquals([tokens(812), tokens(4120), tokens(238_400), tokens(2_380_000)], ["812", "4.1k", "238k", "2.38M"]);
  assertEquals([points(0.171), points(-0.04), points(0.001), points(-0.375), points(0.375), percent(0.456)], [
    "+17",
    "−4",
    "0",
    "−38",
    "+38",
    "46 %",
  ]);
  assertEquals([money(undefined), money(0), money(0.0123), money(12.345)], ["unknown", "$0", "$0.012", "$12.35"]);
});

Deno.test("ticks() covers the range in round steps", () => {
  assertEquals(ticks(23_000, 5), [0, 5000, 10_000, 15_000, 20_000, 25_000]);
  assertEquals(ticks(0, 5), [0, 1]);
});

Deno.test("spread() keeps labels apart and in order", () => {
  const places = spread([10, 11, 12, 80], 15);
  for (let index = 1; index < places.length; index++) assert((places[index] ?? 0) - (places[index - 1] ?? 0) > 14.5);
});
