import { join } from "node:path";
import { canonicalJson, ConfigError } from "../base/mod.ts";
import { missQueue, openArchive, type RunUse, runUse, writeMissQueue } from "../env/replay/mod.ts";
import { readRun, readUses, writeWhole } from "../lab/mod.ts";
import { renderUse } from "../report/mod.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import { allSites } from "./wire.ts";
import type { World } from "./world.ts";

/** Flags of `m2 use`. */
export interface UseFlags {
  /** Where the requests that were missed go, one a line. */
  readonly harvest?: string;
  /** Print the report as JSON, alone on stdout. */
  readonly json?: boolean;
}

/**
 * Tells what a run used of its recordings, and keeps it beside the run as `use.json`.
 *
 * @param path The run's folder, as typed.
 * @param flags How to show it, and where the misses go.
 * @param world The ambient world.
 * @returns The exit code: 10 where a connection left the machine.
 * @throws {ConfigError} When there is no such run, or it does not tell what it used.
 */
export async function use(path: string, flags: UseFlags, world: World): Promise<number> {
  const { screen, standing } = world;
  const directory = resolvePath(path, standing);
  const { results } = await readRun(directory);
  const episodes = await readUses(directory, results);
  if (episodes.length === 0) {
    throw new ConfigError(`Cannot tell what run ${path} used as its episodes must say so: none has a use.json`, {
      hint: "run it again into a new folder: an older version made it",
    });
  }
  const names = new Set(episodes.map(({ site }) => site));
  const archives: Record<string, string[]> = {};
  for (const { name, archive } of allSites().filter(({ name }) => names.has(name))) {
    archives[name] = (await openArchive(archive)).exchanges.map(({ id }) => id);
  }
  const report: RunUse = runUse(episodes, archives);
  await writeWhole(join(directory, "use.json"), `${canonicalJson(report)}\n`);
  screen.out(flags.json === true ? `${canonicalJson(report)}\n` : renderUse(report));
  if (flags.harvest !== undefined) {
    const queue = missQueue(episodes);
    const file = resolvePath(flags.harvest, standing);
    await writeWhole(file, writeMissQueue(queue));
    screen.err(
      `\n  ${queue.length} missed ${queue.length === 1 ? "request" : "requests"} in ${showPath(file, standing)}\n` +
        `  record   deno task m2 harvest ${showPath(file, standing)} --into ARCHIVE\n`,
    );
  }
  return report.leaks === 0 ? EXIT.done : EXIT.threshold;
}
