import type { Exchange } from "./exchange.ts";

/**
 * Tells at a glance whether a parsed line is an exchange.
 *
 * It does by hand what `exchangeSchema` says, about a hundred times as fast, and knows fewer spellings of addresses: a
 * false answer means "ask the schema", which also has the words for what is wrong.
 *
 * @param value Parsed JSON.
 * @returns True only for what the schema accepts as it is.
 */
export function isExchange(value: unknown): value is Exchange {
  if (!isRecord(value)) return false;
  let known = 8;
  if ("response" in value) known++;
  if ("failure" in value) known++;
  return Object.keys(value).length === known &&
    typeof value["id"] === "string" && value["id"] !== "" && typeof value["layer"] === "string" &&
    isWhole(value["step"], -1) && isWhole(value["occurrence"], 0) && typeof value["destination"] === "string" &&
    isRequest(value["request"]) && (!("response" in value) || isResponse(value["response"])) &&
    (value["chain"] === "" || isHash(value["chain"])) &&
    (value["sessionClass"] === "anonymous" || value["sessionClass"] === "logged-in") &&
    (!("failure" in value) || value["failure"] === "network" || value["failure"] === "aborted");
}

function isRequest(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { method, url, headers } = value;
  const hasBody = "body" in value;
  return Object.keys(value).length === (hasBody ? 4 : 3) &&
    typeof method === "string" && method !== "" && typeof url === "string" && PLAIN_ADDRESS.test(url) &&
    isHeaderList(headers) && (!hasBody || value["body"] === "unknown" || isHash(value["body"]));
}

function isResponse(value: unknown): boolean {
  if (!isRecord(value)) return false;
  let known = 4;
  for (const name of ["body", "stream"]) {
    if (!(name in value)) continue;
    if (!isHash(value[name])) return false;
    known++;
  }
  if ("encoding" in value) {
    if (typeof value["encoding"] !== "string") return false;
    known++;
  }
  return Object.keys(value).length === known && Number.isSafeInteger(value["status"]) &&
    isHeaderList(value["headers"]) && isWhole(value["size"], -1) && typeof value["complete"] === "boolean";
}

function isHeaderList(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (const pair of value) {
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string" || typeof pair[1] !== "string") {
      return false;
    }
  }
  return true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

const HASH = /^[0-9a-f]{64}$/;

function isHash(value: unknown): boolean {
  return typeof value === "string" && HASH.test(value);
}

/**
 * An address that the URL parser gives back letter for letter: no user, no port of its own, no dots that climb, nothing
 * that it would encode. Most recorded addresses are; any other is parsed.
 */
export const PLAIN_ADDRESS =
  /^https?:\/\/(?!xn--)(?:(?!xn--)[a-z0-9-]+\.)*(?!xn--)[a-z][a-z0-9-]*\/(?!\.)(?:(?!\/\.|%2[eE])[\w\-.~!$&()*+,;=:@%/])*(?:\?[\w\-.~!$&()*+,;=:@%/?]*)?$/;
