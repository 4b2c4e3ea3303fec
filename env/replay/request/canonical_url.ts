/** A query as pairs, decoded; a name without `=` has `undefined`. */
export type QueryPairs = readonly (readonly [name: string, value: string | undefined])[];

/**
 * Reads a query into pairs, in order.
 *
 * `+` is a space. What is not valid percent-encoding stays as it is, so that two different queries never become one.
 *
 * @param search With or without the leading `?`.
 * @returns The pairs; empty pieces between `&` are left out.
 */
export function parseQuery(search: string): QueryPairs {
  const pairs: [string, string | undefined][] = [];
  for (const piece of search.replace(/^\?/, "").split("&")) {
    if (piece === "") continue;
    const at = piece.indexOf("=");
    if (at < 0) pairs.push([decode(piece), undefined]);
    else pairs.push([decode(piece.slice(0, at)), decode(piece.slice(at + 1))]);
  }
  return pairs;
}

function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch (error) {
    if (error instanceof URIError) return spaced.replaceAll(CHARACTER, decodeCharacter);
    throw error;
  }
}

/** The escapes of one character in UTF-8, or a single one. */
const CHARACTER =
  /%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}|%[0-9a-f]{2}/gi;

/** Escapes that are no UTF-8 stay, marked: the text `%E9`, escaped itself, is something else. */
function decodeCharacter(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch (error) {
    if (error instanceof URIError) return escapes.toUpperCase().replaceAll("%", "\ufffd%");
    throw error;
  }
}

/**
 * Writes pairs in one order: by name, equal names as they came.
 *
 * @param pairs The pairs.
 * @param isVolatile Names that are left out.
 * @returns Text that is equal exactly for equal sorted pairs.
 */
export function canonicalPairs(pairs: QueryPairs, isVolatile: (name: string) => boolean = () => false): string {
  return pairs
    .filter(([name]) => !isVolatile(name))
    // Array.prototype.sort is stable, so the n-th of a name stays the n-th.
    .toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0)
    .map(([name, value]) =>
      value === undefined ? encodeURIComponent(name) : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
    )
    .join("&");
}

/**
 * The address as the matcher compares it: host in lower case without default port, path literal with one spelling of
 * percent-encoding, query sorted, no fragment. A trailing slash counts.
 *
 * @param url The address.
 * @param isVolatile Names in the query that are left out.
 * @returns The canonical text.
 *
 * @example Order and spelling do not matter, values do
 * ```ts
 * import { equal, notEqual } from "node:assert/strict";
 * import { canonicalUrl } from "./canonical_url.ts";
 *
 * equal(canonicalUrl(new URL("https://SHOP.test:443/%7ea?b=2&a=1#x")), "https://shop.test/~a?a=1&b=2");
 * notEqual(canonicalUrl(new URL("https://shop.test/?id=1")), canonicalUrl(new URL("https://shop.test/?id=2")));
 * ```
 */
export function canonicalUrl(url: URL, isVolatile?: (name: string) => boolean): string {
  const query = url.search === "" ? "" : canonicalPairs(parseQuery(url.search), isVolatile);
  return `${url.protocol}//${url.host}${canonicalPath(url.pathname)}${query === "" ? "" : `?${query}`}`;
}

function canonicalPath(path: string): string {
  if (!path.includes("%")) return path;
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escape.toUpperCase();
  });
}
