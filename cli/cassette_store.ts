import { join } from "node:path";
import { canonicalJson, ConfigError, sha256 } from "../base/mod.ts";
import {
  type Archive,
  type CassetteRecording,
  cassetteRecording,
  createReplaySession,
  openArchive,
  recordFetch,
  replayFetch,
  writeArchive,
} from "../env/replay/mod.ts";
import type { CassetteSpec, PlannedEpisode } from "../lab/mod.ts";
import { resolvePath } from "./paths.ts";
import type { World } from "./world.ts";

/** The cassettes of a run: one folder an episode, so that an episode that is run again replaces its own and no other. */
export interface CassetteStore {
  /** Of all of them; left out while they are being recorded. */
  readonly hash?: string;
  /** Carries the model's calls of one episode; its counters begin anew with each. */
  fetchFor(id: string): typeof fetch;
  /** Writes what was recorded of an episode; nothing in a replay. */
  keep(id: string): Promise<void>;
}

/**
 * Opens the cassettes that a run is answered from, or makes ready to record them.
 *
 * @param spec Which, and what to do with them.
 * @param episodes The run's episodes.
 * @param world The ambient world; where `CI` is set, nothing is recorded.
 * @returns The store.
 * @throws {ConfigError} When an episode has no cassette, or nothing may be recorded here.
 * @throws {ArchiveError} When a cassette is damaged.
 */
export async function openCassettes(
  spec: CassetteSpec,
  episodes: readonly PlannedEpisode[],
  world: World,
): Promise<CassetteStore> {
  const folder = resolvePath(spec.path, world.standing);
  return spec.mode === "record" ? recordingStore(folder, world) : await replayStore(folder, episodes);
}

async function replayStore(folder: string, episodes: readonly PlannedEpisode[]): Promise<CassetteStore> {
  const archives = new Map<string, Archive>();
  const missing: string[] = [];
  for (const { id } of episodes) {
    if (await exists(join(folder, id, "archive.json"))) archives.set(id, await openArchive(join(folder, id)));
    else missing.push(id);
  }
  if (missing.length > 0) {
    throw new ConfigError(
      `Cannot replay the model from ${folder} as every episode must have a cassette there: ${missing.length} of ` +
        `${episodes.length} have none, such as ${missing[0]}`,
      { hint: 'record the same experiment first, with "cassette": {"mode": "record"}, or correct the path' },
    );
  }
  const hashes = [...archives].map(([id, { manifest, rules }]) => [id, sha256(canonicalJson({ manifest, rules }))]);
  return {
    hash: sha256(canonicalJson(Object.fromEntries(hashes))),
    fetchFor(id) {
      const archive = archives.get(id);
      if (archive !== undefined) return replayFetch(createReplaySession(archive));
      throw new ConfigError(`Cannot replay the model in ${id} as it must be an episode of the plan: it is not`);
    },
    keep: () => Promise.resolve(),
  };
}

function recordingStore(folder: string, world: World): CassetteStore {
  const ci = world.environment("CI") ?? "";
  if (ci !== "" && ci !== "false") {
    throw new ConfigError("Cannot record cassettes as CI must answer from recordings alone: CI is set", {
      hint: 'set "mode" to "replay" and keep the cassettes in version control, or record them on your own machine',
    });
  }
  const recordings = new Map<string, CassetteRecording>();
  return {
    fetchFor(id) {
      const recording = cassetteRecording({ name: id });
      recordings.set(id, recording);
      return recordFetch(world.fetch, recording, { clock: world.clock });
    },
    async keep(id) {
      const recording = recordings.get(id);
      if (recording !== undefined) await writeArchive(join(folder, id), recording.content());
    },
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
