import type { ReadEntry } from "./read_har_entry.ts";

/**
 * Tells the page step of each entry: a document begins the next one, unless it is where the document before was redirected
 * to. Pages that were open at the same time are told apart by their reference.
 *
 * @param entries In the order in which they began.
 * @returns The step of each; −1 for the start page.
 *
 * @example A start page, its style sheet, and the page after it
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { harSteps } from "./har_steps.ts";
 *
 * const entry = (url: string, destination: string) => ({
 *   request: { method: "GET", url, headers: {}, destination },
 * });
 * const asked = [
 *   entry("https://a.test/", "document"),
 *   entry("https://a.test/a.css", "style"),
 *   entry("https://a.test/b", "document"),
 * ];
 * deepEqual(harSteps(asked), [-1, -1, 0]);
 * ```
 */
export function harSteps(entries: readonly ReadEntry[]): readonly number[] {
  const byPage = new Map<string, { step: number; redirectsTo: string | undefined }>();
  let latest = -1;
  let isBegun = false;
  return entries.map((entry) => {
    if (entry.step !== undefined) return entry.step;
    const pageref = entry.pageref ?? "";
    let page = byPage.get(pageref);
    const isDocument = entry.request.destination === "document";
    const isRedirected = page?.redirectsTo !== undefined && page.redirectsTo === entry.request.url;
    if (isDocument && !isRedirected) {
      if (isBegun) latest++;
      isBegun = true;
      byPage.set(pageref, page = { step: latest, redirectsTo: undefined });
    }
    if (page === undefined) byPage.set(pageref, page = { step: latest, redirectsTo: undefined });
    if (isDocument) page.redirectsTo = entry.redirectsTo;
    return page.step;
  });
}
