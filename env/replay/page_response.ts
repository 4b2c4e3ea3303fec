/**
 * Puts the last touch to a response before a page gets it: when a site is recorded and when it is replayed.
 *
 * @param response The answer; a network error is passed on.
 * @param nowMs The world's time: milliseconds since 1970.
 * @returns The same, never cacheable, never compressed on the loopback, with a date of the world's time.
 */
export function pageResponse(response: Response, nowMs: number): Response {
  if (response.type === "error") return response;
  const { headers } = response;
  // no-transform keeps the server from compressing what never leaves the machine.
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store, no-transform");
  if (!headers.has("date")) headers.set("date", new Date(nowMs).toUTCString());
  return response;
}
