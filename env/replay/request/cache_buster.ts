/** Names that sites put into addresses so that no cache answers; in lower case. */
const NAMES = new Set([
  "_",
  "_t",
  "_ts",
  "bust",
  "buster",
  "cachebust",
  "cachebuster",
  "cb",
  "nocache",
  "rand",
  "random",
  "rnd",
  "t",
  "time",
  "timestamp",
  "ts",
]);

/**
 * Tells a name that sites use against caches.
 *
 * @param name Name in a query.
 * @returns Whether it is one of the few that everybody uses; the value decides the rest.
 */
export function isCacheBusterName(name: string): boolean {
  return NAMES.has(name.toLowerCase().replaceAll("-", ""));
}

/**
 * Tells a value that nobody chose: a time, a fraction, or a long random number.
 *
 * @param value Value in a query.
 * @returns Whether it looks so. A page number or a date that a person picked does not.
 *
 * @example A time and a page
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { looksUnchosen } from "./cache_buster.ts";
 *
 * equal(looksUnchosen("1738456781260"), true);
 * equal(looksUnchosen("20250201"), false);
 * ```
 */
export function looksUnchosen(value: string): boolean {
  return /^\d{9,20}$/.test(value) || /^0?\.\d{6,}$/.test(value) || /^(?=.*\d)(?=.*[a-f])[0-9a-f]{12,}$/i.test(value) ||
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
