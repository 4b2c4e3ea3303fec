import { sha256 } from "../../../base/mod.ts";
import type { Archive } from "../archive/archive.ts";
import { type IndexedExchange, pathKey } from "../archive/archive_index.ts";
import { canonicalBody } from "../request/canonical_body.ts";
import { bodyOf } from "../request/canonical_key.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import { asFields, type CallFields, callFields } from "./canonical_model_call.ts";
import { type CassetteMiss, CassetteMissError } from "./cassette_miss_error.ts";
import { equalMessages, firstDifference } from "./first_difference.ts";

/**
 * Explains why a cassette does not answer a call.
 *
 * @param archive The cassette.
 * @param call The call, canonical.
 * @param isUsedUp Whether it holds this very call, and all of its draws were used.
 * @returns The error, which names the recorded call that begins with the most equal messages.
 */
export function explainCassetteMiss(archive: Archive, call: ReplayRequest, isUsedUp: boolean): CassetteMissError {
  const url = new URL(call.url);
  const asked = callFields(call) ?? {};
  const key = callKey(url, asked, call.body instanceof Uint8Array ? sha256(call.body) : "");
  const near = archive.index.byPath.get(pathKey(url)) ?? [];
  if (isUsedUp) {
    const body = canonicalBody(bodyOf(call));
    const usedUp = near.filter((entry) => entry.url.search === url.search && canonicalBody(entry.body) === body).length;
    return new CassetteMissError(archive.location, { key, usedUp });
  }
  const nearest = nearestCall(near, url, asked);
  return new CassetteMissError(archive.location, { key, ...(nearest === undefined ? {} : { nearest }) });
}

function nearestCall(
  entries: readonly IndexedExchange[],
  url: URL,
  asked: CallFields,
): CassetteMiss["nearest"] {
  let best: { readonly entry: IndexedExchange; readonly fields: CallFields; readonly score: number } | undefined;
  for (const entry of entries) {
    const fields = fieldsOf(entry);
    // Messages weigh most, then the fields beside them, then the draw.
    const score = 1000 * equalMessages(asked, fields) + 10 * equalFields(asked, fields) +
      (entry.url.search === url.search ? 1 : 0);
    if (best === undefined || score > best.score) best = { entry, fields, score };
  }
  if (best === undefined) return undefined;
  const { entry, fields } = best;
  const { id, request: { body = "" } } = entry.exchange;
  const difference = firstDifference(asked, fields);
  return { id, key: callKey(entry.url, fields, body), ...(difference === undefined ? {} : { difference }) };
}

function fieldsOf(entry: IndexedExchange): CallFields {
  return "value" in entry.body ? asFields(entry.body.value) ?? {} : {};
}

function equalFields(a: CallFields, b: CallFields): number {
  return Object.keys(a).filter((name) => JSON.stringify(a[name]) === JSON.stringify(b[name])).length;
}

function callKey(url: URL, fields: CallFields, hash: string): string {
  const model = typeof fields["model"] === "string" ? ` ${fields["model"]}` : "";
  const list = fields["messages"] ?? fields["input"];
  const messages = Array.isArray(list) ? `, ${list.length} ${list.length === 1 ? "message" : "messages"}` : "";
  const draw = url.searchParams.get("x-m2-draw");
  return `${url.pathname.slice(1)}${model}${messages}${draw === null ? "" : `, draw ${draw}`}${
    hash === "" ? "" : `, ${hash.slice(0, 12)}`
  }`;
}
