import { realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { ArchiveError } from "../replay_error.ts";

/** What to do about a damaged archive. */
export const DAMAGE_HINT = "restore the folder from version control, or record the site with `deno task m2 record`";

/** The largest file that is read into memory at once: far above any page, below what would end the process. */
export const LARGEST_FILE = 512 * 2 ** 20;

/**
 * The files of one archive, read so that nothing outside its folder is.
 *
 * A file that is a link, or lies behind one, is refused when it leads out of the folder; so is what is no plain file (a
 * pipe would never end) and what is larger than {@linkcode LARGEST_FILE}.
 */
export interface ArchiveFiles {
  /** The folder, as it was named. */
  readonly location: string;
  /**
   * The true path of a file.
   *
   * @param name Path inside the folder.
   * @returns Nothing where there is no such file.
   * @throws {ArchiveError} When it is none that may be read.
   */
  find(name: string): string | undefined;
  /** Reads a file; see {@linkcode find}. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** The same without waiting: for what matching needs at once. */
  readNow(name: string): Uint8Array | undefined;
}

/**
 * Opens the files of an archive's folder.
 *
 * @param location The folder; it may be a link itself.
 * @returns Its files, read only.
 */
export function archiveFiles(location: string): ArchiveFiles {
  let root: string | undefined;
  function find(name: string): string | undefined {
    const path = join(location, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    root ??= realpathSync(location);
    const real = realpathSync(path);
    const refuse = (requirement: string, state: string) =>
      new ArchiveError(`Cannot read ${name} of archive ${location} as ${requirement}: ${state}`, {
        hint: "run `deno task m2 archive check` on it, and do not use an archive that you cannot explain",
      });
    if (!real.startsWith(root + sep)) throw refuse("no file may lead out of the archive", `it is a link to ${real}`);
    if (!stat.isFile()) throw refuse("it must be a plain file", "it is something else");
    if (stat.size > LARGEST_FILE) {
      throw refuse(`no file may be larger than ${LARGEST_FILE} bytes`, `it has ${stat.size}`);
    }
    return real;
  }
  return {
    location,
    find: (name) => explained(location, name, () => find(name)),
    async read(name) {
      const path = explained(location, name, () => find(name));
      if (path === undefined) return undefined;
      try {
        return bare(await readFile(path));
      } catch (cause) {
        throw unreadable(location, name, cause);
      }
    },
    readNow: (name) =>
      explained(location, name, () => {
        const path = find(name);
        return path === undefined ? undefined : bare(readFileSync(path));
      }),
  };
}

/** Path of a body inside an archive. */
export function bodyPath(ref: string): string {
  return `bodies/${ref.slice(0, 2)}/${ref}`;
}

/** Path of a stream's log inside an archive. */
export function streamPath(ref: string): string {
  return `streams/${ref}.jsonl`;
}

/** Without the methods of Node's buffers, some of which mean something else. */
function bare(buffer: Uint8Array): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function explained<T>(location: string, name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw unreadable(location, name, cause);
  }
}

/** A link that leads round in circles, a folder that is a file, a file that may not be read. */
function unreadable(location: string, name: string, cause: unknown): unknown {
  if (cause instanceof ArchiveError || !(cause instanceof Error)) return cause;
  return new ArchiveError(`Cannot read ${name} of archive ${location} as it must be readable: ${cause.message}`, {
    hint: DAMAGE_HINT,
    cause,
  });
}
