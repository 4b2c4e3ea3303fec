import type { HeaderList } from "../archive/exchange.ts";
import type { ReplayAnswer } from "./match_result.ts";
import type { RequestKind } from "../request/request_kind.ts";

/**
 * What a page gets for a request that the recording does not hold: an answer of the type that it asked for, which
 * says so and shows nothing of the site.
 *
 * @param kind What the request is for.
 * @param destination `Sec-Fetch-Dest`.
 * @param origin The page's `origin` header, so that a script may read the status of a cross-origin miss.
 * @returns The answer; `x-replay: miss` marks it.
 */
export function missAnswer(kind: RequestKind, destination: string, origin?: string): ReplayAnswer {
  if (kind === "document") return answer(404, "text/html; charset=utf-8", MISS_PAGE, origin);
  if (kind === "mutation") return answer(501, "application/json", JSON_MISS, origin);
  if (kind === "data") return answer(404, "application/json", JSON_MISS, origin);
  if (kind === "websocket") return answer(501, "text/plain", "not in the recording", origin);
  // An empty script or style lets the page go on, where an error status could stop it.
  if (SCRIPTS.has(destination)) return answer(200, "text/javascript", "/* not in the recording */", origin);
  if (destination === "style") return answer(200, "text/css", "/* not in the recording */", origin);
  return answer(404, "text/plain", "", origin);
}

/**
 * What a blocked request gets: nothing, in the right type.
 *
 * @param destination `Sec-Fetch-Dest`.
 * @param origin The page's `origin` header.
 * @returns An empty script or style, else 204.
 */
export function blockedAnswer(destination: string, origin?: string): ReplayAnswer {
  const cors = corsHeaders(origin);
  const type = SCRIPTS.has(destination) ? "text/javascript" : destination === "style" ? "text/css" : undefined;
  if (type === undefined) {
    return { type: "response", status: 204, headers: [["x-replay", "blocked"], ...cors], body: { from: "nowhere" } };
  }
  return {
    type: "response",
    status: 200,
    headers: [["content-type", type], ["x-replay", "blocked"], ...cors],
    body: { from: "text", text: "" },
  };
}

const SCRIPTS = new Set(["script", "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet"]);
const JSON_MISS = '{"error":"not in the recording"}';
const MISS_PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>Not in the recording</title>" +
  "<h1>Not in the recording</h1><p>This page was not recorded.</p></html>";

function answer(status: number, type: string, text: string, origin: string | undefined): ReplayAnswer {
  return {
    type: "response",
    status,
    headers: [["content-type", type], ["x-replay", "miss"], ...corsHeaders(origin)],
    body: { from: "text", text },
  };
}

function corsHeaders(origin: string | undefined): HeaderList {
  if (origin === undefined) return [];
  return [["access-control-allow-origin", origin], ["access-control-allow-credentials", "true"]];
}
