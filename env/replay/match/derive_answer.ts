import type { IndexedExchange } from "../archive/archive_index.ts";
import { byteRange } from "./byte_range.ts";
import type { HeaderList, RecordedResponse } from "../archive/exchange.ts";
import type { AnswerBody, ReplayAnswer } from "./match_result.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import { servedHeaders } from "./served_headers.ts";

/**
 * The recorded answer as it is served.
 *
 * @param entry The exchange.
 * @param nowMs The world's time.
 * @returns A failure where the exchange failed or its status is none of HTTP; a WebSocket where its frames are there.
 */
export function recordedAnswer({ exchange: { response } }: IndexedExchange, nowMs: number): ReplayAnswer {
  if (response?.status === 101 && response.stream !== undefined) {
    return { type: "websocket", headers: servedHeaders(response.headers, nowMs), log: response.stream };
  }
  if (response === undefined || response.status < 200 || response.status > 599) return { type: "failure" };
  return {
    type: "response",
    status: response.status,
    headers: servedHeaders(response.headers, nowMs),
    body: wholeBody(response),
  };
}

/**
 * The answer to a conditional or ranged request, made from a whole recorded one.
 *
 * @param entry An exchange that is no fragment.
 * @param request The request.
 * @param nowMs The world's time.
 * @returns A 304, 206 or 416, or `undefined` where the recorded answer is the right one as it is.
 */
export function deriveAnswer(entry: IndexedExchange, request: ReplayRequest, nowMs: number): ReplayAnswer | undefined {
  const response = entry.exchange.response;
  if (response === undefined || response.status !== 200 || (request.method !== "GET" && request.method !== "HEAD")) {
    return undefined;
  }
  const headers = servedHeaders(response.headers, nowMs);
  if (isUnchanged(response, request)) {
    const kept = headers.filter(([name]) => name === "etag" || name === "vary" || name === "last-modified");
    return { type: "response", status: 304, headers: kept, body: { from: "nowhere" } };
  }
  // Only GET has ranges (RFC 9110, 14.2).
  if (request.method !== "GET") return undefined;
  const ifRange = request.headers["if-range"];
  if (ifRange?.startsWith("W/")) return undefined;
  if (ifRange !== undefined && ifRange !== header(response, "etag") && ifRange !== header(response, "last-modified")) {
    return undefined;
  }
  if (response.body === undefined || response.size < 0 || !response.complete) return undefined;
  const range = byteRange(request.headers["range"], response.size);
  if (range.type === "whole") return undefined;
  if (range.type === "unsatisfiable") {
    return {
      type: "response",
      status: 416,
      headers: [["content-range", `bytes */${response.size}`]],
      body: { from: "nowhere" },
    };
  }
  const { start, end } = range;
  return partial(headers, `bytes ${start}-${end - 1}/${response.size}`, {
    from: "archive",
    ref: response.body,
    start,
    end,
  });
}

/**
 * Tells an exchange that holds only a part of a body.
 *
 * @param entry The exchange.
 * @returns True for status 206.
 */
export function isFragment({ exchange }: IndexedExchange): boolean {
  return exchange.response?.status === 206;
}

/**
 * The answer to a ranged request, cut from a recorded part.
 *
 * @param entry A fragment.
 * @param request The request.
 * @returns The part, or `undefined` where it is not wholly inside the recorded one.
 */
export function sliceFragment(
  { exchange: { response } }: IndexedExchange,
  request: ReplayRequest,
): ReplayAnswer | undefined {
  const held = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(
    response === undefined ? "" : header(response, "content-range") ?? "",
  );
  if (response?.body === undefined || held === null) return undefined;
  const [first, last] = [Number(held[1]), Number(held[2])];
  // Against an unknown total, a range from the end or to it cannot be placed.
  const total = held[3] === "*" ? last + 1 : Number(held[3]);
  if (held[3] === "*" && /^\s*bytes=(-|\d+-\s*$)/i.test(request.headers["range"] ?? "")) return undefined;
  const range = byteRange(request.headers["range"], total);
  if (range.type !== "part" || range.start < first || range.end - 1 > last) return undefined;
  const headers = servedHeaders(response.headers, 0).filter(([name]) => name !== "content-range");
  return partial(headers, `bytes ${range.start}-${range.end - 1}/${held[3]}`, {
    from: "archive",
    ref: response.body,
    start: range.start - first,
    end: range.end - first,
  });
}

/**
 * The answer to a CORS preflight that was never recorded, from what is known of the request it precedes.
 *
 * @param request The preflight.
 * @param recorded A recorded exchange of the method and path it asks for.
 * @param isHandled Whether a stateful handler claims the request to come: the answer is then that of its own site.
 * @returns Leave for just the method and headers asked for, or `undefined` where nothing shows that the site gave it.
 */
export function preflightAnswer(
  request: ReplayRequest,
  recorded: IndexedExchange | undefined,
  isHandled: boolean,
): ReplayAnswer | undefined {
  const response = recorded?.exchange.response;
  const allowed = response === undefined ? undefined : header(response, "access-control-allow-origin");
  const origin = allowed ?? (isHandled ? request.headers["origin"] : undefined);
  if (origin === undefined) return undefined;
  const credentials = response === undefined ? "true" : header(response, "access-control-allow-credentials");
  const asked = request.headers["access-control-request-headers"];
  return {
    type: "response",
    status: 204,
    headers: [
      ["access-control-allow-origin", origin],
      ["access-control-allow-methods", request.headers["access-control-request-method"] ?? ""],
      ...(asked === undefined ? [] : [["access-control-allow-headers", asked] as const]),
      ...(credentials === undefined ? [] : [["access-control-allow-credentials", credentials] as const]),
    ],
    body: { from: "nowhere" },
  };
}

function wholeBody(response: RecordedResponse): AnswerBody {
  if (response.stream !== undefined) return { from: "stream", ref: response.stream };
  return response.body === undefined ? { from: "nowhere" } : { from: "archive", ref: response.body };
}

function partial(headers: HeaderList, contentRange: string, body: AnswerBody): ReplayAnswer {
  return {
    type: "response",
    status: 206,
    headers: [...headers, ["content-range", contentRange], ["accept-ranges", "bytes"]],
    body,
  };
}

function isUnchanged(response: RecordedResponse, request: ReplayRequest): boolean {
  const asked = request.headers["if-none-match"];
  const etag = header(response, "etag");
  if (asked !== undefined) {
    if (etag === undefined) return false;
    return asked.trim() === "*" || asked.split(",").some((tag) => strong(tag) === strong(etag));
  }
  const since = request.headers["if-modified-since"];
  return since !== undefined && since === header(response, "last-modified");
}

/** A GET compares weakly (RFC 9110, 13.1.2). */
function strong(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}

function header(response: RecordedResponse, name: string): string | undefined {
  return response.headers.find(([own]) => own === name)?.[1];
}
