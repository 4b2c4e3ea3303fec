import { Buffer } from "node:buffer";
import { sha256 } from "../../../base/mod.ts";
import type { Archive } from "./archive.ts";
import { contentOf, readTimings } from "./archive_content.ts";
import { nextChain } from "./archive_index.ts";
import type { BodyRef, Exchange } from "./exchange.ts";
import type { IndexedExchange } from "./indexed_exchange.ts";
import { openArchive } from "./open_archive.ts";
import { redactExchange } from "./redact_exchange.ts";
import { RedactionError } from "../replay_error.ts";
import { bodyOf, canonicalKey } from "../request/canonical_key.ts";
import { looksRandom, REDACTION_POLICY, redactorOf } from "../request/redaction.ts";
import { secretForms } from "../request/secret_forms.ts";
import { writeStreamLog } from "./stream_log.ts";
import { writeArchive } from "./write_archive.ts";

/** What {@linkcode redactArchive} takes. */
export interface RedactOptions {
  /** Values that are secret wherever they stand; they are kept nowhere. */
  readonly secrets?: readonly string[];
  /** Where the result goes; the archive's own place unless given, which is then replaced whole or not at all. */
  readonly out?: string | URL;
}

/** What redacting did. */
export interface RedactReport {
  /** Exchanges that held a secret. */
  readonly changed: number;
  /** Different values that were replaced, by place: `query:token`, `set-cookie:sid`. */
  readonly replaced: Readonly<Record<string, number>>;
}

/**
 * Replaces the secrets of an archive by today's rules.
 *
 * Ids, chains of mutations and reviewed matches follow the requests that change, so that the archive answers as before: a
 * replay replaces secrets in what it is asked in the same way.
 *
 * @param archive The archive.
 * @param options What else is secret, and where the result is written.
 * @returns What was replaced.
 * @throws {RedactionError} When a secret is left in a body that must not be changed, such as a script; nothing is then
 * written.
 */
export async function redactArchive(archive: Archive, options: RedactOptions = {}): Promise<RedactReport> {
  const { secrets: known = [], out = archive.location } = options;
  const replaced = new Map<string, Set<string>>();
  const placeholders = new Map<string, string>();
  const watch = (place: string, value: string) => {
    replaced.set(place, (replaced.get(place) ?? new Set()).add(value));
    if (looksRandom(value) || (/pass/i.test(place) && value.length >= 8) || place.endsWith(":known")) {
      placeholders.set(value, redactor.placeholder(value));
    }
  };
  const redactor = redactorOf(archive.manifest.redaction.key, { watch, secrets: known });
  for (const secret of known) if (secret.length >= 4) placeholders.set(secret, redactor.placeholder(secret));
  const bodies = new Map<BodyRef, Uint8Array>();
  const streams = new Map<BodyRef, string>();
  const desk = {
    archive,
    redactor,
    watch,
    storeBody: (ref: BodyRef, bytes: Uint8Array) => void bodies.set(ref, bytes),
    storeStream: (ref: BodyRef, text: string) => void streams.set(ref, text),
  };
  const bodyAt = async (ref: BodyRef) => bodies.get(ref) ?? await archive.body(ref);

  const redacted: Exchange[] = [];
  for (const exchange of archive.exchanges) redacted.push(await redactExchange(exchange, desk));
  const clean: Exchange[] = [];
  for (const exchange of redacted) {
    clean.push(placeholders.size === 0 ? exchange : await withoutValues(exchange, placeholders, bodyAt, bodies));
  }
  await refuseLeftovers(archive, clean, placeholders, bodyAt, streams);

  const { exchanges, pins } = await followed(archive, clean, bodyAt);
  const { entriesSha256: _, ...rest } = archive.manifest;
  const report = { ...rest.redaction.report };
  for (const [place, values] of replaced) report[place] = (report[place] ?? 0) + values.size;
  const timings = await readTimings(archive.location, new Set(archive.exchanges.map(({ id }) => id)));
  const ids = new Map(archive.exchanges.map(({ id }, at) => [id, exchanges[at]!.id]));
  await writeArchive(
    out,
    contentOf(archive, {
      manifest: { ...rest, redaction: { ...rest.redaction, policy: REDACTION_POLICY, report } },
      exchanges,
      bodies,
      streams,
      ...(pins === undefined ? {} : { pins }),
      ...(timings === undefined
        ? {}
        : { timings: timings.map((timing) => ({ ...timing, id: ids.get(String(timing["id"])) })) }),
    }),
  );
  await openArchive(out);
  return {
    changed: clean.filter((exchange, at) => exchange !== archive.exchanges[at]).length,
    replaced: Object.fromEntries([...replaced].map(([place, values]) => [place, values.size]).sort()),
  };
}

/** Replaces what is known to be secret by now in pages and other texts: a form token is sent back as its placeholder. */
async function withoutValues(
  exchange: Exchange,
  placeholders: ReadonlyMap<string, string>,
  bodyAt: (ref: BodyRef) => Promise<Uint8Array>,
  bodies: Map<BodyRef, Uint8Array>,
): Promise<Exchange> {
  const { response } = exchange;
  const type = response?.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  if (response?.body === undefined || !/^text\/(html|plain)|json|xml/i.test(type) || /svg/i.test(type)) return exchange;
  // One character a byte, so that pages in any encoding come back as they were.
  const text = Buffer.from(await bodyAt(response.body)).toString("latin1");
  let replaced = text;
  for (const [secret, placeholder] of [...placeholders].sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))) {
    if (replaced.includes(secret)) replaced = replaced.replaceAll(secret, placeholder);
  }
  if (replaced === text) return exchange;
  const bytes = new Uint8Array(Buffer.from(replaced, "latin1"));
  bodies.set(sha256(bytes), bytes);
  return { ...exchange, response: { ...response, body: sha256(bytes), size: bytes.length } };
}

async function refuseLeftovers(
  archive: Archive,
  exchanges: readonly Exchange[],
  placeholders: ReadonlyMap<string, string>,
  bodyAt: (ref: BodyRef) => Promise<Uint8Array>,
  streams: ReadonlyMap<BodyRef, string>,
): Promise<void> {
  const forms = [...placeholders].map(([secret, placeholder]) => ({ placeholder, ...secretForms(secret) }));
  if (forms.length === 0) return;
  for (const exchange of exchanges) {
    const { request, response } = exchange;
    const texts: [place: string, content: Uint8Array | string][] = [[
      "its line of entries.jsonl",
      JSON.stringify(exchange),
    ]];
    for (const ref of [request.body, response?.body]) {
      if (ref !== undefined && ref !== "unknown") texts.push(["a stored body", await bodyAt(ref)]);
    }
    if (response?.stream !== undefined) {
      const text = streams.get(response.stream) ?? writeStreamLog(await archive.stream(response.stream));
      texts.push(["its stream", text]);
    }
    for (const [place, content] of texts) {
      const left = forms.find(({ foundIn }) => foundIn(content));
      if (left === undefined) continue;
      throw new RedactionError(
        `Cannot redact archive ${archive.location} as no secret may be left: a value that is replaced elsewhere ` +
          `(${left.placeholder}) stands in ${place} of ${request.method} ${request.url}`,
        { hint: "record the site again without that page, or with an account whose secrets are worth nothing" },
      );
    }
  }
}

/** Lets ids, chains and pins follow the requests that changed. */
async function followed(
  archive: Archive,
  clean: readonly Exchange[],
  bodyAt: (ref: BodyRef) => Promise<Uint8Array>,
): Promise<{ readonly exchanges: readonly Exchange[]; readonly pins?: ReadonlyMap<string, string> }> {
  const entries = archive.index.all;
  const keys: (string | undefined)[] = [];
  for (const [at, entry] of entries.entries()) keys.push(await keyOf(entry, clean[at]!, bodyAt));
  if (keys.every((key, at) => key === entries[at]!.key)) return { exchanges: clean };

  const chains = followedChains(entries, keys);
  const moved = new Set(clean.flatMap((exchange, at) => keys[at] === entries[at]!.key ? [] : [requestKey(exchange)]));
  const counts = new Map<string, number>();
  const exchanges = clean.map((exchange): Exchange => {
    const chain = chains.get(exchange.chain) ?? exchange.chain;
    const key = requestKey(exchange);
    if (!moved.has(key)) return { ...exchange, chain };
    const occurrence = counts.get(key) ?? 0;
    counts.set(key, occurrence + 1);
    const layer = exchange.layer === "base" ? "" : `@${exchange.layer}`;
    const { method, url, body, headers } = exchange.request;
    const range = headers.find(([name]) => name === "range")?.[1] ?? "";
    const id = `${sha256(`${method} ${url} ${body ?? ""} ${range}`).slice(0, 16)}-${occurrence}${layer}`;
    return { ...exchange, chain, id, occurrence };
  });
  const ids = new Map(entries.map(({ id }, at) => [id, exchanges[at]!.id]));
  const newKeys = new Map(entries.flatMap(({ key }, at): [string, string][] => {
    const changed = keys[at];
    return key === undefined || changed === undefined ? [] : [[key, changed]];
  }));
  const pins = new Map([...archive.pins].map(([key, id]) => [newKeys.get(key) ?? key, ids.get(id) ?? id]));
  return { exchanges, ...(archive.pins.size === 0 ? {} : { pins }) };
}

function requestKey({ layer, request: { method, url, body, headers } }: Exchange): string {
  return `${layer} ${method} ${url} ${body ?? ""} ${headers.find(([name]) => name === "range")?.[1] ?? ""}`;
}

async function keyOf(
  entry: IndexedExchange,
  { request: { method, url, body, headers } }: Exchange,
  bodyAt: (ref: BodyRef) => Promise<Uint8Array>,
): Promise<string | undefined> {
  if (url === entry.address && body === entry.bodyRef) return entry.key;
  return canonicalKey(
    method,
    new URL(url),
    bodyOf({
      method,
      url,
      headers: Object.fromEntries(headers),
      ...(body === undefined ? {} : { body: body === "unknown" ? body : await bodyAt(body) }),
    }),
  );
}

/** From each recorded chain to the one that the changed mutations make. */
function followedChains(
  entries: readonly IndexedExchange[],
  keys: readonly (string | undefined)[],
): ReadonlyMap<string, string> {
  const after = new Map<string, { readonly key: string; readonly changed: string }[]>();
  for (const [at, { mutates, key, chain }] of entries.entries()) {
    const changed = keys[at];
    if (!mutates || key === undefined || changed === undefined) continue;
    const list = after.get(chain) ?? [];
    after.set(chain, list);
    list.push({ key, changed });
  }
  const chains = new Map([["", ""]]);
  const open = [""];
  for (let chain = open.pop(); chain !== undefined; chain = open.pop()) {
    for (const { key, changed } of after.get(chain) ?? []) {
      const next = nextChain(chain, key);
      if (chains.has(next)) continue;
      chains.set(next, nextChain(chains.get(chain)!, changed));
      open.push(next);
    }
  }
  return chains;
}
