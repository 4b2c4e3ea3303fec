import { dirname, join, relative } from "node:path";

const BLOCK = 512;

/**
 * Writes the files of a tar archive into a folder. Links and devices are left out.
 *
 * @param archive The archive's bytes.
 * @param folder Where the files go; folders are made as needed.
 * @throws {RangeError} When a name leads out of the folder.
 */
export async function untar(archive: Uint8Array, folder: string): Promise<void> {
  const decoder = new TextDecoder();
  const text = (from: number, length: number) =>
    decoder.decode(archive.subarray(from, from + length)).replace(/\0.*$/s, "");
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const size = parseInt(text(at + 124, 12), 8) || 0;
    const prefix = text(at + 257, 5) === "ustar" ? text(at + 345, 155) : "";
    const name = prefix === "" ? text(at, 100) : `${prefix}/${text(at, 100)}`;
    const path = join(folder, name);
    if (relative(folder, path).startsWith("..")) {
      throw new RangeError(`Cannot unpack ${name} as every name must stay inside the folder`);
    }
    const type = text(at + 156, 1);
    if (type === "" || type === "0") {
      await Deno.mkdir(dirname(path), { recursive: true });
      const mode = parseInt(text(at + 100, 8), 8) || 0o644;
      await Deno.writeFile(path, archive.subarray(at + BLOCK, at + BLOCK + size), { mode });
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
