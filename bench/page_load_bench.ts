/**
 * How long a page takes to load: through our replay, through Playwright's `routeFromHAR`, and from a server with the same
 * certificate and the bytes in memory. And what ten sessions at once come to. Ratios within one run; machines differ.
 *
 * Run `deno run -A bench/page_load_bench.ts`; it needs a browser.
 *
 * @module
 */
import { createReplaySession, openArchive, serveReplay } from "../env/replay/mod.ts";
import { findChromium } from "../env/chromium/mod.ts";
import { loadChromiumLauncher } from "../env/chromium/load_playwright.ts";
import { serveLoopback } from "../env/replay/serve/loopback_server.ts";
import { loopbackCertificate } from "../env/replay/serve/loopback_certificate.ts";
import { site } from "../replay-fixtures/shop/site.ts";

const ROUNDS = 20;
/** What one visitor opens: the first pays for connections, the others are what an episode is made of. */
const PAGES = ["", "c/lamps", "c/lamps?sort=price&show=all&page=1", "c/lamps?sort=popular&show=all&page=2"]
  .map((path) => `https://shop.test/${path}`);

const launcher = await loadChromiumLauncher();
const chromium = findChromium(Deno.env.toObject());
const archive = await openArchive(site.archive);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Milliseconds of the first page of a visit, and of each further one. */
type Load = () => Promise<readonly [first: number, further: number]>;

/** A browser whose names lead where the rules say; each load is a new context, so that nothing is cached. */
async function loader(
  resolverRules: string | undefined,
  har?: string,
): Promise<{ load: Load; close(): Promise<void> }> {
  const browser = await launcher.launch({
    executablePath: chromium.executable,
    env: { ...chromium.env },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      ...(resolverRules === undefined
        ? ["--host-resolver-rules=MAP * ~NOTFOUND"]
        : [`--host-resolver-rules=${resolverRules}`]),
    ],
  });
  return {
    async load() {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: "block" });
      if (har !== undefined) await context.routeFromHAR(har, { notFound: "abort" });
      const page = await context.newPage();
      const took: number[] = [];
      for (const url of PAGES) {
        const start = performance.now();
        await page.goto(url, { waitUntil: "load" });
        took.push(performance.now() - start);
      }
      await context.close();
      const [first = 0, ...further] = took;
      return [first, further.reduce((sum, ms) => sum + ms, 0) / further.length];
    },
    close: () => browser.close(),
  };
}

/** Every recorded answer in a map, behind the same listener. */
async function memoryServer() {
  const answers = new Map<string, { status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer> }>();
  for (const { request, response } of archive.exchanges) {
    if (request.method !== "GET" || response === undefined || answers.has(request.url)) continue;
    const body = response.body === undefined ? new Uint8Array() : await archive.body(response.body);
    const headers = response.headers.map(([name, value]): [string, string] => [name, value]);
    answers.set(request.url, { status: response.status, headers, body: new Uint8Array(body) });
  }
  return serveLoopback({
    certificate: await loopbackCertificate(),
    onError: (error) => console.error(error),
    answer({ url }) {
      const found = answers.get(url);
      if (found === undefined) return Promise.resolve(new Response("", { status: 404 }));
      return Promise.resolve(
        new Response(found.status === 204 || found.status === 304 ? null : found.body, {
          status: found.status,
          headers: [...found.headers, ["cache-control", "no-store, no-transform"]],
        }),
      );
    },
  });
}

/** The archive as a HAR that Playwright takes, written by hand so that only its own cost is measured. */
async function writeHar(path: string): Promise<void> {
  const entries = await Promise.all(
    archive.exchanges.filter(({ request, response }) => request.method === "GET" && response !== undefined).map(
      async ({ request, response }) => ({
        startedDateTime: "2031-03-03T09:00:00.000Z",
        time: 1,
        request: {
          method: "GET",
          url: request.url,
          httpVersion: "HTTP/1.1",
          headers: [],
          queryString: [],
          cookies: [],
          headersSize: -1,
          bodySize: 0,
        },
        response: {
          status: response!.status,
          statusText: "",
          httpVersion: "HTTP/1.1",
          headers: response!.headers.map(([name, value]) => ({ name, value })),
          cookies: [],
          content: {
            size: response!.size,
            mimeType: response!.headers.find(([name]) => name === "content-type")?.[1] ?? "",
            encoding: "base64",
            text: response!.body === undefined
              ? ""
              : (await archive.body(response!.body) as Uint8Array<ArrayBuffer>).toBase64(),
          },
          redirectURL: "",
          headersSize: -1,
          bodySize: -1,
        },
        cache: {},
        timings: { send: 0, wait: 1, receive: 0 },
      }),
    ),
  );
  const log = { version: "1.2", creator: { name: "m2lab", version: "0" }, entries };
  await Deno.writeTextFile(path, JSON.stringify({ log }));
}

const dir = await Deno.makeTempDir();
await writeHar(`${dir}/shop.har`);
const replayServer = await serveReplay(createReplaySession(archive, { onMiss: "soft404" }));
const memory = await memoryServer();
const ours = await loader(replayServer.resolverRules);
const bytes = await loader(memory.resolverRules);
const har = await loader(undefined, `${dir}/shop.har`);
const times = { ours: [], bytes: [], har: [] } as Record<"ours" | "bytes" | "har", (readonly [number, number])[]>;
for (let round = 0; round < ROUNDS + 3; round++) {
  // One after another in every round, so that a machine that slows down slows all three.
  const [a, b, c] = [await ours.load(), await bytes.load(), await har.load()];
  if (round < 3) continue;
  times.ours.push(a);
  times.bytes.push(b);
  times.har.push(c);
}
for (const one of [ours, bytes, har]) await one.close();
await replayServer.close();
await memory.close();

/** Answers a second that a number of sessions come to together, without a browser: the server's own share. */
async function throughput(sessions: number): Promise<number> {
  const urls = archive.exchanges.filter(({ request }) => request.method === "GET").map(({ request }) => request.url);
  const perSession = Math.ceil(4_000 / sessions);
  const start = performance.now();
  await Promise.all(Array.from({ length: sessions }, async () => {
    const session = createReplaySession(archive, { onMiss: "soft404" });
    for (let at = 0; at < perSession; at++) {
      const url = urls[at % urls.length]!;
      const result = session.match({ method: "GET", url, headers: { "sec-fetch-dest": "document" } });
      await (await session.respond(result)).arrayBuffer();
    }
  }));
  return perSession * sessions / ((performance.now() - start) / 1000);
}
await throughput(1);
const [one, ten] = [await throughput(1), await throughput(10)];
await Deno.remove(dir, { recursive: true });

console.log(`page load, median of ${ROUNDS} visits, ${navigator.hardwareConcurrency} cores`);
for (const [at, name] of [[0, "first page"], [1, "further pages"]] as const) {
  const of = (visits: readonly (readonly [number, number])[]) => median(visits.map((visit) => visit[at]));
  const [a, b, c] = [of(times.ours), of(times.bytes), of(times.har)];
  console.log(name);
  console.log(`  our replay                  ${a.toFixed(1)} ms`);
  console.log(`  same certificate, in memory ${b.toFixed(1)} ms   ratio ${(a / b).toFixed(2)}   target ≤ 1.10`);
  console.log(`  routeFromHAR                ${c.toFixed(1)} ms   ratio ${(a / c).toFixed(2)}   target ≤ 0.70`);
}
console.log(
  `answers a second: one session ${one.toFixed(0)}, ten at once ${ten.toFixed(0)}   ratio ${(ten / one).toFixed(2)}`,
);
