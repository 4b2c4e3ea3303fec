import { resolvePath } from "./paths.ts";
import { allSites } from "./wire.ts";
import type { World } from "./world.ts";

/**
 * Where an archive lies that a person names.
 *
 * @param typed A site of this repository, or a path.
 * @param world The ambient world.
 * @returns The folder.
 */
export function archiveFolder(typed: string, world: World): string | URL {
  return allSites().find(({ name }) => name === typed)?.archive ?? resolvePath(typed, world.standing);
}
