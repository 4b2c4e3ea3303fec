import type { Archive } from "./archive.ts";
import type { Exchange } from "./exchange.ts";

/** An exchange by what tells it to people. */
export interface DiffEntry {
  /** Of the exchange. */
  readonly id: string;
  /** Its layer. */
  readonly layer: string;
  /** Upper case. */
  readonly method: string;
  /** Whole. */
  readonly url: string;
}

/** One field that differs; left out sides do not have it. */
export interface DiffField {
  /** `response.status`, `response.headers.etag`, `response.body`. */
  readonly field: string;
  /** As it was; left out where it was not there. */
  readonly before?: string;
  /** As it is; left out where it is no longer there. */
  readonly after?: string;
}

/** How two archives differ. */
export interface ArchiveDiff {
  /** Exchanges that are the same in both. */
  readonly same: number;
  /** Those that only the second has. */
  readonly added: readonly DiffEntry[];
  /** Those that only the first has. */
  readonly removed: readonly DiffEntry[];
  /** Those that both have, and that differ. */
  readonly changed: readonly (DiffEntry & { readonly fields: readonly DiffField[] })[];
  /** Fields of `archive.json` that differ. */
  readonly manifest: readonly DiffField[];
}

/**
 * Holds two archives against each other, exchange by exchange: by id, which is made of the request.
 *
 * @param before The older one.
 * @param after The newer one.
 * @returns The differences, in the order of the archives. Bodies are compared by their hashes; none is read.
 */
export function diffArchives(before: Archive, after: Archive): ArchiveDiff {
  const old = new Map(before.exchanges.map((exchange) => [exchange.id, exchange]));
  const ids = new Set(after.exchanges.map(({ id }) => id));
  const changed: (DiffEntry & { readonly fields: readonly DiffField[] })[] = [];
  let same = 0;
  for (const exchange of after.exchanges) {
    const other = old.get(exchange.id);
    if (other === undefined) continue;
    const fields = differences(fieldsOf(other), fieldsOf(exchange));
    if (fields.length === 0) same++;
    else changed.push({ ...entryOf(exchange), fields });
  }
  return {
    same,
    added: after.exchanges.filter(({ id }) => !old.has(id)).map(entryOf),
    removed: before.exchanges.filter(({ id }) => !ids.has(id)).map(entryOf),
    changed,
    manifest: differences(flattened(before.manifest), flattened(after.manifest))
      .filter(({ field }) => field !== "entriesSha256"),
  };
}

function entryOf({ id, layer, request: { method, url } }: Exchange): DiffEntry {
  return { id, layer, method, url };
}

/** In the order in which a person asks. */
function fieldsOf({ id: _, request, response, ...rest }: Exchange): ReadonlyMap<string, string> {
  const { status, headers = [], body, ...answer } = response ?? {};
  return new Map([
    ...flattened({ request: { method: request.method, url: request.url, body: request.body } }),
    ...headersOf("request.headers", request.headers),
    ...flattened({ response: { status, ...answer } }),
    ...headersOf("response.headers", headers),
    ...(body === undefined ? [] : [["response.body", body] as const]),
    ...flattened(rest),
  ]);
}

/** Several of one name are one field, in their order. */
function headersOf(prefix: string, headers: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of headers) {
    const known = fields.get(`${prefix}.${name}`);
    fields.set(`${prefix}.${name}`, known === undefined ? value : `${known}\n${value}`);
  }
  return fields;
}

function flattened(value: unknown, prefix = ""): ReadonlyMap<string, string> {
  if (value === undefined) return new Map();
  if (value === null || typeof value !== "object") return new Map([[prefix, String(value)]]);
  return new Map(
    Object.entries(value).flatMap(([name, item]) => [...flattened(item, prefix === "" ? name : `${prefix}.${name}`)]),
  );
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly DiffField[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field): DiffField[] => {
    const [left, right] = [before.get(field), after.get(field)];
    if (left === right) return [];
    return [{
      field,
      ...(left === undefined ? {} : { before: left }),
      ...(right === undefined ? {} : { after: right }),
    }];
  });
}
