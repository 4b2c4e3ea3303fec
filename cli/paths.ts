import { isAbsolute, relative, resolve } from "node:path";

/**
 * Turns a path as a person typed it into an absolute one. `deno task` runs in the repository, so paths are resolved
 * against the folder in which the person stands.
 *
 * @param path As typed.
 * @param standing The folder in which the person stands: `INIT_CWD`, else the working folder.
 * @returns The absolute path.
 *
 * @example From a folder below the repository
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { resolvePath } from "./paths.ts";
 *
 * equal(resolvePath("../a.json", "/home/ann/lab"), "/home/ann/a.json");
 * ```
 */
export function resolvePath(path: string, standing: string): string {
  return resolve(standing, path);
}

/**
 * Writes an absolute path as a person who stands somewhere would type it.
 *
 * @param path Absolute.
 * @param standing The folder in which the person stands.
 * @returns Relative where that is shorter, else absolute.
 */
export function showPath(path: string, standing: string): string {
  const near = relative(standing, path);
  return near === "" ? "." : isAbsolute(near) || near.startsWith("../..") ? path : near;
}
