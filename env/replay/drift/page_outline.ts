import { parseHTML } from "linkedom";

/** What of a page is compared. */
export interface PageOutline {
  /** Paths of elements from the body on, with how often each stands in the page: `body>main>ul>li`. */
  readonly skeleton: ReadonlyMap<string, number>;
  /** Runs of three words of the visible text. */
  readonly text: ReadonlyMap<string, number>;
  /** Hosts from which the page loads files or frames. */
  readonly hosts: ReadonlySet<string>;
  /** The parsed page. */
  readonly document: Document;
}

/** Elements that show nothing, or whose inside belongs to a script. */
const UNSEEN = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "LINK", "META", "HEAD"]);
/** A page of more elements is compared by its first ones. */
const MOST_ELEMENTS = 50_000;
const DEEPEST = 200;

/**
 * Reads a page for comparison, without running it.
 *
 * @param html Its text.
 * @param url Its address.
 * @returns The outline.
 */
export function pageOutline(html: string, url: string): PageOutline {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const skeleton = new Map<string, number>();
  const words: string[] = [];
  let seen = 0;
  // A stack of our own: a hostile page nests deeper than the engine's.
  const open: { readonly node: Element; readonly path: string; readonly depth: number }[] = [];
  const root = document.body ?? document.documentElement;
  if (root !== null) open.push({ node: root, path: "body", depth: 0 });
  for (let item = open.pop(); item !== undefined && seen < MOST_ELEMENTS; item = open.pop()) {
    const { node, path, depth } = item;
    seen++;
    skeleton.set(path, (skeleton.get(path) ?? 0) + 1);
    const inner: typeof open = [];
    for (const child of node.childNodes) {
      if (child.nodeType === 3) words.push(...(child.textContent ?? "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
      if (child.nodeType !== 1 || depth === DEEPEST) continue;
      const element = child as Element;
      const name = element.tagName.toUpperCase();
      if (UNSEEN.has(name)) continue;
      const role = element.getAttribute("role");
      inner.push({
        node: element,
        path: `${path}>${name.toLowerCase()}${role === null ? "" : `[${role}]`}`.slice(-400),
        depth: depth + 1,
      });
    }
    open.push(...inner.reverse());
  }
  const text = new Map<string, number>();
  for (let at = 0; at < Math.max(1, words.length - 2); at++) {
    const run = words.slice(at, at + 3).join(" ");
    if (run !== "") text.set(run, (text.get(run) ?? 0) + 1);
  }
  return { skeleton, text, hosts: hostsOf(document, url), document };
}

function hostsOf(document: Document, base: string): ReadonlySet<string> {
  const hosts = new Set<string>();
  const loaded = [
    ["script[src]", "src"],
    ["img[src]", "src"],
    ["iframe[src]", "src"],
    ["video[src]", "src"],
    ["audio[src]", "src"],
    ["source[src]", "src"],
    ["link[href]", "href"],
  ] as const;
  for (const [selector, attribute] of loaded) {
    for (const element of document.querySelectorAll(selector)) {
      const url = URL.parse(element.getAttribute(attribute) ?? "", base);
      if (url !== null && /^https?:$/.test(url.protocol)) hosts.add(url.host);
    }
  }
  return hosts;
}

/**
 * How much two bags have in common.
 *
 * @param left From an item to how often it is there.
 * @param right The same.
 * @returns From 0 for nothing to 1 for all; two empty bags are equal.
 *
 * @example Half
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { similarity } from "./page_outline.ts";
 *
 * equal(similarity(new Map([["a", 1], ["b", 1]]), new Map([["a", 2], ["b", 2]])), 0.5);
 * ```
 */
export function similarity(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let [common, all] = [0, 0];
  for (const [item, times] of left) {
    common += Math.min(times, right.get(item) ?? 0);
    all += Math.max(times, right.get(item) ?? 0);
  }
  for (const [item, times] of right) if (!left.has(item)) all += times;
  return all === 0 ? 1 : common / all;
}
