import { type ArchiveIndex, type IndexedExchange, pathKey } from "../archive/archive_index.ts";
import { canonicalBody, type ReadBody } from "../request/canonical_body.ts";
import { parseQuery, type QueryPairs } from "../request/canonical_url.ts";
import type { RequestKind } from "../request/request_kind.ts";

/** In which way a request is not in the recording. */
export type MissClass =
  | "no-host"
  | "no-path"
  | "method-differs"
  | "query-differs"
  | "body-differs"
  | "header-differs"
  | "range-not-recorded"
  | "exhausted"
  | "world-mismatch"
  | "websocket";

/** A recorded exchange that comes near. */
export interface NearEntry {
  /** Of the exchange. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** As recorded. */
  readonly url: string;
  /** From 0 to 1. */
  readonly score: number;
  /** `query differs: page 2 vs 1`, asked first, recorded second. */
  readonly difference: string;
  /** Every field in which the two differ, at most {@linkcode MOST_DIFFERENCES}. */
  readonly fields: readonly FieldDifference[];
}

/** One field in which a request and a recorded one differ. */
export interface FieldDifference {
  /** `method`, `path`, `query:page`, `form:qty`, `body:/variables/id`, `body`. */
  readonly field: string;
  /** As text; left out where the request does not have it. */
  readonly asked?: string;
  /** As text; left out where the recorded one does not have it. */
  readonly recorded?: string;
}

/** Why the recording does not answer a request. */
export interface ReplayMiss {
  /** Upper case. */
  readonly method: string;
  /** Without fragment, secrets replaced. */
  readonly url: string;
  /** What the request was for. */
  readonly kind: RequestKind;
  /** In which way it is not in the recording. */
  readonly class: MissClass;
  /** In words: `query differs: page 2 vs 1`. */
  readonly reason: string;
  /** The whole of it as one sentence. */
  readonly sentence: string;
  /** Index of the step during which it was asked; −1 while the start page loads. */
  readonly step: number;
  /** At most three, nearest first. */
  readonly nearest: readonly NearEntry[];
}

/** A request that missed, as far as its explanation needs it. */
export interface MissedRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: ReadBody;
  readonly kind: RequestKind;
  /** Index of the step during which it was asked. */
  readonly step: number;
  /** Names in the query of a recorded address that may differ, and are no reason. */
  readonly volatileNames: (recorded: URL) => ReadonlySet<string> | undefined;
}

/**
 * Explains why nothing in the recording is this request.
 *
 * @param index The recording.
 * @param missed The request.
 * @param found A reason that matching itself found; worked out from the nearest exchanges when left out.
 * @returns The miss. Looks at the exchanges of one host only.
 */
export function explainMiss(
  index: ArchiveIndex,
  missed: MissedRequest,
  found?: { readonly class: MissClass; readonly reason: string },
): ReplayMiss {
  const nearest = nearestEntries(index, missed);
  const { class: missClass, reason } = found ?? nearestReason(index, missed, nearest);
  const { method, kind, step } = missed;
  const url = missed.url.href;
  return {
    step,
    method,
    url,
    kind,
    class: missClass,
    reason,
    sentence: `Cannot replay ${method} ${url} as the recording does not hold it: ${reason}`,
    nearest: nearest.map(({ entry, score, difference }) => ({
      id: entry.exchange.id,
      method: entry.exchange.request.method,
      url: entry.exchange.request.url,
      score,
      difference: difference.reason,
      fields: fieldDifferences(entry, missed),
    })),
  };
}

interface Scored {
  readonly entry: IndexedExchange;
  readonly score: number;
  readonly difference: Difference;
}

interface Difference {
  readonly class: MissClass;
  readonly reason: string;
}

/** Exchanges that are looked at, so that a miss stays cheap in a large archive. */
const MOST_CANDIDATES = 1000;
/** Exchanges that are compared in full. */
const MOST_COMPARED = 8;

function nearestEntries(index: ArchiveIndex, missed: MissedRequest): readonly Scored[] {
  const samePath = index.byPath.get(pathKey(missed.url));
  const candidates = (samePath ?? index.byHost.get(missed.url.host) ?? []).slice(0, MOST_CANDIDATES);
  const { pathname, search } = missed.url;
  const compared = samePath === undefined
    ? mostAlike(candidates, ({ url }) => commonEnds(url.pathname, pathname))
    : mostAlike(candidates, ({ url }) => commonEnds(url.search, search));
  return compared
    .map((entry) => ({ entry, score: likeness(entry, missed), difference: differenceOf(entry, missed) }))
    .toSorted((a, b) => b.score - a.score || (a.entry.exchange.id < b.entry.exchange.id ? -1 : 1))
    .slice(0, 3);
}

/** The few of a list with the highest scores, one a canonical key; equal scores in the order of the list. */
function mostAlike(
  entries: readonly IndexedExchange[],
  score: (entry: IndexedExchange) => number,
): readonly IndexedExchange[] {
  const best: { readonly entry: IndexedExchange; readonly score: number }[] = [];
  for (const entry of entries) {
    const own = score(entry);
    if (best.length === MOST_COMPARED && own <= best.at(-1)!.score) continue;
    if (entry.key !== undefined && best.some((other) => other.entry.key === entry.key)) continue;
    const at = best.findIndex((other) => other.score < own);
    best.splice(at < 0 ? best.length : at, 0, { entry, score: own });
    best.length = Math.min(best.length, MOST_COMPARED);
  }
  return best.map(({ entry }) => entry);
}

/** Characters that two texts share at their beginning and at their end, less what they differ in length. */
function commonEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a.charCodeAt(head) === b.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < most - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) tail++;
  return head + tail - Math.abs(a.length - b.length);
}

function nearestReason(index: ArchiveIndex, missed: MissedRequest, nearest: readonly Scored[]): Difference {
  const { host, pathname } = missed.url;
  if (!index.byHost.has(host)) return { class: "no-host", reason: `no exchange with host ${host}` };
  if (!index.byPath.has(pathKey(missed.url))) {
    return { class: "no-path", reason: `no exchange with path ${pathname} on ${host}` };
  }
  return nearest[0]!.difference;
}

function likeness(entry: IndexedExchange, missed: MissedRequest): number {
  const method = entry.exchange.request.method === missed.method ? 1 : 0;
  const path = shared(missed.url.pathname.split("/"), entry.url.pathname.split("/"));
  const query = shared(
    parseQuery(missed.url.search).map(([name, value]) => `${name}=${value}`),
    parseQuery(entry.url.search).map(([name, value]) => `${name}=${value}`),
  );
  const body = canonicalBody(entry.body) === canonicalBody(missed.body) ? 1 : 0;
  return Math.round((0.2 * method + 0.4 * path + 0.25 * query + 0.15 * body) * 1000) / 1000;
}

/** Share of pieces that two lists have in common (Dice); 1 for two empty lists. */
function shared(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1;
  const rest = [...b];
  let common = 0;
  for (const piece of a) {
    const at = rest.indexOf(piece);
    if (at < 0) continue;
    rest.splice(at, 1);
    common++;
  }
  return 2 * common / (a.length + b.length);
}

/** The first difference that counts, for the one sentence. */
function differenceOf(entry: IndexedExchange, missed: MissedRequest): Difference {
  const fields = fieldDifferences(entry, missed);
  const [first] = fields;
  if (first === undefined) return { class: "body-differs", reason: sameFields(missed.body, entry.body) };
  const { field, asked = "(absent)", recorded = "(absent)" } = first;
  if (field === "path") return { class: "no-path", reason: `path differs: ${asked} vs ${recorded}` };
  if (field === "method") return { class: "method-differs", reason: `method differs: ${asked} vs ${recorded}` };
  const [part = "", ...rest] = field.split(":");
  const name = rest.join(":");
  if (part === "query" || part === "form") {
    const all = fields.filter((other) => other.field.startsWith(`${part}:`)).map((other) =>
      `${other.field.slice(part.length + 1)} ${shown(other.asked)} vs ${shown(other.recorded)}`
    );
    if (part === "query") return { class: "query-differs", reason: `query differs: ${all.join(", ")}` };
    return { class: "body-differs", reason: `body differs: ${all.join(", ")}` };
  }
  if (name !== "") return { class: "body-differs", reason: `body differs at ${name}` };
  return { class: "body-differs", reason: `body differs: ${asked} vs ${recorded}` };
}

function sameFields(asked: ReadBody, recorded: ReadBody): string {
  if (asked.type === "unknown" || recorded.type === "unknown") return "a body that is unknown equals no other";
  return asked.type === "form" ? "body differs: order of equal names" : "body differs";
}

function shown(value: string | undefined): string {
  return value === undefined ? "(absent)" : value === "" ? "(empty)" : value;
}

/** Most fields that are told of one exchange. */
export const MOST_DIFFERENCES = 20;

function fieldDifferences(entry: IndexedExchange, missed: MissedRequest): readonly FieldDifference[] {
  const differences: FieldDifference[] = [];
  const add = (field: string, asked: string | undefined, recorded: string | undefined) => {
    if (asked === recorded || differences.length >= MOST_DIFFERENCES) return;
    differences.push({
      field,
      ...(asked === undefined ? {} : { asked }),
      ...(recorded === undefined ? {} : { recorded }),
    });
  };
  add("path", missed.url.pathname, entry.url.pathname);
  add("method", missed.method, entry.exchange.request.method);
  pairs("query", parseQuery(missed.url.search), parseQuery(entry.url.search), add, missed.volatileNames(entry.url));
  const [asked, recorded] = [missed.body, entry.body];
  if (asked.type !== recorded.type) add("body", asked.type, recorded.type);
  else if (asked.type === "form" && recorded.type === "form") pairs("form", asked.pairs, recorded.pairs, add);
  else if ((asked.type === "json" || asked.type === "graphql") && "value" in recorded) {
    leaves(asked.value, recorded.value, "", add);
  } else if (asked.type === "multipart" && recorded.type === "multipart") {
    for (let at = 0; at < Math.max(asked.parts.length, recorded.parts.length); at++) {
      add(`body:part ${at}`, asked.parts[at], recorded.parts[at]);
    }
  } else if (asked.type === "bytes" && canonicalBody(asked) !== canonicalBody(recorded)) {
    add("body", canonicalBody(asked), canonicalBody(recorded));
  }
  return differences;
}

type AddDifference = (field: string, asked: string | undefined, recorded: string | undefined) => void;

function pairs(
  part: string,
  asked: QueryPairs,
  recorded: QueryPairs,
  add: AddDifference,
  ignored?: ReadonlySet<string>,
): void {
  for (const name of new Set([...asked, ...recorded].map(([own]) => own))) {
    if (ignored?.has(name) !== true) add(`${part}:${name}`, valuesOf(asked, name), valuesOf(recorded, name));
  }
}

function valuesOf(all: QueryPairs, name: string): string | undefined {
  const values = all.filter(([own]) => own === name).map(([, value]) => value ?? "(no value)");
  return values.length === 0 ? undefined : values.join("+");
}

/** Leaves of two JSON values that differ, by pointer. Depth is bounded, since bodies are read so. */
function leaves(a: unknown, b: unknown, pointer: string, add: AddDifference): void {
  if (Object.is(a, b)) return;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") {
    return add(`body:${pointer || "/"}`, leafText(a), leafText(b));
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const name of [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()) {
    leaves(left[name], right[name], `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, add);
  }
}

function leafText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value).slice(0, 200);
}
