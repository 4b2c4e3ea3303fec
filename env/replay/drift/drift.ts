import { sha256, type WallTimer } from "../../../base/mod.ts";
import type { Archive } from "../archive/archive.ts";
import type { IndexedExchange } from "../archive/indexed_exchange.ts";
import { askLive } from "./ask_live.ts";
import { compareAnswers, type DriftClass, type DriftFinding, type RecordedAnswer } from "./compare.ts";
import type { DriftLocator } from "./locator.ts";

/** What {@linkcode drift} takes. */
export interface DriftOptions {
  /** Asks the live site. */
  readonly fetch: typeof globalThis.fetch;
  /** Makes waits of the real clock: between two requests to a host, and for answers that do not come. */
  readonly wall: WallTimer;
  /** Most addresses to ask for; which ones depends on the archive alone. @default 50 */
  readonly sample?: number;
  /** Least time between two requests to one host. @default 1000 */
  readonly perHostDelayMs?: number;
  /** How long one answer may take. @default 30000 */
  readonly timeoutMs?: number;
  /** From a host to the origin where it runs, for sites that are not on the web: `{ "wiki.test": "http://127.0.0.1:8080" }`. */
  readonly map?: Readonly<Record<string, string>>;
  /** Elements that recorded trajectories used. */
  readonly locators?: readonly DriftLocator[];
  /** Now, in milliseconds since 1970, for an archive that says when it grows old. */
  readonly nowMs?: number;
  /** Ends the run. */
  readonly signal?: AbortSignal;
  /** Told of each address when it was compared. */
  readonly onPage?: (page: DriftPage) => void;
}

/** One address that was held against the live site. */
export interface DriftPage extends DriftFinding {
  /** As it was recorded. */
  readonly url: string;
  /** The exchange that was compared. */
  readonly exchangeId: string;
}

/** What has become of a site since it was recorded. */
export interface DriftReport {
  /** Readable name of the site. */
  readonly site: string;
  /** How many addresses were compared, and how many could have been. */
  readonly compared: number;
  /** How many recorded pages can be compared at all. */
  readonly comparable: number;
  /** Documents and JSON that only a logged-in visitor or one who had changed something was shown. */
  readonly stateful: number;
  /** How many pages are of each class. */
  readonly counts: Readonly<Record<DriftClass, number>>;
  /** In the order of the archive. */
  readonly pages: readonly DriftPage[];
  /** Hosts that live pages load from and the recording does not know. */
  readonly newHosts: readonly string[];
  /** How many days older the recording is than its `archive.json` allows; left out where it is not. */
  readonly daysTooOld?: number;
  /** All of it in one line. */
  readonly summary: string;
}

/**
 * Asks the live site for recorded documents and JSON again, and tells what has become of them.
 *
 * It is polite: only GET, only hosts of the archive, one request at a time, a pause between two to one host. What was
 * recorded behind a login or after a mutation is not asked for, since the live site would answer another visitor.
 *
 * @param archive The recording; nothing is written to it.
 * @param options The network, and how much.
 * @returns The report.
 * @throws {ArchiveError} When a recorded body is damaged.
 */
export async function drift(archive: Archive, options: DriftOptions): Promise<DriftReport> {
  const { sample = 50, locators = [] } = options;
  const { chosen, stateful } = candidates(archive);
  const picked = pick(chosen, sample);
  const asker = askerOf(archive, options);
  const known = new Set(archive.index.all.map(({ url }) => url.host));
  const pages: DriftPage[] = [];
  for (const entry of picked) {
    const { exchange } = entry;
    const recorded = await recordedAnswer(archive, entry);
    const accept = exchange.request.headers.find(([name]) => name === "accept")?.[1];
    const live = await askLive(exchange.request.url, accept, asker);
    const own = locators.filter(({ url }) => sameAddress(url, exchange.request.url));
    const finding = compareAnswers(recorded, live, own);
    const page = {
      url: exchange.request.url,
      exchangeId: exchange.id,
      ...finding,
      newHosts: finding.newHosts.filter((host) => !known.has(host)),
    };
    pages.push(page);
    options.onPage?.(page);
  }
  const counts = { fresh: 0, "values-moved": 0, "shape-changed": 0, gone: 0, blocked: 0 };
  for (const page of pages) counts[page.class]++;
  const said = Object.entries(counts).filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
  const tooOld = daysTooOld(archive, options.nowMs);
  return {
    ...(tooOld === undefined ? {} : { daysTooOld: tooOld }),
    site: archive.manifest.site,
    compared: pages.length,
    comparable: chosen.length,
    stateful,
    counts,
    pages,
    newHosts: [...new Set(pages.flatMap((page) => page.newHosts))].sort(),
    summary: `${archive.manifest.site}: ${pages.length} of ${chosen.length} addresses compared${
      said.length === 0 ? "" : `: ${said.join(", ")}`
    }${tooOld === undefined ? "" : `; ${tooOld} days older than it may be`}`,
  };
}

function daysTooOld({ manifest: { freshness } }: Archive, nowMs: number | undefined): number | undefined {
  if (freshness === undefined || nowMs === undefined) return undefined;
  const days = Math.floor((nowMs - Date.parse(freshness.recordedOn)) / 86_400_000) - freshness.maxAgeDays;
  return days > 0 ? days : undefined;
}

/** The first whole answer of each address that any visitor may be shown. */
function candidates(
  archive: Archive,
): { readonly chosen: readonly IndexedExchange[]; readonly stateful: number } {
  const chosen = new Map<string, IndexedExchange>();
  const stateful = new Set<string>();
  for (const entry of archive.index.all) {
    const { exchange } = entry;
    const { request: { method, url }, response } = exchange;
    if (method !== "GET" || response?.complete !== true || response.stream !== undefined) continue;
    if (response.status < 200 || response.status > 399 || response.status === 304 || response.status === 206) continue;
    const type = response.headers.find(([name]) => name === "content-type")?.[1] ?? "";
    const isPage = exchange.destination === "document" || exchange.destination === "iframe";
    if (!isPage && !/[/+]json/i.test(type)) continue;
    // A placeholder in the address would ask the site for something else.
    if (/[=/]redacted(-[0-9a-f]{16})?(&|$|\/)/.test(url)) stateful.add(url);
    else if (exchange.chain !== "" || exchange.sessionClass !== "anonymous") stateful.add(url);
    else if (!chosen.has(url)) chosen.set(url, entry);
  }
  return { chosen: [...chosen.values()], stateful: [...stateful].filter((url) => !chosen.has(url)).length };
}

/** By hash: the same ones every time, spread over the whole site. */
function pick(all: readonly IndexedExchange[], count: number): readonly IndexedExchange[] {
  if (all.length <= count) return all;
  const ranked = all.map((entry) => ({ entry, rank: sha256(entry.exchange.request.url) }))
    .sort((a, b) => a.rank < b.rank ? -1 : 1).slice(0, count);
  const kept = new Set(ranked.map(({ entry }) => entry));
  return all.filter((entry) => kept.has(entry));
}

/** The recorded answer at the end of its redirects, as far as they were recorded. */
async function recordedAnswer(archive: Archive, start: IndexedExchange): Promise<RecordedAnswer> {
  let entry = start;
  for (let redirects = 0; redirects < 10; redirects++) {
    const { response, request } = entry.exchange;
    const location = response?.headers.find(([name]) => name === "location")?.[1];
    if (response === undefined || response.status < 300 || location === undefined) break;
    const next = URL.parse(location, request.url);
    if (next === null) break;
    next.hash = "";
    const found = archive.index.byRawKey.get(`GET ${next.href}`)?.find(({ exchange }) => exchange.response?.complete);
    if (found === undefined) {
      const isOutside = !archive.index.all.some(({ url }) => url.host === next.host);
      return { status: isOutside ? 0 : response.status, url: next.href, contentType: "", body: new Uint8Array() };
    }
    entry = found;
  }
  const { response, request } = entry.exchange;
  return {
    status: response?.status ?? 0,
    url: request.url,
    contentType: response?.headers.find(([name]) => name === "content-type")?.[1] ?? "",
    body: response?.body === undefined ? new Uint8Array() : await archive.body(response.body),
  };
}

function askerOf(archive: Archive, options: DriftOptions) {
  const { fetch, wall, map = {}, perHostDelayMs = 1000, timeoutMs = 30_000 } = options;
  const signal = options.signal ?? new AbortController().signal;
  const asked = new Set<string>();
  return {
    fetch,
    map,
    signal,
    hosts: new Set(archive.index.all.map(({ url }) => url.host)),
    async pace(host: string) {
      if (asked.has(host) && perHostDelayMs > 0) {
        await new Promise<void>((resolve) => {
          const stop = wall(perHostDelayMs, resolve);
          signal.addEventListener("abort", () => {
            stop();
            resolve();
          }, { once: true });
        });
      }
      asked.add(host);
    },
    deadline() {
      const controller = new AbortController();
      const stop = wall(timeoutMs, () => controller.abort());
      return { signal: controller.signal, stop };
    },
  };
}

function sameAddress(a: string, b: string): boolean {
  const [left, right] = [new URL(a), new URL(b)];
  left.hash = "";
  right.hash = "";
  return left.href === right.href;
}
