import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { createInflateRaw, inflateRawSync } from "node:zlib";
import { ArchiveError } from "../replay_error.ts";

/** The files of a zip. They are unpacked in memory and never written, so no name in it leads anywhere. */
export interface ZipFiles {
  /** Every file, as the zip names it. */
  readonly names: readonly string[];
  /**
   * Unpacks a file of at most 512 MB.
   *
   * @throws {ArchiveError} When it is damaged, encrypted, or larger than it says.
   */
  read(name: string): Promise<Uint8Array>;
  /** The same in pieces, of at most 8 GB. */
  chunks(name: string): AsyncIterable<Uint8Array>;
  /** Closes the file. */
  close(): void;
}

interface Member {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const LARGEST_FILE = 512 * 2 ** 20;
const LARGEST_STREAM = 8 * 2 ** 30;
const MOST_FILES = 500_000;
const PIECE = 2 ** 20;

/**
 * Opens a zip by its directory.
 *
 * @param location The file.
 * @returns Its files.
 * @throws {ArchiveError} When it is no whole zip.
 */
export function openZip(location: string): ZipFiles {
  const file = openSync(location, "r");
  const refuse = (state: string): never => {
    throw new ArchiveError(`Cannot read ${location} as it must be a whole zip: ${state}`, {
      hint: "make it again; Playwright writes it when its browser context closes",
    });
  };
  const size = fstatSync(file).size;
  const at = (offset: number, length: number): DataView => {
    if (offset < 0 || length < 0 || offset + length > size) return refuse("a part of it lies outside");
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      const read = readSync(file, bytes, done, length - done, offset + done);
      if (read === 0) refuse("it ends too early");
      done += read;
    }
    return new DataView(bytes.buffer);
  };
  let members: ReadonlyMap<string, Member>;
  try {
    members = readDirectory(at, size, refuse);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  /** Where a member's bytes begin: behind its own header, which may be longer than the directory says. */
  const startOf = (member: Member): number => {
    const head = at(member.offset, 30);
    if (head.getUint32(0, true) !== 0x04034b50) refuse("a file is not where its directory says");
    return member.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  };
  const found = (name: string): Member => {
    const member = members.get(name) ?? refuse(`it holds no ${name}`);
    if (member.isEncrypted || (member.method !== 0 && member.method !== 8)) {
      return refuse(`${name} is ${member.isEncrypted ? "encrypted" : "packed in a way that is not known"}`);
    }
    return member;
  };
  async function* packedPieces(member: Member): AsyncGenerator<Uint8Array> {
    const start = startOf(member);
    for (let done = 0; done < member.packed; done += PIECE) {
      const piece = at(start + done, Math.min(PIECE, member.packed - done));
      yield await Promise.resolve(new Uint8Array(piece.buffer));
    }
  }
  return {
    names: [...members.keys()],
    read(name) {
      return Promise.resolve().then(() => {
        const member = found(name);
        if (member.size > LARGEST_FILE || member.packed > LARGEST_FILE) {
          refuse(`${name} is larger than ${LARGEST_FILE} bytes`);
        }
        const packed = new Uint8Array(at(startOf(member), member.packed).buffer);
        if (member.method === 0) return packed;
        try {
          return new Uint8Array(inflateRawSync(packed, { maxOutputLength: Math.max(member.size, 1) }));
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          return refuse(`${name} is damaged, or larger than it says`);
        }
      });
    },
    async *chunks(name) {
      const member = found(name);
      if (member.size > LARGEST_STREAM) refuse(`${name} is larger than ${LARGEST_STREAM} bytes`);
      if (member.method === 0) return yield* packedPieces(member);
      const inflate = createInflateRaw();
      const feed = (async () => {
        for await (const piece of packedPieces(member)) {
          if (!inflate.write(piece)) await new Promise((resolve) => inflate.once("drain", () => resolve(undefined)));
        }
        inflate.end();
      })();
      let unpacked = 0;
      try {
        for await (const piece of inflate) {
          unpacked += piece.length;
          if (unpacked > member.size) refuse(`${name} is larger than it says`);
          yield piece as Uint8Array;
        }
        await feed;
      } catch (error) {
        if (error instanceof ArchiveError || !(error instanceof Error)) throw error;
        refuse(`${name} is damaged`);
      }
    },
    close: () => closeSync(file),
  };
}

function readDirectory(
  at: (offset: number, length: number) => DataView,
  size: number,
  refuse: (state: string) => never,
): ReadonlyMap<string, Member> {
  // The end record stands behind everything but a comment of at most 64 KB.
  const tailSize = Math.min(size, 22 + 0xffff);
  const tail = at(size - tailSize, tailSize);
  let end = tailSize - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) refuse("it has no directory");
  const count = tail.getUint16(end + 10, true);
  const length = tail.getUint32(end + 12, true);
  const offset = tail.getUint32(end + 16, true);
  if (count === 0xffff || offset === 0xffffffff) refuse("it is of the kind for more than 4 GB, which is not read");
  if (count > MOST_FILES) refuse(`it holds more than ${MOST_FILES} files`);
  const directory = at(offset, length);
  const members = new Map<string, Member>();
  for (let index = 0, from = 0; index < count; index++) {
    if (from + 46 > length || directory.getUint32(from, true) !== 0x02014b50) refuse("its directory is damaged");
    const nameLength = directory.getUint16(from + 28, true);
    if (from + 46 + nameLength > length) refuse("its directory is damaged");
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, from + 46, nameLength));
    if (!name.endsWith("/")) {
      members.set(name, {
        isEncrypted: (directory.getUint16(from + 8, true) & 1) === 1,
        method: directory.getUint16(from + 10, true),
        packed: directory.getUint32(from + 20, true),
        size: directory.getUint32(from + 24, true),
        offset: directory.getUint32(from + 42, true),
      });
    }
    from += 46 + nameLength + directory.getUint16(from + 30, true) + directory.getUint16(from + 32, true);
  }
  return members;
}
