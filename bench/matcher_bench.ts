/**
 * How long a session takes to decide about one request, against a plain look-up of the raw URL in a map, and against
 * MSW with one handler for each recorded page. Read the figures as ratios within one run.
 *
 * @module
 */
import { http, HttpResponse } from "msw/http";
import { getResponse } from "msw/utils/get-response";
import {
  type Archive,
  archiveOf,
  createReplaySession,
  type Exchange,
  NO_RULES,
  type ReplayRequest,
  toHandlers,
} from "../env/replay/mod.ts";

const SMALL = 5_000;
const LARGE = 100_000;

function addressOf(at: number): string {
  return `https://shop.test/catalogue/${at % 97}/item-${at}?page=${at % 7}&sort=price`;
}

/** The same request in another spelling: found by its canonical key. */
function respelled(at: number): string {
  return `https://shop.test/catalogue/${at % 97}/item-${at}?sort=price&page=${at % 7}`;
}

function exchangeOf(at: number): Exchange {
  return {
    id: `e-${at}`,
    layer: "base",
    step: at,
    occurrence: 0,
    destination: "document",
    request: { method: "GET", url: addressOf(at), headers: [] },
    response: { status: 200, headers: [["content-type", "text/html"]], size: 0, complete: true },
    chain: "",
    sessionClass: "anonymous",
  };
}

async function archiveWith(count: number): Promise<Archive> {
  return await archiveOf({
    location: "memory",
    manifest: {
      schema: 2,
      site: "bench",
      profile: { epochMs: 0, seed: 1, viewport: { width: 1280, height: 720 }, locale: "en-GB", timezone: "UTC" },
      scopes: [],
      recorder: { name: "bench", version: "1" },
      browser: "none",
      redaction: { policy: 1, key: "bench", report: {} },
      licence: "made up",
      layers: [{ name: "base", origin: "recording", source: "hand 1" }],
      entriesSha256: "0".repeat(64),
    },
    rules: NO_RULES,
    exchanges: Array.from({ length: count }, (_, at) => exchangeOf(at)),
    readBody: () => Promise.resolve(new Uint8Array()),
  });
}

function request(url: string): ReplayRequest {
  return { method: "GET", url, headers: { "sec-fetch-dest": "document" } };
}

const small = await archiveWith(SMALL);
const large = await archiveWith(LARGE);
const map = new Map(small.exchanges.map((exchange) => [exchange.request.url, exchange]));

/** Walks through the numbers below `count` in an order that no cache likes. */
function walk(count: number): () => number {
  let at = 0;
  return () => at = (at + 7919) % count;
}

{
  const next = walk(SMALL);
  Deno.bench({ name: "plain Map of raw URLs, 5,000", group: "match", baseline: true }, () => {
    map.get(addressOf(next()));
  });
}

for (const archive of [small, large]) {
  const session = createReplaySession(archive);
  const count = archive.exchanges.length;
  const next = walk(count);
  const size = count.toLocaleString("en");
  Deno.bench({ name: `session.match, exact, ${size}`, group: "match" }, () => {
    session.match(request(addressOf(next())));
  });
  Deno.bench({ name: `session.match, canonical, ${size}`, group: "match" }, () => {
    session.match(request(respelled(next())));
  });
  Deno.bench({ name: `session.match, miss by query, ${size}`, group: "match" }, () => {
    session.match(request(`${addressOf(next())}&x=1`));
  });
}

{
  const session = createReplaySession(small);
  const handlers = toHandlers(session);
  const next = walk(SMALL);
  Deno.bench({ name: "getResponse, the session's handlers, 5,000", group: "respond", baseline: true }, async () => {
    await getResponse(handlers, new Request(addressOf(next())));
  });
  const each = Array.from(
    { length: SMALL },
    (_, at) => http.get(`https://shop.test/catalogue/${at % 97}/item-${at}`, () => HttpResponse.text("")),
  );
  Deno.bench({ name: "getResponse, 5,000 handlers", group: "respond", n: 30, warmup: 3 }, async () => {
    await getResponse(each, new Request(addressOf(next())));
  });
}
