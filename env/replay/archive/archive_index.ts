import { sha256 } from "../../../base/mod.ts";
import { bodyOf, canonicalKey, rawKey, volatileFields } from "../request/canonical_key.ts";
import { canonicalBody, type ReadBody } from "../request/canonical_body.ts";
import type { Exchange } from "./exchange.ts";
import { siteRuleAddress } from "../request/site_rule.ts";
import { isMutation } from "../request/request_kind.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import type { ReplayRules } from "./replay_rules.ts";

/** A recorded exchange with everything that matching needs, worked out once. */
export interface IndexedExchange {
  /** As stored. */
  readonly exchange: Exchange;
  /** Its address, parsed. */
  readonly url: URL;
  /** Its request body, read. */
  readonly body: ReadBody;
  /** The request as a session would have seen it. */
  readonly request: ReplayRequest;
  /** Absent when the body is unknown. */
  readonly key?: string;
  /** Whether it counts in the chain of mutations. */
  readonly mutates: boolean;
  /** Equal exactly for equal answers: status, body and redirect target. */
  readonly answer: string;
}

/** Recorded exchanges by every way they are looked up. Lists keep the order of the archive. */
export interface ArchiveIndex {
  /** Every exchange. */
  readonly all: readonly IndexedExchange[];
  /** By method, URL and body as they were sent. */
  readonly byRawKey: ReadonlyMap<string, readonly IndexedExchange[]>;
  /** By canonical key; without those whose body is unknown. */
  readonly byKey: ReadonlyMap<string, readonly IndexedExchange[]>;
  /** Only exchanges at addresses where something is declared volatile. */
  readonly byVolatileKey: ReadonlyMap<string, readonly IndexedExchange[]>;
  /** By scheme, host and path. */
  readonly byPath: ReadonlyMap<string, readonly IndexedExchange[]>;
  /** By host with port. */
  readonly byHost: ReadonlyMap<string, readonly IndexedExchange[]>;
  /** By id. */
  readonly byId: ReadonlyMap<string, IndexedExchange>;
  /** By site rule and the address as the rule sees it, method and body; empty where there are no site rules. */
  readonly bySiteRule: ReadonlyMap<string, readonly IndexedExchange[]>;
}

/**
 * Builds the index of an archive.
 *
 * @param exchanges In the archive's order.
 * @param rules The site's rules.
 * @param requestBody Gives the stored bytes of a request body.
 * @returns The index. O(n) in the exchanges.
 */
export function indexExchanges(
  exchanges: readonly Exchange[],
  rules: ReplayRules,
  requestBody: (ref: string) => Uint8Array,
): ArchiveIndex {
  const all: IndexedExchange[] = [];
  const byRawKey = new Map<string, IndexedExchange[]>();
  const byKey = new Map<string, IndexedExchange[]>();
  const byVolatileKey = new Map<string, IndexedExchange[]>();
  const byPath = new Map<string, IndexedExchange[]>();
  const byHost = new Map<string, IndexedExchange[]>();
  const byId = new Map<string, IndexedExchange>();
  const bySiteRule = new Map<string, IndexedExchange[]>();
  for (const exchange of exchanges) {
    const { request: recorded } = exchange;
    const bytes = recorded.body === undefined || recorded.body === "unknown"
      ? recorded.body
      : requestBody(recorded.body);
    const request: ReplayRequest = {
      method: recorded.method,
      url: recorded.url,
      headers: Object.fromEntries(recorded.headers),
      destination: exchange.destination,
      ...(bytes === undefined ? {} : { body: bytes }),
    };
    const url = new URL(recorded.url);
    url.hash = "";
    const body = bodyOf(request);
    const key = canonicalKey(recorded.method, url, body);
    const entry: IndexedExchange = {
      exchange,
      url,
      body,
      request,
      ...(key === undefined ? {} : { key }),
      mutates: isMutation(request, url, body, rules),
      answer: answerOf(exchange),
    };
    all.push(entry);
    add(byPath, pathKey(url), entry);
    add(byHost, url.host, entry);
    byId.set(exchange.id, entry);
    for (const key of siteRuleKeys(rules, recorded.method, url, body)) add(bySiteRule, key, entry);
    if (bytes !== "unknown") add(byRawKey, rawKey(recorded.method, url.href, bytes), entry);
    if (key !== undefined) add(byKey, key, entry);
    const volatile = volatileFields(rules, url, "recorded");
    const volatileKey = volatile && canonicalKey(recorded.method, url, body, volatile);
    if (volatileKey !== undefined) add(byVolatileKey, volatileKey, entry);
  }
  return { all, byRawKey, byKey, byVolatileKey, byPath, byHost, byId, bySiteRule };
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

function answerOf({ response, failure }: Exchange): string {
  if (response === undefined) return `failure ${failure ?? "network"}`;
  const location = response.headers.find(([name]) => name === "location")?.[1] ?? "";
  return `${response.status} ${response.body ?? ""} ${location}`;
}

function add<K>(map: Map<K, IndexedExchange[]>, key: K, entry: IndexedExchange): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [entry]);
  else list.push(entry);
}
