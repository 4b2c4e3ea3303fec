import { Buffer } from "node:buffer";
import type { Archive } from "../archive/archive.ts";
import { nextChain } from "../archive/archive_index.ts";
import type { IndexedExchange } from "../archive/indexed_exchange.ts";
import type { HeaderList } from "../archive/exchange.ts";
import type { StreamLog } from "../archive/stream_log.ts";
import { charsetOf, isUtf8 } from "./har_charset.ts";
import type { Har, HarLogEntry } from "./har_schema.ts";

/** What {@linkcode exportHar} may be told. */
export interface ExportHarOptions {
  /** The layers that are exported, by name; all of them by default. */
  readonly layers?: readonly string[];
}

/** Virtual time between two entries: archives hold no wall times, but viewers draw a waterfall. */
const GAP_MS = 10;

/**
 * Writes an archive as a HAR 1.2, for viewers and other tools.
 *
 * Entries stand in an order in which they can have happened: a mutation behind what was recorded before it. Their times are
 * virtual, 10 ms apart from the archive's epoch on, so equal archives give equal HARs. What HAR has no place for stands in
 * members named `_m2`: `importHar` reads it, and gives every exchange back.
 *
 * @param archive The archive.
 * @param options What of it.
 * @returns The HAR. All bodies are in it; {@linkcode harText} writes it piece by piece.
 * @throws {ArchiveError} When a body is missing or damaged.
 */
export async function exportHar(archive: Archive, options: ExportHarOptions = {}): Promise<Har> {
  const ordered = inTheirOrder(archive).filter(({ exchange }) => options.layers?.includes(exchange.layer) ?? true);
  const { manifest, profile } = archive;
  const at = (index: number) => new Date(profile.epochMs + index * GAP_MS).toISOString();
  const firstOfStep = new Map<number, number>();
  const entries: HarLogEntry[] = [];
  for (const [index, { exchange }] of ordered.entries()) {
    if (!firstOfStep.has(exchange.step)) firstOfStep.set(exchange.step, index);
    entries.push(await entryOf(exchange, archive, at(index)));
  }
  const [name = "unknown", version = ""] = manifest.browser.split(/[/ ](?=\S*$)/);
  return {
    log: {
      version: "1.2",
      creator: { name: "M2Lab", version: manifest.recorder.version },
      browser: { name, version },
      pages: [...firstOfStep].map(([step, index]) => ({
        startedDateTime: at(index),
        id: `step_${step}`,
        title: step === -1 ? `${manifest.site}, start page` : `${manifest.site}, step ${step}`,
        pageTimings: {},
      })),
      entries,
      _m2: {
        site: manifest.site,
        profile,
        scopes: manifest.scopes,
        browser: manifest.browser,
        licence: manifest.licence,
        redactionKey: manifest.redaction.key,
        rules: archive.rules,
      },
    },
  };
}

/**
 * Writes a HAR as text, one entry a line. It comes in pieces, since a large one is no string.
 *
 * @param har The HAR.
 * @returns The pieces in order.
 */
export function* harText(har: Har): Generator<string> {
  const { entries, ...head } = har.log;
  yield `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`;
  for (const [index, entry] of entries.entries()) yield `${index === 0 ? "" : ","}\n${JSON.stringify(entry)}`;
  yield "\n]}}\n";
}

type Recorded = IndexedExchange["exchange"];

async function entryOf(exchange: Recorded, archive: Archive, startedDateTime: string): Promise<HarLogEntry> {
  const { request, response } = exchange;
  const body = request.body === undefined || request.body === "unknown" ? undefined : await archive.body(request.body);
  const frames = response?.stream === undefined ? undefined : await archive.stream(response.stream);
  const isWebSocket = exchange.destination === "websocket" || response?.status === 101;
  const headers: HeaderList = exchange.sessionClass === "logged-in" && archive.rules.loginCookies[0] !== undefined
    ? [...request.headers, ["cookie", `${archive.rules.loginCookies[0]}=redacted`]]
    : request.headers;
  const text = body === undefined ? undefined : utf8Text(body);
  const keepsBody = request.body === "unknown" || (body !== undefined && (text === undefined || text === ""));
  const type = headerOf(request.headers, "content-type") ?? "";
  const resourceType = isWebSocket ? "websocket" : RESOURCE_TYPES[exchange.destination];
  return {
    pageref: `step_${exchange.step}`,
    startedDateTime,
    time: 0,
    request: {
      method: request.method,
      url: isWebSocket ? request.url.replace(/^http/, "ws") : request.url,
      httpVersion: "HTTP/1.1",
      cookies: cookiesOf(headerOf(headers, "cookie")?.split(";") ?? []),
      headers: pairsOf(headers),
      queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
      ...(body === undefined
        ? {}
        : { postData: { mimeType: type, params: [], text: text ?? Buffer.from(body).toString("latin1") } }),
      headersSize: -1,
      bodySize: request.body === "unknown" ? -1 : body?.length ?? 0,
    },
    response: await responseOf(exchange, archive, frames),
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    ...(resourceType === undefined ? {} : { _resourceType: resourceType }),
    ...(isWebSocket && frames !== undefined
      ? { _webSocketMessages: messagesOf(frames, Date.parse(startedDateTime)) }
      : {}),
    _m2: {
      id: exchange.id,
      layer: exchange.layer,
      step: exchange.step,
      destination: exchange.destination,
      complete: response?.complete ?? true,
      ...(keepsBody ? { body: body === undefined ? "unknown" : Buffer.from(body).toString("base64") } : {}),
      ...(frames === undefined ? {} : { stream: frames }),
    },
  };
}

async function responseOf(
  { response, failure }: Recorded,
  archive: Archive,
  frames: StreamLog | undefined,
): Promise<HarLogEntry["response"]> {
  if (response === undefined) {
    return {
      status: 0,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: "x-unknown" },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
      _error: failure === "aborted" ? "net::ERR_ABORTED" : "net::ERR_FAILED",
    };
  }
  const type = headerOf(response.headers, "content-type");
  const isEventStream = frames !== undefined && response.status !== 101;
  const bytes = response.body === undefined
    ? isEventStream ? new TextEncoder().encode(textOf(frames)) : undefined
    : await archive.body(response.body);
  const text = bytes === undefined ? undefined : plainText(bytes, type ?? "");
  return {
    status: response.status,
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: cookiesOf(
      response.headers.filter(([name]) => name === "set-cookie").map(([, value]) => value.split(";")[0]!),
    ),
    headers: pairsOf(response.headers),
    content: {
      size: bytes?.length ?? (response.complete ? 0 : -1),
      mimeType: type ?? "x-unknown",
      ...(bytes === undefined
        ? {}
        : text === undefined
        ? { text: Buffer.from(bytes).toString("base64"), encoding: "base64" as const }
        : { text }),
    },
    redirectURL: headerOf(response.headers, "location") ?? "",
    headersSize: -1,
    bodySize: bytes?.length ?? (response.complete ? 0 : -1),
  };
}

/**
 * Puts exchanges into an order in which they can have been recorded: step by step, and inside a scope chain by chain, with
 * the mutation that ends a chain behind everything else of it.
 */
function inTheirOrder({ index, manifest }: Archive): readonly IndexedExchange[] {
  const rank = chainRanks(index.all);
  const layers = new Map(manifest.layers.map(({ name }, at) => [name, at]));
  // The weakest layer first: it was recorded first.
  const layer = (entry: IndexedExchange) => -(layers.get(entry.exchange.layer) ?? 0);
  const endsChain = (entry: IndexedExchange) => entry.mutates ? 1 : 0;
  return index.all.toSorted((a, b) =>
    layer(a) - layer(b) || a.exchange.step - b.exchange.step ||
    (rank.get(a.exchange.chain) ?? 0) - (rank.get(b.exchange.chain) ?? 0) || endsChain(a) - endsChain(b) ||
    a.exchange.occurrence - b.exchange.occurrence
  );
}

/** How many mutations lie before each chain. */
function chainRanks(all: readonly IndexedExchange[]): ReadonlyMap<string, number> {
  const next = new Map<string, string[]>();
  for (const { exchange, mutates, key } of all) {
    if (!mutates || key === undefined) continue;
    const after = nextChain(exchange.chain, key);
    const list = next.get(exchange.chain);
    if (list === undefined) next.set(exchange.chain, [after]);
    else list.push(after);
  }
  const ranks = new Map([["", 0]]);
  for (let queue = [""], depth = 1; queue.length > 0; depth++) {
    queue = queue.flatMap((chain) => next.get(chain) ?? []).filter((chain) => !ranks.has(chain));
    for (const chain of queue) ranks.set(chain, depth);
  }
  return ranks;
}

/** Text only where every reader takes it for the same bytes. */
function plainText(bytes: Uint8Array, type: string): string | undefined {
  if (!/^text\/|json|javascript|ecmascript|xml/i.test(type)) return undefined;
  const text = utf8Text(bytes);
  if (text === undefined || text === "") return undefined;
  const charset = charsetOf(type);
  if (text.length === bytes.length) {
    return charset === undefined || /^(utf-?8|us-ascii|iso-8859-1|windows-1252)$/i.test(charset) ? text : undefined;
  }
  return (charset !== undefined && isUtf8(charset)) || /json/i.test(type) ? text : undefined;
}

/** Nothing where the bytes are no UTF-8, or hold what other tools put where bytes were lost. */
function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\ufffd") ? undefined : text;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function messagesOf(log: StreamLog, startMs: number): NonNullable<HarLogEntry["_webSocketMessages"]> {
  let at = startMs;
  return log.flatMap((frame): NonNullable<HarLogEntry["_webSocketMessages"]> => {
    at += frame.gapMs;
    const type = frame.from === "client" ? "send" : "receive";
    if ("text" in frame) return [{ type, time: at / 1000, opcode: 1, data: frame.text }];
    return "base64" in frame ? [{ type, time: at / 1000, opcode: 2, data: frame.base64 }] : [];
  });
}

function textOf(log: StreamLog): string {
  return log.map((frame) => "text" in frame ? frame.text : "").join("");
}

/** As Chromium's tools name destinations. */
const RESOURCE_TYPES: Readonly<Record<string, string>> = {
  document: "document",
  iframe: "document",
  style: "stylesheet",
  script: "script",
  image: "image",
  font: "font",
  video: "media",
  audio: "media",
  manifest: "manifest",
  empty: "fetch",
};

function pairsOf(headers: HeaderList): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function cookiesOf(pairs: readonly string[]): { name: string; value: string }[] {
  return pairs.flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
  });
}

function headerOf(headers: HeaderList, wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}
