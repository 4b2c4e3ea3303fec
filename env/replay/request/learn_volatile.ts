import type { Archive } from "../archive/archive.ts";
import type { IndexedExchange } from "../archive/archive_index.ts";
import type { ReplayRules } from "../archive/replay_rules.ts";
import { parseQuery } from "./canonical_url.ts";

/** A rule that was learned; see `volatile` in `rules.json`. */
export type LearnedRule = ReplayRules["volatile"][number];

/**
 * Learns which fields vary without meaning anything, from two recordings of one walk through a site.
 *
 * Two requests are one when they were asked during the same step, in the same order among those of their method and path,
 * and got the same answer: what differs between them is then volatile. A field is left alone where either recording has
 * two answers that only this field tells apart, since it chooses there.
 *
 * @param first One recording.
 * @param second Another of the same walk.
 * @returns Rules to be reviewed and added to `rules.json`, in the order of their addresses; marked `learned`.
 */
export function learnVolatile(first: Archive, second: Archive): readonly LearnedRule[] {
  const found = new Map<string, { readonly query: Set<string>; readonly pointers: Set<string> }>();
  const others = bySlot(second);
  for (const [slot, entries] of bySlot(first)) {
    const twins = others.get(slot) ?? [];
    if (twins.length !== entries.length) continue;
    for (const [at, entry] of entries.entries()) {
      const twin = twins[at]!;
      if (entry.answer !== twin.answer) continue;
      const { url } = entry;
      const place = JSON.stringify([url.host, url.pathname]);
      const fields = found.get(place) ?? { query: new Set(), pointers: new Set() };
      for (const name of differingNames(entry, twin)) fields.query.add(name);
      for (const pointer of differingPointers(entry, twin)) fields.pointers.add(pointer);
      found.set(place, fields);
    }
  }
  return [...found].sort(([a], [b]) => a < b ? -1 : 1).flatMap(([place, fields]): LearnedRule[] => {
    const [host, path] = JSON.parse(place) as [string, string];
    const chooses = (key: (entry: IndexedExchange) => string) =>
      [first, second].some((archive) => hasTwoAnswers(archive, host, path, key));
    const query = [...fields.query].filter((name) => !chooses((entry) => withoutName(entry, name))).sort();
    const pointers = [...fields.pointers].filter((pointer) => !chooses((entry) => withoutPointer(entry, pointer)))
      .sort();
    if (query.length === 0 && pointers.length === 0) return [];
    return [{
      host,
      path,
      ...(query.length === 0 ? {} : { query }),
      ...(pointers.length === 0 ? {} : { pointers }),
      learned: true,
    }];
  });
}

function bySlot({ index }: Archive): ReadonlyMap<string, IndexedExchange[]> {
  const slots = new Map<string, IndexedExchange[]>();
  for (const entry of index.all) {
    const { exchange: { step, request }, url } = entry;
    const slot = JSON.stringify([step, request.method, url.origin, url.pathname, shapeOf(entry)]);
    const list = slots.get(slot);
    if (list === undefined) slots.set(slot, [entry]);
    else list.push(entry);
  }
  return slots;
}

/** Which fields there are, whatever their values: requests of another shape are others. */
function shapeOf({ url, body }: IndexedExchange): string {
  const names = parseQuery(url.search).map(([name]) => name).sort();
  return JSON.stringify([names, body.type, "value" in body ? leavesOf(body.value).map(([pointer]) => pointer) : []]);
}

function differingNames(a: IndexedExchange, b: IndexedExchange): string[] {
  const others = parseQuery(b.url.search);
  const own = parseQuery(a.url.search);
  const values = (pairs: typeof own, name: string) => JSON.stringify(pairs.filter(([other]) => other === name));
  return [...new Set(own.map(([name]) => name))].filter((name) => values(own, name) !== values(others, name));
}

function differingPointers(a: IndexedExchange, b: IndexedExchange): string[] {
  if (!("value" in a.body) || !("value" in b.body)) return [];
  const others = new Map(leavesOf(b.body.value));
  return leavesOf(a.body.value).filter(([pointer, value]) => others.get(pointer) !== value).map(([pointer]) => pointer);
}

/** Leaves of a JSON value with their pointers, in one order. */
function leavesOf(value: unknown, pointer = ""): [pointer: string, value: string][] {
  if (value === null || typeof value !== "object") return [[pointer, JSON.stringify(value)]];
  return Object.keys(value).sort().flatMap((name) =>
    leavesOf(
      (value as Record<string, unknown>)[name],
      `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    )
  );
}

/** Whether requests that are equal but for a field got different answers, in one and the same world. */
function hasTwoAnswers(
  { index }: Archive,
  host: string,
  path: string,
  key: (entry: IndexedExchange) => string,
): boolean {
  const answers = new Map<string, string>();
  for (const entry of index.all) {
    if (entry.url.host !== host || entry.url.pathname !== path) continue;
    const place = `${entry.exchange.request.method} ${entry.exchange.chain} ${key(entry)}`;
    const known = answers.get(place);
    if (known !== undefined && known !== entry.answer) return true;
    answers.set(place, entry.answer);
  }
  return false;
}

function withoutName({ url, exchange }: IndexedExchange, name: string): string {
  const rest = parseQuery(url.search).filter(([own]) => own !== name);
  return JSON.stringify([rest.map((pair) => JSON.stringify(pair)).sort(), exchange.request.body]);
}

function withoutPointer({ url, body }: IndexedExchange, pointer: string): string {
  return JSON.stringify([
    url.search,
    "value" in body ? leavesOf(body.value).filter(([own]) => own !== pointer) : body.type,
  ]);
}
