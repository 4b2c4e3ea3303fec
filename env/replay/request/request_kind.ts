import type { ReadBody } from "./canonical_body.ts";
import { isGraphqlMutation } from "./graphql_call.ts";
import type { ReplayRequest } from "./replay_request.ts";
import { type ReplayRules, ruleCovers } from "../archive/replay_rules.ts";

/** What a request is for, as far as a miss matters: only a missing asset leaves the world whole. */
export type RequestKind = "document" | "data" | "asset" | "mutation" | "websocket";

const DOCUMENTS = new Set(["document", "iframe", "frame", "embed", "object", "fencedframe"]);
/** Methods that change nothing by definition (RFC 9110, 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/**
 * Says what the answer is for: `sec-fetch-dest` where the browser sent it (it does not over plain http), then what the
 * recording says, then the `accept` header.
 *
 * @param request The request.
 * @param recorded Destination of a recorded exchange of the same key.
 * @returns A `Sec-Fetch-Dest` value; `empty` for scripts' own requests.
 */
export function destinationOf(request: ReplayRequest, recorded?: string): string {
  const said = request.destination ?? request.headers["sec-fetch-dest"];
  if (said !== undefined && said !== "") return said;
  if (recorded !== undefined && recorded !== "") return recorded;
  const accept = request.headers["accept"] ?? "";
  if (accept.includes("text/html")) return "document";
  if (accept.startsWith("image/")) return "image";
  if (accept.startsWith("text/css")) return "style";
  return "empty";
}

/**
 * Tells whether a request changes the server's state, as far as can be known without asking the server.
 *
 * PUT, PATCH, DELETE and POST do, unless the rules declare the address read-only. A GraphQL query does not. A beacon
 * (a POST that a script sends without wanting the answer) and a report do not.
 *
 * @param request The request.
 * @param url Its address, parsed.
 * @param body Its body, read.
 * @param rules The site's rules.
 * @returns Whether it counts in the chain of mutations.
 */
export function isMutation(request: ReplayRequest, url: URL, body: ReadBody, rules: ReplayRules): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  if (rules.readOnly.length > 0 && rules.readOnly.some((rule) => ruleCovers(rule, url))) return false;
  if (request.method !== "POST") return true;
  if (body.type === "graphql") return body.calls.some(isGraphqlMutation);
  return !isBeacon(request);
}

/**
 * Tells a beacon or report: a POST whose answer nobody can read.
 *
 * @param request The request.
 * @returns True for reports, pings, and script POSTs in `no-cors` mode.
 */
export function isBeacon(request: ReplayRequest): boolean {
  if (request.method !== "POST") return false;
  const destination = request.headers["sec-fetch-dest"] ?? request.destination ?? "";
  if (destination === "report" || request.headers["content-type"]?.startsWith("text/ping")) return true;
  return destination === "empty" && request.headers["sec-fetch-mode"] === "no-cors";
}

/**
 * Classes a request.
 *
 * @param request The request.
 * @param destination From {@linkcode destinationOf}.
 * @param mutates From {@linkcode isMutation}.
 * @returns Its kind.
 */
export function kindOf(request: ReplayRequest, destination: string, mutates: boolean): RequestKind {
  if (request.headers["upgrade"]?.toLowerCase() === "websocket" || destination === "websocket") return "websocket";
  if (mutates) return "mutation";
  if (DOCUMENTS.has(destination)) return "document";
  if (destination === "empty" || destination === "") return isBeacon(request) ? "asset" : "data";
  return "asset";
}
