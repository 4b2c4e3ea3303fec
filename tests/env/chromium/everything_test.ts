import { assertEquals, assertStringIncludes } from "@std/assert";
import { findChromium, openChromium } from "../../../env/chromium/mod.ts";
import { createReplaySession, serveReplay } from "../../../env/replay/mod.ts";
import type { Archive, StreamFrame } from "../../../env/replay/mod.ts";
import { writeStreamLog } from "../../../env/replay/mod.ts";
import { archiveOf } from "../../../env/replay/mod.ts";
import { sha256 } from "../../../base/mod.ts";
import { exchangeOf, MANIFEST, type Recorded } from "../replay/fixture.ts";
import { NO_RULES } from "../../../env/replay/mod.ts";

/** How often the page is looked at; more in a proof than in the gate. */
const ROUNDS = Number(Deno.env.get("M2_DETERMINISM_ROUNDS") ?? 6);

/** What a worker of any kind says of itself: at once, after a timer, after a fetch, and to what it is told. */
const WORKER = (tag: string, origin: string) =>
  `const say = (what) => postMessage("${tag} " + what + " " + [Date.now(), Math.round(performance.now()), Math.random(), ` +
  `crypto.randomUUID()].join(" "));
say("began"); setTimeout(() => say("timer"), 120);
onmessage = ({ data }) => { say("heard " + data); fetch("${origin}/a").then((r) => r.text()).then((t) => say("fetched " + t)); };`;

const PAGE = `<!doctype html><html lang=en><title>Everything</title><h1>Everything</h1><ol id=log></ol>
<div id=box style="width:20px;height:20px;background:#36c;animation:turn .3s linear 3"></div>
<style>@keyframes turn { to { transform: translateX(80px) } } body { font: 12px sans-serif }</style>
<iframe title=same src="/frame"></iframe><iframe title=other src="https://ads.test/frame"></iframe>
<script>
const say = (...what) => { const li = document.createElement("li"); li.textContent = what.join(" "); log.append(li); };
say("page", Date.now(), new Date().toISOString(), Math.round(performance.now()), Math.random(), crypto.randomUUID(),
  crypto.getRandomValues(new Uint32Array(1)), performance.timeOrigin);
let frames = 0;
requestAnimationFrame(function draw(at) { if (++frames < 4) requestAnimationFrame(draw); else say("frames", at); });
const worker = (name, made) => { made.onmessage = ({ data }) => say(data); made.postMessage("hello " + name); };
worker("script", new Worker("/worker.js"));
worker("module", new Worker("/module.js", { type: "module" }));
worker("blob", new Worker(URL.createObjectURL(new Blob([${JSON.stringify(WORKER("blob", "https://shop.test"))}]))));
worker("data", new Worker("data:text/javascript," + encodeURIComponent(${
  JSON.stringify(WORKER("data", "https://shop.test").replace(/fetch[^;]*;/, ""))
})));
Promise.all(["a", "b", "c", "d"].map((name) => fetch("/" + name).then((r) => r.text()).then((t) => (say("fetched", t), t))))
  .then((all) => say("all", all.join("")));
const source = new EventSource("/events");
let events = 0;
source.onmessage = ({ data }) => { say("event", data, Math.round(performance.now())); if (++events === 2) source.close(); };
const socket = new WebSocket("wss://shop.test/socket");
socket.onopen = () => socket.send("hi");
socket.onmessage = ({ data }) => say("socket", data, Math.round(performance.now()));
addEventListener("message", ({ data }) => say("frame", data));
document.cookie = "seen=1; expires=" + new Date(Date.now() + 86400000).toUTCString();
say("cookie", document.cookie);
</script>`;

const FRAME = `<!doctype html><p id=p></p><script>p.textContent = [location.host, Date.now(), Math.random()].join(" ");
setTimeout(() => parent.postMessage(location.host + " " + Math.random(), "*"), 90);</script>`;

async function archive(): Promise<Archive> {
  const streams = new Map<string, string>();
  const stream = (frames: readonly StreamFrame[]) => {
    const text = writeStreamLog(frames);
    streams.set(sha256(text), text);
    return sha256(text);
  };
  const js: [string, string][] = [["content-type", "text/javascript"]];
  const cors: [string, string][] = [["content-type", "text/plain"], ["access-control-allow-origin", "*"]];
  const recorded: Recorded[] = [
    { url: "https://shop.test/", answer: PAGE },
    { url: "https://shop.test/frame", answer: FRAME },
    { url: "https://ads.test/frame", answer: FRAME },
    { url: "https://shop.test/worker.js", answer: WORKER("script", ""), headers: js, destination: "worker" },
    {
      url: "https://shop.test/module.js",
      answer: `import { tag } from "/tag.js"; postMessage("module " + tag); ${WORKER("module", "")}`,
      headers: js,
      destination: "worker",
    },
    {
      url: "https://shop.test/tag.js",
      answer: "export const tag = Math.random() + ' ' + Date.now();",
      headers: js,
      destination: "script",
    },
    ...["a", "b", "c", "d"].map((name) => ({
      url: `https://shop.test/${name}`,
      answer: name,
      headers: cors,
      destination: "empty",
    })),
  ];
  const bodies = new Map<string, Uint8Array>();
  const exchanges = recorded.map((entry, index) => exchangeOf(entry, index, bodies));
  const [plain] = exchanges;
  const streamed = (id: string, url: string, destination: string, status: number, log: readonly StreamFrame[]) => ({
    ...plain!,
    id,
    destination,
    request: { method: "GET", url, headers: [] },
    response: {
      status,
      headers: status === 101 ? [] : [["content-type", "text/event-stream"] as [string, string]],
      size: 0,
      complete: true,
      stream: stream(log),
    },
  });
  const said = (gapMs: number, text: string): StreamFrame => ({ gapMs, from: "server", text });
  return await archiveOf({
    location: "memory",
    manifest: MANIFEST,
    rules: NO_RULES,
    exchanges: [
      ...exchanges,
      streamed("sse", "https://shop.test/events", "eventsource", 200, [
        said(30, "data: one\n\n"),
        said(200, "data: two\n\n"),
        { gapMs: 0, from: "client", close: {} },
      ]),
      streamed("ws", "wss://shop.test/socket", "websocket", 101, [
        { gapMs: 0, from: "client", text: "hi" },
        said(50, "welcome"),
        said(150, "news"),
      ]),
    ],
    readBody: (ref) => Promise.resolve(bodies.get(ref)!),
    readStream: (ref) => Promise.resolve(streams.get(ref)!),
  });
}

Deno.test("a page with workers, frames, streams, timers and random numbers is the same every time, in fresh browsers too", async () => {
  const recorded = await archive();
  const chromium = findChromium(Deno.env.toObject());
  const seen = new Map<string, number>();
  let text = "";
  for (let round = 0; round < ROUNDS; round++) {
    const session = createReplaySession(recorded);
    const transport = await serveReplay(session);
    const browser = await openChromium({ chromium, transport, screenshots: true });
    try {
      await browser.reset("https://shop.test/");
      const { observation, screenshot } = await browser.observe();
      text = observation.text;
      const look = `${text} ${screenshot?.sha256}`;
      seen.set(look, (seen.get(look) ?? 0) + 1);
      assertEquals(session.misses(), []);
      assertEquals(browser.report().leaks, 0);
    } finally {
      await browser.close();
      await transport.close();
    }
  }
  assertEquals([...seen.values()], [ROUNDS], [...seen.keys()].join("\n---\n"));
  const epoch = MANIFEST.profile.epochMs;
  for (
    const part of [
      `blob began ${epoch} 0 0.`,
      `data began ${epoch} 0 0.`,
      `script began ${epoch} 0 0.`,
      `script timer ${epoch + 120} 120 0.`,
      `module timer ${epoch + 120} 120 0.`,
      "blob fetched a",
      "event two 230",
      "socket news 200",
      "all abcd",
      "frame ads.test 0.",
      "cookie seen=1",
    ]
  ) assertStringIncludes(text, part);
});
