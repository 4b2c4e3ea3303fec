import type { LiveResponse } from "../record/recording.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import type { HeaderList } from "../archive/exchange.ts";
import { type HarEntry, harEntrySchema } from "./har_entry.ts";
import { joinedHeaders, readHarHeaders, withListedCookies, withRedirect } from "./har_headers.ts";
import { readRequestBody } from "./har_request_body.ts";
import type { NoteIssue } from "./har_report.ts";
import { readResponseBody, type ReadSideFile } from "./har_response_body.ts";
import { readEventStream, readOwnStream, readWebSocket } from "./har_streams.ts";

/** An entry of a HAR, ready to be recorded. */
export interface ReadEntry {
  readonly request: ReplayRequest;
  /** Left out where the request failed. */
  readonly response?: LiveResponse;
  /** When it began: milliseconds since 1970; left out where the HAR does not tell. */
  readonly startMs?: number;
  readonly pageref?: string;
  /** The step that an export of ours kept. */
  readonly step?: number;
  /** Where a redirect leads to, whole. */
  readonly redirectsTo?: string;
}

/**
 * Reads one entry.
 *
 * @param value As parsed.
 * @param sideFile Reads bodies that lie beside the HAR.
 * @param note Told of everything odd.
 * @param at Told the entry's address, without its query, before anything else is noted.
 * @returns The entry, or nothing where it is no request of the web; the reason is noted.
 */
export async function readHarEntry(
  value: unknown,
  sideFile: ReadSideFile,
  note: NoteIssue,
  at: (url: string) => void,
): Promise<ReadEntry | undefined> {
  const parsed = harEntrySchema.safeParse(value);
  if (!parsed.success) {
    note("no-request", "dropped", "it has no request with a method and an address");
    return undefined;
  }
  const entry = parsed.data;
  const method = entry.request.method.toUpperCase();
  const asked = readAddress(entry.request.url, note, at);
  if (asked === undefined) return undefined;
  if (!/^[!#$%&'*+.^_`|~0-9A-Z-]{1,32}$/.test(method) || method === "CONNECT") {
    note("odd-method", "dropped", `its method is none that a page can use: ${JSON.stringify(method.slice(0, 40))}`);
    return undefined;
  }
  const { url } = asked;
  const headers = joinedHeaders(readHarHeaders(entry.request.headers, note));
  const isWebSocket = asked.isWebSocket || entry._resourceType === "websocket" ||
    headers["upgrade"]?.toLowerCase() === "websocket";
  if (isWebSocket) headers["upgrade"] = "websocket";
  if (headers["content-type"] === undefined && entry.request.postData?.mimeType !== undefined) {
    const [type] = readHarHeaders([{ name: "content-type", value: entry.request.postData.mimeType }], note);
    if (type !== undefined && type[1] !== "") headers["content-type"] = type[1];
  }
  const body = isWebSocket ? undefined : await readRequestBody(entry, headers, sideFile, note);
  const started = entry.startedDateTime === undefined ? NaN : Date.parse(entry.startedDateTime);
  const response = isWebSocket ? webSocketResponse(entry, note) : await readResponse(entry, method, sideFile, note);
  if (response === "dropped") return undefined;
  const location = response?.headers.find(([name]) => name === "location")?.[1] ?? entry.response?.redirectURL ?? "";
  const redirectsTo = response !== undefined && response.status >= 300 && response.status < 400 && location !== ""
    ? URL.parse(location, url)?.href
    : undefined;
  return {
    request: {
      method,
      url: url.href,
      headers,
      destination: destinationOf(entry, headers, isWebSocket),
      ...(body === undefined ? {} : { body }),
    },
    ...(response === undefined ? {} : { response }),
    ...(Number.isNaN(started) ? {} : { startMs: started }),
    ...(entry.pageref === undefined ? {} : { pageref: entry.pageref }),
    ...(entry._m2?.step === undefined ? {} : { step: entry._m2.step }),
    ...(redirectsTo === undefined ? {} : { redirectsTo }),
  };
}

function readAddress(
  text: string,
  note: NoteIssue,
  at: (url: string) => void,
): { readonly url: URL; readonly isWebSocket: boolean } | undefined {
  const url = URL.parse(text.toWellFormed());
  if (url === null || text.length > LONGEST_ADDRESS) {
    note("odd-address", "dropped", `its address cannot be read: ${JSON.stringify(text.slice(0, 40))}`);
    return undefined;
  }
  if (!/^(https?|wss?):$/.test(url.protocol)) {
    at(url.protocol);
    note("not-of-the-web", "note", `${url.protocol} is made inside the browser, and is passed over`);
    return undefined;
  }
  const isWebSocket = url.protocol.startsWith("ws");
  const address = new URL(isWebSocket ? url.href.replace(/^http/, "ws") : url.href);
  at(address.origin + address.pathname.slice(0, 200));
  if (address.username !== "" || address.password !== "") {
    address.username = "";
    address.password = "";
    note("login-in-address", "repaired", "a name and a password stood in the address, and are gone");
  }
  address.hash = "";
  return { url: address, isWebSocket };
}

/** Far above what browsers and servers take. */
const LONGEST_ADDRESS = 2 ** 20;

async function readResponse(
  entry: HarEntry,
  method: string,
  sideFile: ReadSideFile,
  note: NoteIssue,
): Promise<LiveResponse | undefined | "dropped"> {
  const { response } = entry;
  const status = response?.status ?? 0;
  if (response === undefined || status === 0 || status === -1) {
    const why = response?._failureText ?? response?._error ?? "";
    note("failed", "note", `the request failed${why === "" ? "" : `: ${why.slice(0, 80)}`}, and fails in a replay`);
    return undefined;
  }
  if (status === 101) {
    note("upgrade", "dropped", "it is a change of protocol without frames");
    return "dropped";
  }
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    note("odd-status", "lossy", `${status} is no status that a page can be given: the request fails in a replay`);
    return undefined;
  }
  const listed = withListedCookies(response, readHarHeaders(response.headers, note), note);
  const own = withRedirect(response, status, listed, note);
  const isStream = /^text\/event-stream/i.test(headerOf(own, "content-type") ?? response.content?.mimeType ?? "");
  const ownStream = readOwnStream(entry);
  if (isStream && ownStream !== undefined) {
    return { status, headers: own, body: new Uint8Array(), complete: entry._m2?.complete ?? true, stream: ownStream };
  }
  const { bytes, complete, headers } = await readResponseBody(response, status, method, own, sideFile, note);
  const isComplete = complete && entry._m2?.complete !== false;
  if (complete && !isComplete) note("cut-body", "lossy", "the body was incomplete before it was exported");
  if (isStream && status === 200) {
    const stream = readEventStream(entry, new TextDecoder().decode(bytes), note);
    if (bytes.length === 0 && complete) note("missing-events", "lossy", "the events of the stream are not in the HAR");
    return { status, headers, body: new Uint8Array(), complete: isComplete && bytes.length > 0, stream };
  }
  const encoding = headerOf(headers, "content-encoding");
  return { status, headers, body: bytes, complete: isComplete, ...(encoding === undefined ? {} : { encoding }) };
}

function webSocketResponse(entry: HarEntry, note: NoteIssue): LiveResponse | "dropped" | undefined {
  const { response } = entry;
  const log = readWebSocket(entry, note);
  const status = response?.status ?? 0;
  if (log === undefined && status === 101) {
    note("websocket-without-frames", "dropped", "the frames of the WebSocket are not in the HAR");
    return "dropped";
  }
  if (status !== 101 && (log === undefined || log.length === 0)) {
    note("failed", "note", "the WebSocket was not opened, and fails in a replay");
    return undefined;
  }
  const protocol = response === undefined
    ? undefined
    : headerOf(readHarHeaders(response.headers, note), "sec-websocket-protocol");
  return {
    status: 101,
    headers: protocol === undefined ? [] : [["sec-websocket-protocol", protocol]],
    body: new Uint8Array(),
    complete: entry._m2?.complete ?? true,
    stream: log ?? [],
  };
}

/** As Chromium's developer tools name them. */
const DESTINATIONS: Readonly<Record<string, string>> = {
  document: "document",
  stylesheet: "style",
  script: "script",
  image: "image",
  imageset: "image",
  media: "video",
  font: "font",
  texttrack: "track",
  xhr: "empty",
  fetch: "empty",
  eventsource: "empty",
  ping: "empty",
  beacon: "empty",
  preflight: "empty",
  manifest: "manifest",
};

function destinationOf(entry: HarEntry, headers: Readonly<Record<string, string>>, isWebSocket: boolean): string {
  if (entry._m2?.destination !== undefined) return entry._m2.destination.slice(0, 40);
  if (isWebSocket) return "websocket";
  const said = headers["sec-fetch-dest"] ?? "";
  if (/^[a-z-]{1,40}$/.test(said)) return said;
  return DESTINATIONS[entry._resourceType?.toLowerCase() ?? ""] ?? byType(entry, headers);
}

/** Tools that do not say what a request was for still keep what it accepted and what came. */
function byType(entry: HarEntry, headers: Readonly<Record<string, string>>): string {
  if (headers["accept"] !== undefined && headers["accept"] !== "*/*") return "";
  const type = entry.response?.content?.mimeType ?? "";
  if (/^text\/html/i.test(type) && /^(GET|POST)$/i.test(entry.request.method)) {
    return headers["x-requested-with"] === undefined ? "document" : "empty";
  }
  if (/^text\/css/i.test(type)) return "style";
  if (/javascript/i.test(type)) return "script";
  if (/^image\//i.test(type)) return "image";
  if (/^font\/|font-woff/i.test(type)) return "font";
  return "";
}

function headerOf(headers: HeaderList, wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}
