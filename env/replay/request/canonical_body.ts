import { canonicalJson, sha256 } from "../../../base/mod.ts";
import { canonicalPairs, parseQuery } from "./canonical_url.ts";
import { decodeBody } from "./decode_body.ts";
import { type GraphqlCall, graphqlCalls } from "./graphql_call.ts";
import { parseMultipart } from "./multipart.ts";

/** What of a body does not count. */
export interface VolatileFields {
  /** Names in the query and in forms. */
  readonly names: ReadonlySet<string>;
  /** JSON pointers: `/meta/requestId`. */
  readonly pointers: readonly string[];
}

/** Nothing varies. */
export const NOTHING_VOLATILE: VolatileFields = { names: new Set(), pointers: [] };

/** A request body, read by its type. */
export type ReadBody =
  | { readonly type: "absent" | "empty" | "unknown" }
  | { readonly type: "json"; readonly value: unknown }
  | { readonly type: "graphql"; readonly calls: readonly GraphqlCall[]; readonly value: unknown }
  | { readonly type: "form"; readonly pairs: readonly (readonly [string, string | undefined])[] }
  | { readonly type: "multipart"; readonly parts: readonly string[] }
  | { readonly type: "bytes"; readonly bytes: Uint8Array };

/**
 * Reads a request body by its type; text is tried as JSON.
 *
 * @param body Bytes as sent, `unknown`, or `undefined` for none.
 * @param contentType The `content-type` header.
 * @param encoding The `content-encoding` header.
 * @returns What it is. A body that does not follow its own type is `bytes`, never empty.
 */
export function readBody(
  body: Uint8Array | "unknown" | undefined,
  contentType = "",
  encoding?: string,
): ReadBody {
  if (body === undefined) return { type: "absent" };
  if (body === "unknown") return { type: "unknown" };
  if (body.length === 0) return { type: "empty" };
  const bytes = decodeBody(body, encoding);
  const type = contentType.toLowerCase();
  if (type.startsWith("multipart/")) {
    const parts = parseMultipart(bytes, contentType);
    if (parts === undefined) return { type: "bytes", bytes };
    return {
      type: "multipart",
      parts: parts.map((part) =>
        canonicalJson([part.name, part.filename, part.headers["content-type"], sha256(part.bytes)])
      ),
    };
  }
  const text = decodeText(bytes);
  if (text === undefined) return { type: "bytes", bytes };
  if (type.startsWith("application/x-www-form-urlencoded")) return { type: "form", pairs: parseQuery(text) };
  if (type.startsWith("application/graphql") && !type.includes("json")) {
    return { type: "graphql", calls: [{ query: text, variables: {} }], value: { query: text } };
  }
  const value = isTooDeep(text) ? undefined : parseJson(text);
  if (value === undefined) return { type: "bytes", bytes };
  const calls = graphqlCalls(value);
  return calls === undefined ? { type: "json", value } : { type: "graphql", calls, value };
}

/**
 * Text that is equal exactly for bodies that mean the same.
 *
 * @param body The body, read.
 * @param volatile What does not count.
 * @returns The text, or `undefined` for an unknown body: it equals nothing, not even itself.
 *
 * @example Absent is not empty
 * ```ts
 * import { equal, notEqual } from "node:assert/strict";
 * import { canonicalBody, readBody } from "./canonical_body.ts";
 *
 * const json = (text: string) => canonicalBody(readBody(new TextEncoder().encode(text), "application/json"));
 * equal(json('{"b":1, "a":2}'), json('{"a":2,"b":1}'));
 * notEqual(canonicalBody(readBody(undefined)), canonicalBody(readBody(new Uint8Array())));
 * ```
 */
export function canonicalBody(body: ReadBody, volatile: VolatileFields = NOTHING_VOLATILE): string | undefined {
  switch (body.type) {
    case "absent":
      return "";
    case "empty":
      return "empty";
    case "unknown":
      return undefined;
    case "json":
      return `json:${sha256(canonicalJson(withoutPointers(body.value, volatile.pointers)))}`;
    case "graphql": {
      const calls = volatile.pointers.length === 0
        ? body.calls
        : graphqlCalls(withoutPointers(body.value, volatile.pointers)) ?? body.calls;
      // A batch of one is answered by a list, the same call alone by a record.
      return `graphql${Array.isArray(body.value) ? "-batch" : ""}:${sha256(canonicalJson(calls.map(callFields)))}`;
    }
    case "form":
      return `form:${sha256(canonicalPairs(body.pairs, (name) => volatile.names.has(name)))}`;
    case "multipart":
      return `multipart:${sha256(canonicalJson(body.parts.filter((part) => !volatile.names.has(partName(part)))))}`;
    case "bytes":
      return `bytes:${sha256(body.bytes)}`;
  }
}

function callFields({ operationName, query, persisted, variables, rest }: GraphqlCall): unknown[] {
  return [operationName, query, persisted, variables, ...(rest === undefined ? [] : [rest])];
}

function partName(part: string): string {
  return (JSON.parse(part) as [string])[0];
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Numbers of 16 digits and more lose digits in JSON.parse: two different bodies could become one, so they stay bytes. */
const INEXACT_NUMBER = /[\d.]{16,}|\d[eE][+-]?\d{3,}/;

function parseJson(text: string): unknown {
  if (INEXACT_NUMBER.test(text) && INEXACT_NUMBER.test(withoutStrings(text))) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Blanks the strings of a JSON text; by hand, since a pattern over a long string would use up its stack. */
function withoutStrings(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', from)) {
    pieces.push(text.slice(from, open), '""');
    let close = open + 1;
    while (close < text.length && text[close] !== '"') close += text[close] === "\\" ? 2 : 1;
    from = close + 1;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/** Deeper than anything that a site sends, and far from the end of the stack. */
const DEEPEST = 500;

/** Brackets in strings count too: a body that is taken for too deep is compared by its bytes, which is always right. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) {
      if (++depth > DEEPEST) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

function withoutPointers(value: unknown, pointers: readonly string[]): unknown {
  if (pointers.length === 0) return value;
  const copy = structuredClone(value);
  for (const pointer of pointers) {
    const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = names.pop();
    let holder: unknown = copy;
    for (const name of names) holder = (holder as Record<string, unknown> | null | undefined)?.[name];
    if (last !== undefined && holder !== null && typeof holder === "object") {
      delete (holder as Record<string, unknown>)[last];
    }
  }
  return copy;
}
