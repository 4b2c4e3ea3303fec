import { join } from "node:path";
import { canonicalJson, sha256 } from "../base/mod.ts";
import { compareText } from "../lab/mod.ts";

/**
 * Hashes the TypeScript files below some folders, with their paths.
 *
 * @param root The repository's folder.
 * @param folders Folders in it; archives in them are passed over.
 * @returns The SHA-256.
 */
export async function hashSources(root: string, folders: readonly string[]): Promise<string> {
  const hashes: [string, string][] = [];
  const walk = async (folder: string): Promise<void> => {
    for await (const entry of Deno.readDir(join(root, folder))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory && entry.name !== "archive") await walk(path);
      else if (entry.isFile && entry.name.endsWith(".ts")) {
        hashes.push([path, sha256(await Deno.readFile(join(root, path)))]);
      }
    }
  };
  for (const folder of folders) await walk(folder);
  return sha256(canonicalJson(hashes.sort(([a], [b]) => compareText(a, b))));
}
