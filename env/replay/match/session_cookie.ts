/**
 * Makes a session cookie of a `set-cookie` value, unless it deletes the cookie.
 *
 * A recorded expiry is past by the browser's own clock, which no page shim reaches, and the cookie would vanish.
 *
 * @param value The header's value.
 * @param nowMs The time against which `Expires` is read: milliseconds since 1970.
 * @returns The value without `Expires` and `Max-Age`; a deletion has `Max-Age=0`.
 *
 * @example A day becomes the session, a deletion stays one
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sessionCookie } from "./session_cookie.ts";
 *
 * equal(sessionCookie("sid=1; Max-Age=86400; Path=/", 0), "sid=1; Path=/");
 * equal(sessionCookie("sid=; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 1), "sid=; Max-Age=0");
 * ```
 */
export function sessionCookie(value: string, nowMs: number): string {
  const [pair, ...attributes] = value.split(";").map((part) => part.trim());
  const kept: string[] = [pair ?? ""];
  let maxAge: number | undefined;
  let expires: number | undefined;
  for (const attribute of attributes) {
    const at = attribute.indexOf("=");
    const name = (at < 0 ? attribute : attribute.slice(0, at)).trim().toLowerCase();
    const text = at < 0 ? "" : attribute.slice(at + 1).trim();
    if (name === "max-age") maxAge = /^-?\d+$/.test(text) ? Number(text) : maxAge;
    else if (name === "expires") expires = Date.parse(text);
    else if (attribute !== "") kept.push(attribute);
  }
  // Max-Age wins over Expires (RFC 6265, 5.3).
  const deletes = maxAge !== undefined ? maxAge <= 0 : expires !== undefined && expires <= nowMs;
  if (deletes) kept.push("Max-Age=0");
  return kept.join("; ");
}
