/** What {@linkcode crawl} takes. */
export interface CrawlOptions {
  /** Where to begin. */
  readonly start: string;
  /**
   * Opens a page, lets it settle, and gives the addresses that it leads to, in document order. Relative ones are
   * resolved against the page.
   */
  readonly visit: (url: string, index: number) => Promise<readonly string[]>;
  /** Whether an address belongs to the crawl; by default, those of the start page's origin do. */
  readonly inScope?: (url: URL) => boolean;
  /** Addresses that no link leads to, visited after the start page. */
  readonly extra?: readonly string[];
  /** Most pages to visit. */
  readonly limit: number;
}

/** What a crawl has seen. */
export interface CrawlReport {
  /** Visited pages in order; the index of a page is its step in the recording. */
  readonly visited: readonly string[];
  /** Addresses found but not visited, since the limit was reached; empty after a complete crawl. */
  readonly left: readonly string[];
}

/**
 * Visits every page that a site's links lead to, breadth first, each once.
 *
 * The order depends on the site alone: first found, first visited, links in document order. Fragments do not count.
 *
 * @param options Where to begin, how to visit, and how far.
 * @returns What was visited, and what was left.
 * @throws {TypeError} When the start or an extra address cannot be parsed.
 *
 * @example Three pages, one of them twice linked
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { crawl } from "./crawl.ts";
 *
 * const links: Record<string, string[]> = { "https://a.test/": ["/x", "/y", "/x#top"], "https://a.test/x": ["/y"] };
 * const { visited } = await crawl({
 *   start: "https://a.test/",
 *   visit: (url) => Promise.resolve(links[url] ?? []),
 *   limit: 10,
 * });
 * deepEqual(visited, ["https://a.test/", "https://a.test/x", "https://a.test/y"]);
 * ```
 */
export async function crawl(options: CrawlOptions): Promise<CrawlReport> {
  const { start, visit, extra = [], limit } = options;
  const origin = new URL(start).origin;
  const inScope = options.inScope ?? ((url: URL) => url.origin === origin);
  const queue: string[] = [];
  const found = new Set<string>();
  const add = (url: URL) => {
    url.hash = "";
    if (found.has(url.href)) return;
    found.add(url.href);
    queue.push(url.href);
  };
  add(new URL(start));
  for (const address of extra) add(new URL(address, start));
  const visited: string[] = [];
  while (visited.length < limit) {
    const page = queue.shift();
    if (page === undefined) break;
    const links = await visit(page, visited.length);
    visited.push(page);
    for (const link of links) {
      const url = URL.parse(link, page);
      if (url !== null && /^https?:$/.test(url.protocol) && inScope(url)) add(url);
    }
  }
  return { visited, left: queue };
}
