import { sha256 } from "../../../base/mod.ts";
import { canonicalBody, type ReadBody } from "../request/canonical_body.ts";
import { canonicalKey, volatileFields } from "../request/canonical_key.ts";
import { canonicalUrl } from "../request/canonical_url.ts";
import { siteRuleAddress } from "../request/site_rule.ts";
import type { IndexedExchange } from "./indexed_exchange.ts";
import { PLAIN_ADDRESS } from "./is_exchange.ts";
import type { ReplayRules } from "./replay_rules.ts";

export type { IndexedExchange } from "./indexed_exchange.ts";

/** Exchanges by one kind of key. Lists keep the order of the archive. */
export interface ExchangeLookup {
  /** Exchanges of a key; nothing where there are none. */
  get(key: string): readonly IndexedExchange[] | undefined;
  /** Whether there are any. */
  has(key: string): boolean;
}

/**
 * Recorded exchanges by every way they are looked up. Each way is made when it is first gone, and keys that cost
 * something are worked out only for the exchanges of the address that is asked for.
 */
export interface ArchiveIndex {
  /** Every exchange. */
  readonly all: readonly IndexedExchange[];
  /** By method, URL and body as they were sent. */
  readonly byRawKey: ExchangeLookup;
  /** By canonical key; without those whose body is unknown. */
  readonly byKey: ExchangeLookup;
  /** Only exchanges at addresses where something is declared volatile. */
  readonly byVolatileKey: ExchangeLookup;
  /** By scheme, host and path. */
  readonly byPath: ExchangeLookup;
  /** By host with port. */
  readonly byHost: ExchangeLookup;
  /** By id. */
  readonly byId: { get(id: string): IndexedExchange | undefined; has(id: string): boolean };
  /** By site rule and the address as the rule sees it, method and body; empty where there are no site rules. */
  readonly bySiteRule: ExchangeLookup;
}

/**
 * Builds the index of an archive.
 *
 * @param all Every exchange, in the archive's order: strongest layer first.
 * @param rules The site's rules.
 * @returns The index.
 */
export function indexExchanges(all: readonly IndexedExchange[], rules: ReplayRules): ArchiveIndex {
  const byAddress = onNeed(() => grouped(all, (entry) => canonicalAddress(entry)));
  return {
    all,
    byRawKey: onNeed(() => grouped(all, storedRawKey)),
    byKey: byKeyInAddress(byAddress, (entry) => entry.key),
    byVolatileKey: byKeyInAddress(byAddress, (entry) => {
      const volatile = volatileFields(rules, entry.url, "recorded");
      return volatile && canonicalKey(entry.method, entry.url, entry.body, volatile);
    }),
    byPath: onNeed(() => grouped(all, storedPathKey)),
    byHost: onNeed(() => grouped(all, (entry) => storedPathKey(entry).split("/", 3)[2])),
    byId: onNeed(() => new Map(all.map((entry) => [entry.id, entry]))),
    bySiteRule: onNeed(() => {
      const groups = new Map<string, IndexedExchange[]>();
      if (rules.sites.length === 0) return groups;
      for (const entry of all) {
        if (!rules.sites.some((rule) => siteRuleAddress(rule, entry.url) !== undefined)) continue;
        for (const key of siteRuleKeys(rules, entry.method, entry.url, entry.body)) {
          add(groups, key, entry);
        }
      }
      return groups;
    }),
  };
}

/**
 * The keys of {@linkcode ArchiveIndex.bySiteRule}.
 *
 * @param rules The site's rules.
 * @param method Upper case.
 * @param url The address.
 * @param body The body, read.
 * @returns One for each rule that applies, in the order of the rules.
 */
export function siteRuleKeys(rules: ReplayRules, method: string, url: URL, body: ReadBody): readonly string[] {
  if (rules.sites.length === 0) return [];
  const bodyKey = canonicalBody(body);
  if (bodyKey === undefined) return [];
  return rules.sites.flatMap((rule) => {
    const address = siteRuleAddress(rule, url);
    return address === undefined ? [] : [`${rule.name} ${method} ${address} ${bodyKey}`];
  });
}

/**
 * The key of {@linkcode ArchiveIndex.byPath}.
 *
 * @param url The address.
 * @returns Scheme, host and path.
 */
export function pathKey(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/**
 * The chain of mutations after one more.
 *
 * @param chain The chain before.
 * @param key The mutation's canonical key.
 * @returns 64 hex digits.
 */
export function nextChain(chain: string, key: string): string {
  return sha256(`${chain}\n${key}`);
}

/** The raw key without reading the body: the name of a stored body is its hash, and that is what a raw key holds. */
function storedRawKey(entry: IndexedExchange): string | undefined {
  const { method, bodyRef } = entry;
  if (bodyRef === "unknown") return undefined;
  const address = PLAIN_ADDRESS.test(entry.address) ? entry.address : entry.url.href;
  return bodyRef === undefined ? `${method} ${address}` : `${method} ${address} ${bodyRef}`;
}

/** A plain address is its own spelling; see {@linkcode PLAIN_ADDRESS}. */
function storedPathKey(entry: IndexedExchange): string {
  return PLAIN_ADDRESS.test(entry.address) ? beforeQuery(entry.address) : pathKey(entry.url);
}

/** What of an address stands before the query in a canonical key. */
function canonicalAddress(entry: IndexedExchange): string {
  const path = storedPathKey(entry);
  return path.includes("%") ? beforeQuery(canonicalUrl(entry.url)) : path;
}

function beforeQuery(address: string): string {
  const query = address.indexOf("?");
  return query < 0 ? address : address.slice(0, query);
}

/** Works keys out one address at a time. */
function byKeyInAddress(
  byAddress: ExchangeLookup,
  keyOf: (entry: IndexedExchange) => string | undefined,
): ExchangeLookup {
  const known = new Map<string, ReadonlyMap<string, readonly IndexedExchange[]>>();
  function at(address: string): ReadonlyMap<string, readonly IndexedExchange[]> | undefined {
    const found = known.get(address);
    if (found !== undefined) return found;
    const entries = byAddress.get(address);
    if (entries === undefined) return undefined;
    const groups = grouped(entries, keyOf);
    known.set(address, groups);
    return groups;
  }
  const get = (key: string) => {
    // METHOD ADDRESS?QUERY BODY: neither an address nor a query holds a space.
    const from = key.indexOf(" ") + 1;
    const to = key.indexOf(" ", from);
    return at(beforeQuery(to < 0 ? key.slice(from) : key.slice(from, to)))?.get(key);
  };
  return { get, has: (key) => get(key) !== undefined };
}

/** A map that is made when it is first asked. */
function onNeed<T>(make: () => ReadonlyMap<string, T>): { get(key: string): T | undefined; has(key: string): boolean } {
  let made: ReadonlyMap<string, T> | undefined;
  return {
    get: (key) => (made ??= make()).get(key),
    has: (key) => (made ??= make()).has(key),
  };
}

function grouped(
  entries: readonly IndexedExchange[],
  keyOf: (entry: IndexedExchange) => string | undefined,
): Map<string, IndexedExchange[]> {
  const groups = new Map<string, IndexedExchange[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== undefined) add(groups, key, entry);
  }
  return groups;
}

function add(groups: Map<string, IndexedExchange[]>, key: string, entry: IndexedExchange): void {
  const list = groups.get(key);
  if (list === undefined) groups.set(key, [entry]);
  else list.push(entry);
}
