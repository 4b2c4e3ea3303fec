import type { HeaderList } from "../archive/exchange.ts";
import { sessionCookie } from "./session_cookie.ts";

/** True of the connection or of other bytes than ours, or bound to the wall clock. */
const DROPPED = new Set([
  "age",
  "alt-svc",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "expires",
  "keep-alive",
  "nel",
  "pragma",
  "proxy-connection",
  "report-to",
  "reporting-endpoints",
  "strict-transport-security",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * The headers that a page is given, when a site is recorded and when it is replayed.
 *
 * Bodies are sent decoded, so length and encoding go. The site's own word on caching goes too: how long a page keeps a file
 * would depend on the real clock, and with it which requests arrive. Cookies become session cookies, since the browser counts their
 * age on the real clock too.
 *
 * @param headers As recorded, names in any case. Names that begin with `:` are dropped.
 * @param nowMs The world's time: milliseconds since 1970.
 * @returns The headers in order. Several `set-cookie` stay several.
 */
export function servedHeaders(headers: HeaderList, nowMs: number): HeaderList {
  const served: (readonly [string, string])[] = [];
  for (const [rawName, value] of headers) {
    const name = rawName.toLowerCase();
    if (DROPPED.has(name) || name.startsWith(":")) continue;
    served.push([name, name === "set-cookie" ? sessionCookie(value, nowMs) : value]);
  }
  return served;
}
