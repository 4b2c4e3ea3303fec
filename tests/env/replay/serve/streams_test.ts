import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import NodeWebSocket from "ws";
import type { PageTransport } from "../../../../env/mod.ts";
import { findChromium, openChromium } from "../../../../env/chromium/mod.ts";
import { type Archive, createReplaySession, serveRecorder, serveReplay } from "../../../../env/replay/mod.ts";
import { MANIFEST } from "../fixture.ts";
import { loopbackClient } from "../loopback_client.ts";

/** Shows what came over both streams, and after how much of the page's own time. */
const PAGE = `<!doctype html><title>Streams</title><h1>Streams</h1><p id=sse></p><p id=ws></p><p id=end></p><script>
const started = performance.now();
const at = () => Math.round((performance.now() - started) / 100) * 100;
const source = new EventSource("/events");
let heard = 0;
const hear = (event) => {
  sse.textContent += event.type + " " + event.data + " #" + event.lastEventId + " @" + at() + "; ";
  if (++heard === 3) { source.close(); end.textContent = "closed " + source.readyState; }
};
source.onmessage = hear;
source.addEventListener("price", hear);
const socket = new WebSocket("wss://shop.test/chat", ["v1.chat"]);
socket.onopen = () => { ws.textContent += "open " + socket.protocol + "; "; socket.send(JSON.stringify({ say: "hello", to: "all" })); };
socket.onmessage = ({ data }) => {
  ws.textContent += data + "; ";
  if (data === "again?") socket.send("yes");
};
socket.onclose = ({ code, reason, wasClean }) => { ws.textContent += ["close", code, reason, wasClean].join(" "); };
</script>`;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function serveSite() {
  let connections = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/chat") {
      const { socket, response } = Deno.upgradeWebSocket(request, { protocol: "v1.chat" });
      socket.onmessage = ({ data }) => {
        if (data === "yes") return socket.close(4001, "bye");
        socket.send(`you said ${JSON.parse(data).say}`);
        socket.send("again?");
      };
      return response;
    }
    if (pathname === "/events") {
      connections++;
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
          send(": hi\nid: 1\ndata: one\n\n");
          await wait(200);
          // An event in two pieces, and a line end inside a chunk.
          send("id: 2\nevent: price\nda");
          send("ta: two\ndata: lines\n\n");
          await wait(300);
          send("data: three\n\n");
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    }
    if (pathname === "/favicon.ico") return new Response(null, { status: 204 });
    return new Response(PAGE, { headers: { "content-type": "text/html" } });
  });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    connections: () => connections,
    stop: () => server.shutdown(),
  };
}

async function visit(transport: PageTransport, enough: (text: string) => boolean): Promise<string> {
  const chromium = findChromium(Deno.env.toObject());
  const browser = await openChromium({ chromium, transport, screenshots: false });
  try {
    await browser.reset("https://shop.test/");
    for (let look = 0;; look++) {
      const { observation: { text } } = await browser.observe();
      if (enough(text) || look === 20) return text;
      await wait(50);
      await browser.act({ kind: "wait" });
    }
  } finally {
    await browser.close();
  }
}

async function record(dir: string): Promise<Archive> {
  const site = serveSite();
  const recorder = await serveRecorder({
    site: "shop",
    profile: MANIFEST.profile,
    map: { "shop.test": site.origin },
    hosts: ["shop.test"],
    out: dir,
    browser: "chromium",
    licence: "made up",
    clock: { now: () => performance.now() },
  });
  const text = await visit(recorder, (text) => text.includes("closed 2") && text.includes("close 4001"));
  assertStringIncludes(text, "closed 2");
  const archive = await recorder.finish();
  await recorder.close();
  await site.stop();
  assertEquals(site.connections(), 1);
  return archive;
}

Deno.test("T35: an event stream and a WebSocket come back frame by frame, on the page's own time", async () => {
  const dir = await Deno.makeTempDir();
  const archive = await record(`${dir}/archive`);
  const streams = archive.exchanges.filter(({ response }) => response?.stream !== undefined);
  assertEquals(streams.map(({ request, response }) => `${request.url} ${response?.status}`).sort(), [
    "https://shop.test/events 200",
    "wss://shop.test/chat 101",
  ]);
  const texts: string[] = [];
  for (let round = 0; round < 2; round++) {
    const transport = await serveReplay(createReplaySession(archive));
    texts.push(await visit(transport, () => true));
    const report = transport.report();
    assertEquals([report.validity, report.misses, report.leaks], ["clean", [], 0]);
    // One look at the stream: after its end nobody asks again.
    assertEquals(report.exchanges.filter(({ url }) => url.endsWith("/events")).length, 1);
    await transport.close();
  }
  const [first = "", second] = texts;
  const at = await timesOf(archive);
  assertEquals(second, first);
  for (
    const part of [
      `message one #1 @${at[0]}; price two lines #2 @${at[1]}; message three #2 @${at[2]};`,
      "closed 2",
      "open v1.chat; you said hello; again?; close 4001 bye true",
    ]
  ) assertStringIncludes(first, part);
  await otherClients(archive);
  await Deno.remove(dir, { recursive: true });
});

/** When each recorded event is due, in hundreds of milliseconds, as the page writes it. A loaded machine records longer gaps. */
async function timesOf(archive: Archive): Promise<number[]> {
  const { response } = archive.exchanges.find(({ request }) => request.url.endsWith("/events"))!;
  let dueMs = 0;
  return (await archive.stream(response!.stream!)).flatMap((frame) => {
    dueMs += frame.gapMs;
    return "text" in frame ? [Math.round(dueMs / 100) * 100] : [];
  });
}

/** Clients that are no page of ours get the recorded bytes and frames, and nothing else. */
async function otherClients(archive: Archive): Promise<void> {
  const session = createReplaySession(archive);
  const transport = await serveReplay(session);
  using client = await loopbackClient(transport);
  const init = { headers: { accept: "text/event-stream" } };
  const text = await (await client.get("https://shop.test/events", init)).text();
  assertEquals(text, ": hi\nid: 1\ndata: one\n\nid: 2\nevent: price\ndata: two\ndata: lines\n\ndata: three\n\n");
  // A second look finds the stream used up: the site never said what would have come.
  assertEquals((await client.get("https://shop.test/events", init)).status, 204);
  assertEquals(session.misses(), []);
  await transport.close();
}

Deno.test("a frame that the page did not send in the recording ends the WebSocket with 1011, and is a named miss", async () => {
  const dir = await Deno.makeTempDir();
  const archive = await record(`${dir}/archive`);
  const cases: [url: string, frames: string[], reason: string | undefined, seen: string[]][] = [
    ["wss://shop.test/chat", ['{"to":"all","say":"hello"}', "yes"], undefined, ["you said hello", "again?"]],
    [
      "wss://shop.test/chat",
      ['{"say":"hi","to":"all"}'],
      'frame 1 of the page differs: "{\\"say\\":\\"hi\\",\\"to\\":\\"all\\"}" vs "{\\"say\\":\\"hello\\",\\"to\\":\\"all\\"}"',
      [],
    ],
    ["wss://shop.test/other", [], "no WebSocket of this address was recorded", []],
  ];
  for (const [url, frames, reason, expected] of cases) {
    const session = createReplaySession(archive);
    const transport = await serveReplay(session);
    const seen: string[] = [];
    const { promise: closed, resolve } = Promise.withResolvers<number>();
    const socket = new NodeWebSocket(url.replace("shop.test", `127.0.0.1:${tlsPort(transport)}`), {
      headers: { host: "shop.test" },
      rejectUnauthorized: false,
    });
    socket.on("message", (data: Uint8Array) => seen.push(new TextDecoder().decode(data)));
    socket.on("open", () => frames.forEach((frame) => socket.send(frame)));
    socket.on("close", resolve);
    const code = await closed;
    assertEquals([code, seen, session.misses()[0]?.reason], [reason === undefined ? 4001 : 1011, expected, reason]);
    assert(reason === undefined || session.validity() === "diverged");
    await transport.close();
  }
  await Deno.remove(dir, { recursive: true });
});

function tlsPort({ resolverRules }: PageTransport): string {
  return /MAP \*:443 127\.0\.0\.1:(\d+)/.exec(resolverRules)![1]!;
}
