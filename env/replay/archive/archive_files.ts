import { createHash } from "node:crypto";
import { dirname, join, sep } from "node:path";
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
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Reads a large file in pieces.
   *
   * @param name Path inside the folder.
   * @returns Its bytes, and their SHA-256.
   */
  readHashed(name: string): { readonly bytes: Uint8Array; readonly sha256: string } | undefined;
  /** The same without waiting: for what matching needs at once. */
  readNow(name: string): Uint8Array<ArrayBuffer> | undefined;
}

/**
 * Opens the files of an archive's folder.
 *
 * @param location The folder; it may be a link itself.
 * @returns Its files, read only.
 */
export function archiveFiles(location: string): ArchiveFiles {
  let root: string | undefined;
  /** Folders of the archive that lead nowhere else. */
  const inside = new Set<string>();
  const isInside = (real: string) => real.startsWith((root ??= Deno.realPathSync(location)) + sep);

  function find(name: string): string | undefined {
    const folder = dirname(name);
    if (!inside.has(folder)) {
      const real = realPath(join(location, folder));
      if (real === undefined) return undefined;
      root ??= Deno.realPathSync(location);
      if (real !== root && !isInside(real)) throw refuse(name, NO_WAY_OUT, `${folder} is a link to ${real}`);
      inside.add(folder);
    }
    const path = join(location, name);
    const own = lstat(path);
    if (own === undefined) return undefined;
    if (own.isFile) return ofFairSize(name, own, path);
    const real = own.isSymlink ? Deno.realPathSync(path) : path;
    if (own.isSymlink && !isInside(real)) throw refuse(name, NO_WAY_OUT, `it is a link to ${real}`);
    const stat = Deno.statSync(real);
    if (!stat.isFile) throw refuse(name, "it must be a plain file", "it is something else");
    return ofFairSize(name, stat, real);
  }

  function ofFairSize(name: string, { size }: { readonly size: number }, path: string): string {
    if (size <= LARGEST_FILE) return path;
    throw refuse(name, `no file may be larger than ${LARGEST_FILE} bytes`, `it has ${size}`);
  }

  function refuse(name: string, requirement: string, state: string): ArchiveError {
    return new ArchiveError(`Cannot read ${name} of archive ${location} as ${requirement}: ${state}`, {
      hint: "run `deno task m2 archive check` on it, and do not use an archive that you cannot explain",
    });
  }

  return {
    location,
    find: (name) => explained(location, name, () => find(name)),
    async read(name) {
      const path = explained(location, name, () => find(name));
      if (path === undefined) return undefined;
      try {
        return await Deno.readFile(path);
      } catch (cause) {
        throw unreadable(location, name, cause);
      }
    },
    readHashed: (name) =>
      explained(location, name, () => {
        const path = find(name);
        return path === undefined ? undefined : readHashed(path);
      }),
    readNow: (name) =>
      explained(location, name, () => {
        const path = find(name);
        return path === undefined ? undefined : Deno.readFileSync(path);
      }),
  };
}

const NO_WAY_OUT = "no file may lead out of the archive";

/** Path of a body inside an archive. */
export function bodyPath(ref: string): string {
  return `bodies/${ref.slice(0, 2)}/${ref}`;
}

/** Path of a stream's log inside an archive. */
export function streamPath(ref: string): string {
  return `streams/${ref}.jsonl`;
}

function lstat(path: string): Deno.FileInfo | undefined {
  return unlessAbsent(() => Deno.lstatSync(path));
}

function realPath(path: string): string | undefined {
  return unlessAbsent(() => Deno.realPathSync(path));
}

function unlessAbsent<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** A piece is hashed while it is still in the processor's cache, and no piece is copied. */
function readHashed(path: string): { readonly bytes: Uint8Array; readonly sha256: string } {
  const hash = createHash("sha256");
  using file = Deno.openSync(path);
  const bytes = new Uint8Array(file.statSync().size);
  let length = 0;
  while (length < bytes.length) {
    const read = file.readSync(bytes.subarray(length, length + 2 ** 18));
    if (read === null) break;
    hash.update(bytes.subarray(length, length + read));
    length += read;
  }
  return { bytes: bytes.subarray(0, length), sha256: hash.digest("hex") };
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
