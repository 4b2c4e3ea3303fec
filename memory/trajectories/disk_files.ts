import { MissingPrerequisiteError } from "../../base/mod.ts";
import type { SourceFile } from "./format.ts";

/** What lies beside trajectories and is none: it is not even opened. */
const MEDIA =
  /\.(png|jpe?g|webp|gif|svg|mp4|webm|zip|tar|tgz|pdf|pyc|log|md|html?|f32|npy|npz|parquet|arrow|safetensors)$/i;

/** How much is read at once. */
const CHUNK = 1024 * 1024;

/**
 * The files of a folder and of the folders in it, in the order of their names; or the one file.
 *
 * Pictures, archives and pages are left out, and so is what is hidden or a link.
 *
 * @param path A file or a folder, absolute.
 * @returns The files, each opened only when it is read.
 * @throws {MissingPrerequisiteError} When there is no such path.
 */
export async function* diskFiles(path: string): AsyncGenerator<SourceFile> {
  const info = await statOf(path);
  if (info.isFile) {
    // With its folder, which some formats keep the task's id in.
    yield diskFile(path, path.split("/").slice(-2).join("/"));
  } else yield* filesBelow(path.replace(/\/+$/, ""), "");
}

async function statOf(path: string): Promise<Deno.FileInfo> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new MissingPrerequisiteError(`Cannot import ${path} as it must be a file or a folder: it is not there`, {
      hint: "check the path",
      cause: error,
    });
  }
}

async function* filesBelow(root: string, below: string): AsyncGenerator<SourceFile> {
  const entries = await Array.fromAsync(Deno.readDir(`${root}/${below}`));
  entries.sort((a, b) => a.name < b.name ? -1 : 1);
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory) yield* filesBelow(root, name);
    else if (entry.isFile && !MEDIA.test(entry.name)) yield diskFile(`${root}/${name}`, name);
  }
}

function diskFile(path: string, name: string): SourceFile {
  return {
    name,
    async *bytes() {
      using file = await Deno.open(path);
      while (true) {
        const buffer = new Uint8Array(CHUNK);
        const length = await file.read(buffer);
        if (length === null) return;
        yield buffer.subarray(0, length);
      }
    },
    siblings: (folder = ".") => namesIn(`${path.slice(0, path.lastIndexOf("/"))}/${folder}`),
  };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder), (entry) => entry.name)).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return [];
    throw error;
  }
}
