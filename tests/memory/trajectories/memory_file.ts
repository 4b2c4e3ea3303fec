import {
  type ImportedTrajectory,
  type ImportOptions,
  importTrajectories,
  type LossReport,
  type SourceFile,
} from "../../../memory/mod.ts";

/** A file that lies nowhere but in memory. */
export function memoryFile(
  name: string,
  content: unknown,
  siblings: Readonly<Record<string, readonly string[]>> = {},
): SourceFile {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const bytes = new TextEncoder().encode(text);
  return {
    name,
    // Cut at an odd place, so that nothing may rely on whole chunks.
    async *bytes() {
      for (let at = 0; at < bytes.length; at += 777) yield await Promise.resolve(bytes.slice(at, at + 777));
    },
    siblings: (folder = ".") => Promise.resolve(siblings[folder] ?? []),
  };
}

/** Rows as JSON lines. */
export function lines(...rows: readonly unknown[]): string {
  return rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row)) + "\n").join("");
}

/** Imports files to the end. */
export async function importAll(
  files: readonly SourceFile[],
  options: ImportOptions = {},
): Promise<{ trajectories: ImportedTrajectory[]; report: LossReport }> {
  const found = importTrajectories(files, options);
  const trajectories = await Array.fromAsync(found.trajectories);
  return { trajectories, report: found.report() };
}

/**
 * The folder with real files of other projects: `M2_DATA`, else `../shared/data` beside the repository. Tests that read
 * it are skipped where it is not there, and say so.
 */
export function realData(below: string): { readonly path: string; readonly ignore: boolean } {
  const root = Deno.env.get("M2_DATA") ?? new URL("../../../../shared/data", import.meta.url).pathname;
  const path = `${root}/${below}`;
  try {
    return { path, ignore: !Deno.statSync(path).isDirectory };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log(`skipped: no ${below} in ${root}; set M2_DATA to the folder that holds it`);
    return { path, ignore: true };
  }
}
