import { EnvironmentError } from "../base/mod.ts";

/**
 * Tells a full disk from other failures, so that a person learns what to do and the run can be resumed.
 *
 * @param error What writing threw.
 * @param path What was being written.
 * @returns The error to throw on.
 */
export function explainDiskError(error: unknown, path: string): unknown {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  return new EnvironmentError(`Cannot write ${path} as the disk must have room: no space is left`, {
    hint: "free some space; what was written before is whole, and the same command goes on from there",
    cause: error,
  });
}

/**
 * Writes a file so that a reader, whenever the writer dies, sees the old content or the new one and nothing between.
 *
 * @param path Where.
 * @param content What.
 * @throws {EnvironmentError} When the disk is full; the old content stays.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    if (typeof content === "string") await Deno.writeTextFile(temporary, content);
    else await Deno.writeFile(temporary, content);
    await Deno.rename(temporary, path);
  } catch (error) {
    await removeIfThere(temporary);
    throw explainDiskError(error, path);
  }
}

/**
 * Reads a text file that may be missing.
 *
 * @param path Where.
 * @returns The text, or undefined where there is no such file.
 */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
