import type { Archive } from "./archive.ts";
import type { BodyRef } from "./exchange.ts";

/** How much of one kind. */
export interface StatsLine {
  /** What is counted: a host, a method, a type. */
  readonly name: string;
  /** How many exchanges have it. */
  readonly exchanges: number;
  /** Bytes of the answers, each body counted once. */
  readonly bytes: number;
}

/** What is in an archive. */
export interface ArchiveStats {
  /** Readable name of the site. */
  readonly site: string;
  /** All exchanges. */
  readonly exchanges: number;
  /** Different bodies of answers and requests. */
  readonly bodies: number;
  /** Bytes of all answers as they are stored: each body once. */
  readonly bytes: number;
  /** Bytes that are saved because equal bodies are stored once. */
  readonly savedBytes: number;
  /** Requests that failed, and answers that did not arrive whole. */
  readonly failed: number;
  /** Exchanges whose answer did not arrive whole. */
  readonly incomplete: number;
  /** By layer in the order of the manifest, by the rest from the largest to the smallest. */
  readonly layers: readonly StatsLine[];
  /** By host with port. */
  readonly hosts: readonly StatsLine[];
  /** By method. */
  readonly methods: readonly StatsLine[];
  /** By what the answer is for. */
  readonly destinations: readonly StatsLine[];
  /** By content type. */
  readonly types: readonly StatsLine[];
  /** By status; `failed: network` where there is no answer. */
  readonly statuses: readonly StatsLine[];
  /** The ten largest bodies. */
  readonly largest: readonly { readonly bytes: number; readonly type: string; readonly url: string }[];
}

/**
 * Counts what is in an archive. No body is read.
 *
 * @param archive The archive.
 * @returns The figures.
 */
export function archiveStats(archive: Archive): ArchiveStats {
  const { exchanges, manifest } = archive;
  const sizes = new Map<BodyRef, { readonly bytes: number; readonly type: string; readonly url: string }>();
  const requestBodies = new Set<BodyRef>();
  let savedBytes = 0;
  const groups = {
    layers: new Map(manifest.layers.map(({ name }) => [name, { exchanges: 0, bytes: 0 }])),
    hosts: new Map<string, { exchanges: number; bytes: number }>(),
    methods: new Map<string, { exchanges: number; bytes: number }>(),
    destinations: new Map<string, { exchanges: number; bytes: number }>(),
    types: new Map<string, { exchanges: number; bytes: number }>(),
    statuses: new Map<string, { exchanges: number; bytes: number }>(),
  };
  for (const { layer, destination, request, response, failure } of exchanges) {
    if (request.body !== undefined && request.body !== "unknown") requestBodies.add(request.body);
    const type = typeOf(response?.headers);
    const ref = response?.body;
    const size = Math.max(0, response?.size ?? 0);
    const isNew = ref !== undefined && !sizes.has(ref);
    if (isNew) sizes.set(ref, { bytes: size, type, url: request.url });
    else if (ref !== undefined) savedBytes += size;
    const bytes = isNew ? size : 0;
    const of = {
      layers: layer,
      hosts: new URL(request.url).host,
      methods: request.method,
      destinations: destination || "unknown",
      types: response === undefined ? "none" : type,
      statuses: response === undefined ? `failed: ${failure ?? "network"}` : String(response.status),
    };
    for (const kind of Object.keys(groups) as (keyof typeof groups)[]) {
      const line = groups[kind].get(of[kind]) ?? { exchanges: 0, bytes: 0 };
      groups[kind].set(of[kind], line);
      line.exchanges++;
      line.bytes += bytes;
    }
  }
  const lines = (kind: keyof typeof groups): StatsLine[] =>
    [...groups[kind]].map(([name, line]) => ({ name, ...line }));
  const sorted = (kind: keyof typeof groups) =>
    lines(kind).sort((a, b) => b.exchanges - a.exchanges || b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
  const bodies = [...sizes.values()];
  return {
    site: manifest.site,
    exchanges: exchanges.length,
    bodies: new Set([...sizes.keys(), ...requestBodies]).size,
    bytes: bodies.reduce((sum, { bytes }) => sum + bytes, 0),
    savedBytes,
    failed: exchanges.filter(({ response }) => response === undefined).length,
    incomplete: exchanges.filter(({ response }) => response?.complete === false).length,
    layers: lines("layers"),
    hosts: sorted("hosts"),
    methods: sorted("methods"),
    destinations: sorted("destinations"),
    types: sorted("types"),
    statuses: sorted("statuses"),
    largest: bodies.sort((a, b) => b.bytes - a.bytes || (a.url < b.url ? -1 : 1)).slice(0, 10),
  };
}

function typeOf(headers: readonly (readonly [string, string])[] = []): string {
  const type = headers.find(([name]) => name === "content-type")?.[1].split(";")[0]?.trim().toLowerCase();
  return type === undefined || type === "" ? "no type" : type;
}
