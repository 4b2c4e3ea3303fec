import type { HeaderList } from "../archive/exchange.ts";
import type { HarResponse } from "./har_entry.ts";
import type { NoteIssue } from "./har_report.ts";

/**
 * Adds the header `location` where a redirect's aim stands only beside its headers.
 *
 * @param response The response.
 * @param status Its status.
 * @param headers Its headers, read.
 * @param note Told of what was put right.
 * @returns The headers with the aim in them.
 */
export function withRedirect(
  { redirectURL = "" }: HarResponse,
  status: number,
  headers: HeaderList,
  note: NoteIssue,
): HeaderList {
  const location = sendable(redirectURL.replaceAll(/[\r\n]+/g, " ").trim());
  if (status < 300 || status > 399 || status === 304 || location === "") return headers;
  if (headers.some(([name]) => name === "location")) return headers;
  note("location-from-field", "repaired", "the header location is missing, and was made of redirectURL");
  return [...headers, ["location", location]];
}

/** A header name that a server can send (RFC 9110, 5.1). */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** Headers whose one value a recorder may have cut at its comma. */
const DATES = new Set(["date", "expires", "last-modified", "if-modified-since"]);

/**
 * Reads a list of headers of a HAR.
 *
 * Names become lower case and pseudo headers (`:status`) go. Several `set-cookie` that stand in one value, a line each,
 * become several; any other value with line ends becomes one line. A date that was cut at its comma is put together.
 *
 * @param headers As the HAR has them.
 * @param note Told what was odd.
 * @returns Pairs that can be sent.
 */
export function readHarHeaders(
  headers: readonly { readonly name: string; readonly value: string }[],
  note: NoteIssue,
): HeaderList {
  const read: (readonly [string, string])[] = [];
  for (const { name: rawName, value } of headers) {
    const name = rawName.trim().toLowerCase();
    if (name.startsWith(":")) continue;
    if (!NAME.test(name)) {
      note("header-name", "note", `a header's name is none that can be sent: ${JSON.stringify(rawName.slice(0, 40))}`);
      continue;
    }
    const lines = value.split(/[\r\n]+/).map((line) => sendable(line.trim()));
    if (name === "set-cookie") {
      if (lines.length > 1) note("joined-cookies", "repaired", `${lines.length} cookies stood in one header`);
      for (const line of lines) if (line !== "") read.push([name, line]);
      continue;
    }
    const last = read.at(-1);
    if (DATES.has(name) && last?.[0] === name && isDate(`${last[1]}, ${lines.join(" ")}`)) {
      read[read.length - 1] = [name, `${last[1]}, ${lines.join(" ")}`];
      note("cut-date", "repaired", `the header ${name} was cut at its comma`);
      continue;
    }
    read.push([name, lines.filter((line) => line !== "").join(", ")]);
  }
  return read;
}

/**
 * The cookies that a response set, where its headers do not tell them: tools leave the header out and keep the list.
 *
 * @param response The response.
 * @param headers Its headers.
 * @param note Told of the repair.
 * @returns The headers, with `set-cookie` for each listed cookie.
 */
export function withListedCookies(response: HarResponse, headers: HeaderList, note: NoteIssue): HeaderList {
  if (response.cookies.length === 0 || headers.some(([name]) => name === "set-cookie")) return headers;
  note("cookies-from-list", "repaired", "the header set-cookie is missing, and was made of the list of cookies");
  return [
    ...headers,
    ...response.cookies.map(({ name, value, path, domain, expires, httpOnly, secure, sameSite }) => {
      const at = expires === undefined ? NaN : Date.parse(expires);
      const parts = [
        `${name}=${value}`,
        ...(path === undefined ? [] : [`Path=${path}`]),
        ...(domain === undefined || !domain.startsWith(".") ? [] : [`Domain=${domain.slice(1)}`]),
        ...(Number.isNaN(at) ? [] : [`Expires=${new Date(at).toUTCString()}`]),
        ...(httpOnly === true ? ["HttpOnly"] : []),
        ...(secure === true ? ["Secure"] : []),
        ...(sameSite === undefined || sameSite === "" ? [] : [`SameSite=${sameSite}`]),
      ];
      return ["set-cookie", sendable(parts.join("; ").replaceAll(/[\r\n]+/g, " "))] as const;
    }),
  ];
}

/**
 * Headers of a request as the matcher reads them: one value a name.
 *
 * @param headers The pairs.
 * @returns Several cookies are joined by semicolons, other values by commas.
 */
export function joinedHeaders(headers: HeaderList): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}${name === "cookie" ? "; " : ", "}${value}`);
  }
  return Object.fromEntries(joined);
}

/** Headers are bytes: what is no Latin-1 goes out as the bytes of its UTF-8, and control characters cannot go out. */
function sendable(value: string): string {
  // deno-fmt-ignore
  const plain = [...value].filter((character) => character >= " " && character !== "\x7f" || character === "\t").join("");
  if ([...plain].every((character) => character <= "\xff")) return plain;
  return Array.from(new TextEncoder().encode(plain), (byte) => String.fromCharCode(byte)).join("")
    .replaceAll(/[\x7f]/g, "");
}

function isDate(text: string): boolean {
  return /^[A-Z][a-z]{2,8}, \d/.test(text) && !Number.isNaN(Date.parse(text));
}
