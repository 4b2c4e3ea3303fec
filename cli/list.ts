import { join } from "node:path";
import { ConfigError } from "../base/mod.ts";
import { historyPolicyNames, importFormats, insightPolicyNames } from "../memory/mod.ts";
import { readerPresetNames } from "../models/simulated/mod.ts";
import { compareText } from "../lab/mod.ts";
import { EXIT } from "./exit_code.ts";
import { allSites } from "./wire.ts";
import type { World } from "./world.ts";

/** What can be listed. */
export const LISTS = ["experiments", "sites", "tasks", "policies", "models", "banks", "formats"] as const;

/**
 * Lists what experiments can name, one a line.
 *
 * @param what One of {@linkcode LISTS}.
 * @param world The ambient world.
 * @returns The exit code.
 * @throws {ConfigError} When there is no such list.
 */
export async function list(what: string, world: World): Promise<number> {
  const lines = await linesOf(what, world);
  for (const line of lines) world.screen.out(`${line}\n`);
  return EXIT.done;
}

async function linesOf(what: string, world: World): Promise<string[]> {
  switch (what) {
    case "experiments":
      return (await namesIn(join(world.root, "experiments"), ".json")).map((name) => `experiments/${name}`);
    case "sites":
      return allSites().map((site) => `${site.name.padEnd(8)} ${site.origin}   ${site.tasks.length} tasks`);
    case "tasks":
      return allSites().flatMap((site) => site.tasks).sort((a, b) => compareText(a.id, b.id)).map((task) =>
        `${task.id.padEnd(32)} ${task.split.padEnd(9)} ${String(task.horizon).padStart(2)} steps   ${task.goal}`
      );
    case "policies":
      return [
        ...historyPolicyNames().map((name) => `history   ${name}`),
        ...insightPolicyNames().map((name) => `insights  ${name}`),
      ];
    case "models":
      return readerPresetNames.map((name) => `simulated  ${name}`);
    case "banks":
      return await namesIn(join(world.root, "replay-fixtures", "banks"), "");
    case "formats":
      return importFormats.map(({ id, checked, title }) => `${id.padEnd(28)} ${checked.padEnd(24)} ${title}`);
    default:
      throw new ConfigError(`Cannot list "${what}" as there is no such list`, {
        hint: `choose among ${LISTS.join(", ")}`,
      });
  }
}

async function namesIn(folder: string, ending: string): Promise<string[]> {
  try {
    const names = await Array.fromAsync(Deno.readDir(folder), (entry) => entry.name);
    return names.filter((name) => name.endsWith(ending)).sort(compareText);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
