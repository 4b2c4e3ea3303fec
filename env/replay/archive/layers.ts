import type { Archive } from "./archive.ts";
import { contentOf } from "./archive_content.ts";
import type { ArchiveLayer } from "./archive_manifest.ts";
import type { BodyRef, Exchange } from "./exchange.ts";
import { openArchive } from "./open_archive.ts";
import { ArchiveError } from "../replay_error.ts";
import { writeStreamLog } from "./stream_log.ts";
import { type ArchiveContent, type ContentSource, writeArchive } from "./write_archive.ts";

/** One more recording of a site that has an archive already. */
export interface NewLayer extends ArchiveLayer {
  /** What was recorded. Its exchanges may say any layer and any id: both are set. */
  readonly exchanges: readonly Exchange[];
  /** Bodies that the exchanges refer to; those that the archive has need not be here. */
  readonly bodies: ContentSource<Uint8Array>;
  /** Logs of streams, likewise. */
  readonly streams?: ContentSource<string>;
}

/**
 * Adds a recording to an archive as its weakest layer: what was there before answers first.
 *
 * Nothing is overwritten: the archive is written beside itself and put in its place whole, bodies that both have are stored
 * once, and adding the same layer to the same archive always gives the same bytes.
 *
 * @param archive The archive; open it again to have the layer used.
 * @param layer The recording, under a name that no layer has.
 * @param out Where the result goes; the archive's own place unless given.
 * @returns The archive with the layer, opened.
 * @throws {ArchiveError} When the name is taken or a body is missing.
 */
export async function addLayer(
  archive: Archive,
  layer: NewLayer,
  out: string | URL = archive.location,
): Promise<Archive> {
  const { name, origin, source } = layer;
  const { manifest, location } = archive;
  if (!/^[\w.-]+$/.test(name)) {
    throw new ArchiveError(
      `Cannot add layer "${name}" as its name must be letters, digits, dots and dashes: it is not`,
    );
  }
  if (manifest.layers.some((other) => other.name === name)) {
    throw new ArchiveError(`Cannot add layer "${name}" to archive ${location} as its name must be new: it is taken`, {
      hint: `choose another name, such as ${freeName(name, manifest.layers.map((other) => other.name))}`,
    });
  }
  const { entriesSha256: _, ...rest } = manifest;
  await writeArchive(
    out,
    contentOf(archive, {
      manifest: { ...rest, layers: [...manifest.layers, { name, origin, source }] },
      exchanges: [...archive.exchanges, ...layer.exchanges.map((exchange) => inLayer(exchange, name))],
      bodies: layer.bodies,
      ...(layer.streams === undefined ? {} : { streams: layer.streams }),
    }),
  );
  return await openArchive(out);
}

/**
 * Puts several archives of one site together, the first being the strongest.
 *
 * Layers keep their names where they are free; of two of one name the second gets a number. Rules and reviewed matches are
 * those of the first.
 *
 * @param archives Two or more.
 * @param out Where the result goes.
 * @returns It, opened.
 * @throws {ArchiveError} When the archives show different worlds, or their secrets were replaced under different keys.
 */
export async function mergeArchives(
  archives: readonly [Archive, ...Archive[]],
  out: string | URL,
): Promise<Archive> {
  const [first, ...others] = archives;
  const layers: ArchiveLayer[] = [...first.manifest.layers];
  const exchanges: Exchange[] = [...first.exchanges];
  for (const other of others) {
    refuseOtherWorld(first, other);
    const names = new Map<string, string>();
    for (const layer of other.manifest.layers) {
      const taken = layers.map(({ name }) => name);
      const name = taken.includes(layer.name) ? freeName(layer.name, taken) : layer.name;
      names.set(layer.name, name);
      layers.push({ ...layer, name });
    }
    exchanges.push(...other.exchanges.map((exchange) => inLayer(exchange, names.get(exchange.layer)!)));
  }
  const { entriesSha256: _, ...manifest } = first.manifest;
  const scopes = [...manifest.scopes];
  for (const scope of others.flatMap((other) => other.manifest.scopes)) {
    if (!scopes.some(({ name }) => name === scope.name)) scopes.push(scope);
  }
  await writeArchive(out, {
    ...contentOf(first, { manifest: { ...manifest, scopes, layers }, exchanges }),
    ...sourcesOf(archives, exchanges),
  });
  return await openArchive(out);
}

/** Two layers that answer one request at one point of the site's history differently. */
export interface LayerConflict {
  /** Of the request, in upper case. */
  readonly method: string;
  /** Of the request, whole. */
  readonly url: string;
  /** Hash chain of the mutations before it; the empty text before the first. */
  readonly chain: string;
  /** The layer that answers. */
  readonly served: { readonly layer: string; readonly ids: readonly string[] };
  /** The layer whose answers are passed over. */
  readonly shadowed: { readonly layer: string; readonly ids: readonly string[] };
}

/**
 * Finds where the order of layers decides: the same request, the same chain of mutations, the same class of visitor, and
 * other answers.
 *
 * @param archive The archive.
 * @returns The conflicts, in the order of the archive.
 */
export function layerConflicts(archive: Archive): readonly LayerConflict[] {
  if (archive.manifest.layers.length < 2) return [];
  const places = new Map<string, Map<string, { readonly ids: string[]; readonly answers: string[] }>>();
  for (const { id, chain, key, answer, exchange } of archive.index.all) {
    if (key === undefined || exchange.response?.complete !== true) continue;
    const range = exchange.request.headers.find(([name]) => name === "range")?.[1] ?? "";
    const place = JSON.stringify([key, chain, exchange.sessionClass, range]);
    const layers = places.get(place) ?? new Map<string, { ids: string[]; answers: string[] }>();
    places.set(place, layers);
    const own = layers.get(exchange.layer) ?? { ids: [], answers: [] };
    layers.set(exchange.layer, own);
    own.ids.push(id);
    own.answers.push(answer);
  }
  return [...places.values()].flatMap((layers) => {
    const [served, ...rest] = layers;
    if (served === undefined) return [];
    const { method, address: url, chain } = archive.index.byId.get(served[1].ids[0]!)!;
    return rest.flatMap(([layer, { ids, answers }]): LayerConflict[] => {
      if (JSON.stringify(answers) === JSON.stringify(served[1].answers)) return [];
      return [{ method, url, chain, served: { layer: served[0], ids: served[1].ids }, shadowed: { layer, ids } }];
    });
  });
}

/**
 * An exchange as part of a layer.
 *
 * @param exchange The exchange.
 * @param layer The layer's name.
 * @returns The same with the layer and its id in it: `HASH-OCCURRENCE@LAYER`, without the last part in `base`.
 */
export function inLayer(exchange: Exchange, layer: string): Exchange {
  const bare = exchange.id.replace(/@[^@]*$/, "");
  return { ...exchange, layer, id: layer === "base" ? bare : `${bare}@${layer}` };
}

/** Each body from the archive whose exchange names it. */
function sourcesOf(
  archives: readonly Archive[],
  exchanges: readonly Exchange[],
): Pick<ArchiveContent, "bodies" | "streams"> {
  const owners = new Map<BodyRef, Archive>();
  const note = (archive: Archive, ref: BodyRef | undefined) => {
    if (ref !== undefined && !owners.has(ref)) owners.set(ref, archive);
  };
  let at = 0;
  for (const archive of archives) {
    for (const { request, response } of exchanges.slice(at, at += archive.exchanges.length)) {
      note(archive, request.body);
      note(archive, response?.body);
      note(archive, response?.stream);
    }
  }
  return {
    bodies: { get: async (ref) => await owners.get(ref)?.body(ref) },
    streams: {
      async get(ref) {
        const owner = owners.get(ref);
        return owner === undefined ? undefined : writeStreamLog(await owner.stream(ref));
      },
    },
  };
}

const DIGEST = /redacted-[0-9a-f]{16}/;

function refuseOtherWorld(first: Archive, other: Archive): void {
  const refuse = (requirement: string, state: string, hint: string) =>
    new ArchiveError(`Cannot merge ${other.location} into ${first.location} as ${requirement}: ${state}`, { hint });
  for (const name of Object.keys(first.profile) as (keyof Archive["profile"])[]) {
    if (JSON.stringify(first.profile[name]) === JSON.stringify(other.profile[name])) continue;
    throw refuse("both must show one world", `${name} differs`, "record the second with the profile of the first");
  }
  if (first.manifest.redaction.key === other.manifest.redaction.key) return;
  const held = other.exchanges.find(({ request }) => DIGEST.test(request.url));
  if (held === undefined) return;
  throw refuse(
    "secrets in addresses must be replaced under one key",
    `${held.id} holds a placeholder of another`,
    "record the second with the redaction key of the first",
  );
}

function freeName(name: string, taken: readonly string[]): string {
  const stem = name.replace(/-\d+$/, "");
  for (let number = 2;; number++) if (!taken.includes(`${stem}-${number}`)) return `${stem}-${number}`;
}
