import { join } from "node:path";
import { ConfigError, parseOrExplain } from "../base/mod.ts";
import { type EpisodeUse, sessionUseSchema } from "../env/mod.ts";
import { readIfThere } from "./disk.ts";
import type { ResultRow } from "./result.ts";

/**
 * Reads what the episodes of a run used of their recordings.
 *
 * @param path The run's folder.
 * @param results Its episodes.
 * @returns One entry an episode that tells it, in the order given; episodes on live sites and of older runs do not.
 * @throws {ConfigError} When a file is damaged.
 */
export async function readUses(path: string, results: readonly ResultRow[]): Promise<EpisodeUse[]> {
  const uses: EpisodeUse[] = [];
  for (const { id, arm, policy, site, leaks } of results) {
    const text = await readIfThere(join(path, "episodes", id, "use.json"));
    if (text === undefined) continue;
    const what = `use.json of episode ${id}`;
    const hint = "the folder is damaged: run the episode again";
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new ConfigError(`Cannot read ${what} as it must be JSON: it is not`, { hint, cause });
    }
    uses.push({ id, arm, policy, site, leaks, use: parseOrExplain(sessionUseSchema, value, what, hint) });
  }
  return uses;
}
