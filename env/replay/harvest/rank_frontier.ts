/** A link that a recording's page has and the recording does not follow. */
export interface FrontierLink {
  /** Where it leads. */
  readonly url: string;
  /** The page that it stands on. */
  readonly from: string;
  /** Links between the nearest page of the recorded path and this one; 1 for a link on the path itself. */
  readonly depth: number;
}

/** What {@linkcode rankFrontier} takes. */
export interface FrontierOptions {
  /** Pages of the recorded path. */
  readonly path: readonly string[];
  /** Links of every page that is known, by its address, in document order; relative ones are resolved. */
  readonly links: Readonly<Record<string, readonly string[]>>;
  /** Addresses that the archive holds: they are walked through, and not ranked. */
  readonly recorded: ReadonlySet<string>;
  /** Addresses that earlier runs missed, with how often. */
  readonly missed?: ReadonlyMap<string, number>;
  /** Whether an address belongs to the site. @default those of the path's origins */
  readonly inScope?: (url: URL) => boolean;
  /** Most links between the path and a page. @default 2 */
  readonly depth?: number;
  /** Most pages. @default 50 */
  readonly budget?: number;
}

/**
 * Chooses what to record next beyond a recorded path: what earlier runs missed first, most missed first, then what is
 * nearest to the path, then what looks like the path's own pages, then document order.
 *
 * @param options Path, links, and what is known.
 * @returns The links to visit, best first, at most `budget`.
 *
 * @example What was missed goes first, what is near next
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { rankFrontier } from "./rank_frontier.ts";
 *
 * const ranked = rankFrontier({
 *   path: ["https://a.test/"],
 *   links: { "https://a.test/": ["/x", "/y", "https://other.test/"], "https://a.test/x": ["/z"] },
 *   recorded: new Set(["https://a.test/"]),
 *   missed: new Map([["https://a.test/z", 3]]),
 * });
 * deepEqual(ranked.map(({ url }) => url), ["https://a.test/z", "https://a.test/x", "https://a.test/y"]);
 * ```
 */
export function rankFrontier(options: FrontierOptions): readonly FrontierLink[] {
  const { path, links, recorded, missed = new Map<string, number>(), depth = 2, budget = 50 } = options;
  const origins = new Set(path.map((page) => new URL(page).origin));
  const inScope = options.inScope ?? ((url: URL) => origins.has(url.origin));
  const shapes = new Set(path.map(shapeOf));
  const found = new Map<string, FrontierLink>();
  const seen = new Set(path.map(bare));
  let edge = path.map(bare);
  const walk = (from: string, distance: number): string[] =>
    (links[from] ?? []).flatMap((link) => {
      const url = URL.parse(link, from);
      if (url === null || !/^https?:$/.test(url.protocol) || !inScope(url)) return [];
      const address = bare(url.href);
      if (seen.has(address)) return [];
      seen.add(address);
      if (!recorded.has(address)) found.set(address, { url: address, from, depth: distance });
      return [address];
    });
  for (let distance = 1; distance <= depth; distance++) edge = edge.flatMap((from) => walk(from, distance));
  // What a run asked for is worth having even where no known page links to it.
  for (const url of missed.keys()) {
    const address = URL.parse(url);
    if (address === null || !/^https?:$/.test(address.protocol) || !inScope(address)) continue;
    const own = bare(url);
    if (!recorded.has(own) && !found.has(own)) found.set(own, { url: own, from: "", depth: depth + 1 });
  }
  const missesOf = (url: string) => missed.get(url) ?? 0;
  return [...found.values()].sort((a, b) =>
    missesOf(b.url) - missesOf(a.url) || a.depth - b.depth ||
    Number(shapes.has(shapeOf(b.url))) - Number(shapes.has(shapeOf(a.url)))
  ).slice(0, budget);
}

function bare(url: string): string {
  const address = new URL(url);
  address.hash = "";
  return address.href;
}

/** Pages of one kind share a shape: the path without its last segment, and the names in the query. */
function shapeOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  return `${pathname.slice(0, pathname.lastIndexOf("/") + 1)}?${[...searchParams.keys()].sort().join("&")}`;
}
