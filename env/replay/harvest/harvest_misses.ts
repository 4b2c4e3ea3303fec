import { EnvironmentError } from "../../../base/mod.ts";
import type { Archive } from "../archive/archive.ts";
import { addLayer } from "../archive/layers.ts";
import { createReplaySession } from "../match/replay_session.ts";
import { type LiveResponse, recordingOf } from "../record/recording.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import type { QueuedMiss } from "./miss_queue.ts";

/** What {@linkcode harvestMisses} takes. */
export interface HarvestOptions {
  /** What was missed. */
  readonly queue: readonly QueuedMiss[];
  /** Asks the live site. It rejects with an {@linkcode EnvironmentError} where there is no answer. */
  readonly ask: (request: ReplayRequest) => Promise<LiveResponse>;
  /** Name of the new layer. @default the first of `harvest-1`, `harvest-2`… that is free */
  readonly layer?: string;
  /** Where the result goes. @default the archive's own place */
  readonly out?: string | URL;
  /** Most requests to make. @default 200 */
  readonly limit?: number;
}

/** What a harvest came to. */
export interface Harvest {
  /** The archive with the new layer; the same as before where nothing was recorded. */
  readonly archive: Archive;
  /** The layer, where there is a new one. */
  readonly layer?: string;
  /** Addresses that were recorded, in order. */
  readonly recorded: readonly string[];
  /** What was left, and why. */
  readonly skipped: readonly { readonly url: string; readonly why: string }[];
}

const DESTINATIONS = { document: "document", data: "empty", asset: "" } as const;

/**
 * Records live what runs have missed, as a new and weakest layer: the runs can then be made again.
 *
 * Only plain GETs are asked for, one after the other: a mutation would change the site, and a page under another state than
 * the recorded one would be another page. What the archive holds by now is left alone.
 *
 * @param archive The archive that the runs stood on.
 * @param options Queue, and how the live site is asked.
 * @returns The archive with its new layer, and what was left.
 * @throws {RedactionError} When a secret stands in a body that must not be changed.
 */
export async function harvestMisses(archive: Archive, options: HarvestOptions): Promise<Harvest> {
  const { queue, ask, limit = 200 } = options;
  const { manifest, rules } = archive;
  const session = createReplaySession(archive, { onMiss: "soft404" });
  const recording = recordingOf({ about: manifest, rules, redactionKey: manifest.redaction.key, keepCookies: [] });
  const hosts = new Set(manifest.scopes.flatMap((scope) => scope.hosts));
  const recorded: string[] = [];
  const skipped: { url: string; why: string }[] = [];
  for (const miss of queue) {
    const { url } = miss;
    const why = reasonToSkip(miss, hosts) ??
      (recorded.length >= limit ? `the limit of ${limit} is reached` : undefined);
    if (why !== undefined) {
      skipped.push({ url, why });
      continue;
    }
    const request: ReplayRequest = {
      method: "GET",
      url,
      headers: { accept: miss.kind === "document" ? "text/html" : "*/*" },
      destination: DESTINATIONS[miss.kind as keyof typeof DESTINATIONS],
    };
    if (session.match(request).level !== "miss") {
      skipped.push({ url, why: "the archive holds it by now" });
      continue;
    }
    try {
      const response = await ask(request);
      recording.arrived(-1, request)(response);
      recorded.push(url);
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      skipped.push({ url, why: error.message });
    }
  }
  if (recorded.length === 0) return { archive, recorded, skipped };
  const layer = options.layer ?? freeName(manifest.layers.map(({ name }) => name));
  const content = recording.content();
  const harvested = await addLayer(
    archive,
    { ...content, name: layer, origin: "record-missing", source: "m2lab-harvest 1" },
    options.out ?? archive.location,
  );
  return { archive: harvested, layer, recorded, skipped };
}

function reasonToSkip(
  { method, url, kind, class: missClass }: QueuedMiss,
  hosts: ReadonlySet<string>,
): string | undefined {
  const address = new URL(url);
  if (method !== "GET") return `a ${method} might change the site`;
  if (kind === "websocket" || kind === "mutation") return `a ${kind} cannot be asked for alone`;
  if (!/^https?:$/.test(address.protocol)) return "it is no web address";
  if (!hosts.has(address.hostname) && !hosts.has(address.host)) return `${address.host} is not of this archive`;
  if (/redacted/.test(address.search)) return "its address held a secret, which is not kept";
  return missClass === "world-mismatch" ? "it depends on what was done before" : undefined;
}

function freeName(taken: readonly string[]): string {
  for (let number = 1;; number++) {
    if (!taken.includes(`harvest-${number}`)) return `harvest-${number}`;
  }
}
