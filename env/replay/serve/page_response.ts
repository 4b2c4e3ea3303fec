/** Long enough to outlast any date that a recording's clock may show. */
const KEPT = "public, max-age=315360000, immutable, no-transform";

/**
 * Puts the last touch to a response before a page gets it: when a site is recorded and when it is replayed.
 *
 * @param response The answer; a network error is passed on.
 * @param nowMs The world's time: milliseconds since 1970.
 * @param isKeepable Whether the browser may keep it for the rest of the episode, since it could not be answered otherwise.
 * @returns The same, never compressed on the loopback, with a date of the world's time; not cacheable unless keepable.
 */
export function pageResponse(response: Response, nowMs: number, isKeepable = false): Response {
  if (response.type === "error") return response;
  const { headers } = response;
  // no-transform keeps the server from compressing what never leaves the machine.
  if (!headers.has("cache-control")) headers.set("cache-control", isKeepable ? KEPT : "no-store, no-transform");
  if (!headers.has("date")) headers.set("date", new Date(nowMs).toUTCString());
  return response;
}
