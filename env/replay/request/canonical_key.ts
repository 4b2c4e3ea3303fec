import { sha256 } from "../../../base/mod.ts";
import { canonicalBody, NOTHING_VOLATILE, type ReadBody, readBody, type VolatileFields } from "./canonical_body.ts";
import { canonicalUrl } from "./canonical_url.ts";
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
 * What the rules declare to vary at an address.
 *
 * @param rules The site's rules.
 * @param url The address.
 * @returns The union of all rules that cover it, or `undefined` when none does.
 */
export function volatileFields(rules: ReplayRules, url: URL): VolatileFields | undefined {
  const covering = rules.volatile.filter((rule) => ruleCovers(rule, url));
  if (covering.length === 0) return undefined;
  return {
    names: new Set(covering.flatMap((rule) => rule.query ?? [])),
    pointers: covering.flatMap((rule) => rule.pointers ?? []),
  };
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
