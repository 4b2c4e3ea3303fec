import { sha256 } from "../../../base/mod.ts";
import { canonicalBody, NOTHING_VOLATILE, type ReadBody, readBody, type VolatileFields } from "./canonical_body.ts";
import { isCacheBusterName, looksUnchosen } from "./cache_buster.ts";
import { canonicalUrl, parseQuery } from "./canonical_url.ts";
import type { ReplayRequest } from "./replay_request.ts";
import { type ReplayRules, ruleCovers } from "../archive/replay_rules.ts";

/**
 * The key of the request as it was sent: method, URL and bytes.
 *
 * @param method Upper case.
 * @param url Without fragment.
 * @param body Bytes, or `undefined` for none.
 * @returns The key.
 */
export function rawKey(method: string, url: string, body: Uint8Array | undefined): string {
  return body === undefined ? `${method} ${url}` : `${method} ${url} ${sha256(body)}`;
}

/**
 * The key of what a request means: spelling, order of the query and layout of the body do not count.
 *
 * @param method Upper case.
 * @param url The address.
 * @param body The body, read.
 * @param volatile What does not count; nothing unless given.
 * @returns The key, or `undefined` when the body is unknown.
 *
 * @example Two spellings of one request
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { canonicalKey } from "./canonical_key.ts";
 *
 * const none = { type: "absent" } as const;
 * equal(
 *   canonicalKey("GET", new URL("https://shop.test/list?sort=price&page=2"), none),
 *   canonicalKey("GET", new URL("https://shop.test/list?page=2&sort=price"), none),
 * );
 * ```
 */
export function canonicalKey(
  method: string,
  url: URL,
  body: ReadBody,
  volatile: VolatileFields = NOTHING_VOLATILE,
): string | undefined {
  const bodyKey = canonicalBody(body, volatile);
  if (bodyKey === undefined) return undefined;
  const address = canonicalUrl(url, volatile.names.size === 0 ? undefined : (name) => volatile.names.has(name));
  return bodyKey === "" ? `${method} ${address}` : `${method} ${address} ${bodyKey}`;
}

/**
 * What varies at an address without meaning anything: what the rules declare, and names against caches.
 *
 * A name against caches counts as volatile where its **recorded** value looks like a time or a random number; a request
 * may then bring any value. So `t=2` that was recorded as a tab's number stays what it is.
 *
 * @param rules The site's rules.
 * @param url The address.
 * @param side Whether it is the recorded address or the one that is asked for.
 * @returns The union of all that covers it, or `undefined` when nothing does.
 */
export function volatileFields(rules: ReplayRules, url: URL, side: "recorded" | "asked"): VolatileFields | undefined {
  const names = new Set<string>();
  const pointers: string[] = [];
  for (const rule of rules.volatile) {
    if (!ruleCovers(rule, url)) continue;
    for (const name of rule.query ?? []) names.add(name);
    pointers.push(...rule.pointers ?? []);
  }
  if (rules.cacheBusters && url.search !== "") {
    for (const [name, value = ""] of parseQuery(url.search)) {
      if (isCacheBusterName(name) && (side === "asked" || looksUnchosen(value))) names.add(name);
    }
  }
  for (const name of identityNames(rules, url)) names.delete(name);
  return names.size === 0 && pointers.length === 0 ? undefined : { names, pointers };
}

/**
 * Names in the query that choose what is shown.
 *
 * @param rules The site's rules.
 * @param url The address.
 * @returns The union of the identity rules that cover it.
 */
export function identityNames(rules: ReplayRules, url: URL): ReadonlySet<string> {
  return new Set(rules.identity.flatMap((rule) => ruleCovers(rule, url) ? rule.query : []));
}

/**
 * Reads the body of a request by its headers.
 *
 * @param request The request.
 * @returns The body, read.
 */
export function bodyOf(request: ReplayRequest): ReadBody {
  return readBody(request.body, request.headers["content-type"], request.headers["content-encoding"]);
}
