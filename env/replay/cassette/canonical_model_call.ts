import { canonicalJson, sha256 } from "../../../base/mod.ts";
import { bodyOf } from "../request/canonical_key.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import { MODEL_ORIGIN } from "./cassette_rules.ts";
import { DRAW_HEADER } from "./read_model_call.ts";

/** A call to a model, parsed; see {@linkcode canonicalModelCall}. */
export type CallFields = Readonly<Record<string, unknown>>;

/** Where in an address the interface's own part begins. A deployment names a model, so it stays. */
const INTERFACE = /\/((?:deployments\/[^/]+\/)?(?:chat\/completions|completions|responses|embeddings))$/;

/** Labels for the provider's books: they change no reply. */
const LABELS = new Set([
  "metadata",
  "prompt_cache_key",
  "prompt_cache_retention",
  "safety_identifier",
  "service_tier",
  "store",
  "user",
]);

/** Names under which a message carries an id that a server drew. */
const DRAWN_IDS = new Set(["id", "call_id", "tool_call_id"]);

/**
 * Writes a call to a model as what it means, in the form in which cassettes keep it and look it up.
 *
 * The key is the interface's path, the model, the messages, tools, reply form, sampling and whether the reply is
 * streamed. Address and key of the provider are no part of it. Ids of tool calls are numbered in order of appearance;
 * pictures and sounds stand as their hash. `previous_response_id` and references to stored items stay as they are: they
 * stand for messages that the call does not show, and a replay gives the recorded ones. A draw is part of the address.
 * A body that is no JSON object stays as it is: it equals only itself.
 *
 * @param request The call as it is sent.
 * @param draw Number or name of the draw; the header `x-m2-draw` unless given.
 * @returns The same call for {@linkcode ReplaySession.match}; no header of it is a secret.
 *
 * @example Order of fields and ids of tool calls do not count
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { canonicalModelCall } from "./canonical_model_call.ts";
 *
 * const call = (origin: string, body: string) =>
 *   canonicalModelCall({
 *     method: "POST",
 *     url: `${origin}/chat/completions`,
 *     headers: { "content-type": "application/json" },
 *     body: new TextEncoder().encode(body),
 *   });
 * deepEqual(
 *   call("https://a.test/v1", '{"model":"m","messages":[{"role":"tool","tool_call_id":"call_Zx8"}]}'),
 *   call("http://127.0.0.1:8000", '{"messages":[{"tool_call_id":"call_Q1","role":"tool"}],"model":"m"}'),
 * );
 * ```
 */
export function canonicalModelCall(request: ReplayRequest, draw = request.headers[DRAW_HEADER]): ReplayRequest {
  const { method, body } = request;
  const asked = new URL(request.url);
  const url = new URL(MODEL_ORIGIN);
  const own = INTERFACE.exec(asked.pathname)?.[1];
  url.pathname = own === undefined ? asked.pathname : `/${own}`;
  url.search = asked.search;
  if (draw !== undefined) url.searchParams.append(DRAW_HEADER, draw);
  const fields = callFields(request);
  const type = fields === undefined ? request.headers["content-type"] : "application/json";
  const encoding = fields === undefined ? request.headers["content-encoding"] : undefined;
  const bytes = fields === undefined ? body : new TextEncoder().encode(canonicalJson(canonicalFields(fields)));
  return {
    method,
    url: url.href,
    headers: {
      ...(type === undefined ? {} : { "content-type": type }),
      ...(encoding === undefined ? {} : { "content-encoding": encoding }),
    },
    ...(bytes === undefined ? {} : { body: bytes }),
  };
}

/**
 * Reads the fields of a call.
 *
 * @param request The call.
 * @returns Its body as an object, or nothing where it is none.
 */
export function callFields(request: ReplayRequest): CallFields | undefined {
  const read = bodyOf(request);
  return "value" in read ? asFields(read.value) : undefined;
}

/**
 * Takes a parsed body for a call's fields.
 *
 * @param value The body.
 * @returns It, or nothing where it is no object.
 */
export function asFields(value: unknown): CallFields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as CallFields : undefined;
}

function canonicalFields(fields: CallFields): CallFields {
  const ids = new Map<string, string>();
  const canonical: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    // Not streamed is what a call is that does not say.
    if (LABELS.has(name) || (name === "stream" && value === false)) continue;
    canonical[name] = name === "messages" || name === "input" ? canonicalMessage(value, ids) : value;
  }
  return canonical;
}

function canonicalMessage(value: unknown, ids: Map<string, string>): unknown {
  if (typeof value === "string") return value.startsWith("data:") ? hashedAddress(value) : value;
  if (Array.isArray(value)) return value.map((item) => canonicalMessage(item, ids));
  const fields = asFields(value);
  if (fields === undefined) return value;
  const isReference = fields["type"] === "item_reference";
  return Object.fromEntries(
    Object.entries(fields).map(([name, own]) => {
      if (typeof own !== "string") return [name, canonicalMessage(own, ids)];
      if (DRAWN_IDS.has(name) && !isReference) return [name, numbered(own, ids)];
      if (name === "data" || name === "file_data") return [name, hashedBytes(own)];
      return [name, canonicalMessage(own, ids)];
    }),
  );
}

function numbered(id: string, ids: Map<string, string>): string {
  const known = ids.get(id) ?? `id-${ids.size + 1}`;
  ids.set(id, known);
  return known;
}

/** A picture is its bytes, and a cassette needs to know them but not to hold them. */
function hashedAddress(address: string): string {
  const [, type, base64] = /^data:([^,]{0,100});base64,([\s\S]*)$/.exec(address) ?? [];
  return base64 === undefined ? address : `data:${type};sha256,${hashOf(base64)}`;
}

function hashedBytes(text: string): string {
  return text.startsWith("data:") ? hashedAddress(text) : `sha256:${hashOf(text)}`;
}

function hashOf(base64: string): string {
  try {
    return sha256(Uint8Array.fromBase64(base64));
  } catch (error) {
    if (error instanceof SyntaxError) return sha256(base64);
    throw error;
  }
}
