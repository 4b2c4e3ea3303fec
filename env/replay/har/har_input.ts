import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { archiveFiles } from "../archive/archive_files.ts";
import { ArchiveError } from "../replay_error.ts";
import type { ReadSideFile } from "./har_response_body.ts";
import { type HarPart, splitHar } from "./split_har.ts";
import { openZip } from "./zip_files.ts";

/** A HAR, wherever it lies. */
export interface HarSource {
  /** For messages and the report. */
  readonly name: string;
  /** The parts of the HAR, in the order of the file; read once. */
  parts(): AsyncIterable<HarPart> | Iterable<HarPart>;
  /** Reads a body that lies beside the HAR, or says in one clause why it cannot: `is not there`. */
  readonly sideFile: ReadSideFile;
  /** Lets go of what is open. */
  close(): void;
}

/**
 * Opens a HAR on disk: a `.har` file with the files beside it, or a `.zip` with both.
 *
 * @param path The file.
 * @returns The source. Nothing outside the file's folder is read, whatever names the HAR brings.
 * @throws {ArchiveError} When there is no such file, or the zip cannot be read.
 */
export async function harOnDisk(path: string | URL): Promise<HarSource> {
  const location = typeof path === "string" ? path : fileURLToPath(path);
  const stat = statSync(location, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) {
    throw new ArchiveError(
      `Cannot read HAR ${location} as it must be a file: ${
        stat === undefined ? "there is none" : "it is something else"
      }`,
      { hint: "name the .har file, or the .zip that Playwright wrote" },
    );
  }
  if (await isZip(location)) return zippedHar(location);
  const files = archiveFiles(dirname(location));
  return {
    name: basename(location),
    parts: () => splitHar(fileChunks(location), `HAR ${location}`),
    async sideFile(name) {
      if (!isPlainName(name)) return "has a name that leads elsewhere";
      try {
        return await files.read(name) ?? "is not there";
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
        return "is none that may be read";
      }
    },
    close() {},
  };
}

/**
 * A HAR in memory.
 *
 * @param har Its text, its bytes, or its value as parsed.
 * @param sideFiles Bodies beside it, by name.
 * @returns The source.
 */
export function harInMemory(
  har: string | Uint8Array | { readonly log: unknown },
  sideFiles: ReadonlyMap<string, Uint8Array> = new Map(),
): HarSource {
  const bytes = typeof har === "string" ? new TextEncoder().encode(har) : har;
  return {
    name: "a HAR in memory",
    parts: () => bytes instanceof Uint8Array ? splitHar([bytes], "the HAR") : valueParts(bytes.log),
    sideFile: (name) => Promise.resolve(sideFiles.get(name) ?? "is not there"),
    close() {},
  };
}

function* valueParts(log: unknown): Generator<HarPart> {
  if (log === null || typeof log !== "object" || !("entries" in log) || !Array.isArray(log.entries)) {
    throw new ArchiveError('Cannot read the HAR as it must be of the form {"log": {"entries": […]}}: it is not');
  }
  for (const [name, value] of Object.entries(log)) if (name !== "entries") yield { type: "member", name, value };
  for (const value of log.entries) yield { type: "entry", value, isBroken: false };
}

function zippedHar(location: string): HarSource {
  const zip = openZip(location);
  const hars = zip.names.filter((name) => name.endsWith(".har"));
  if (hars.length !== 1) {
    zip.close();
    throw new ArchiveError(`Cannot read HAR ${location} as it must hold one .har file: it holds ${hars.length}`, {
      hint: "name the zip that Playwright wrote",
    });
  }
  const har = hars[0]!;
  return {
    name: basename(location),
    parts: () => splitHar(zip.chunks(har), `HAR ${location}`),
    async sideFile(name) {
      if (!isPlainName(name)) return "has a name that leads elsewhere";
      if (!zip.names.includes(name)) return "is not there";
      try {
        return await zip.read(name);
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
        return "cannot be unpacked";
      }
    },
    close: () => zip.close(),
  };
}

async function isZip(location: string): Promise<boolean> {
  using file = await Deno.open(location);
  const head = new Uint8Array(4);
  await file.read(head);
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
}

async function* fileChunks(location: string): AsyncGenerator<Uint8Array> {
  using file = await Deno.open(location);
  const buffer = new Uint8Array(2 ** 20);
  for (;;) {
    const read = await file.read(buffer);
    if (read === null) return;
    yield buffer.subarray(0, read);
  }
}

/** A path below the HAR's own folder. */
function isPlainName(name: string): boolean {
  return name !== "" && !/[\\\0:]/.test(name) && !name.startsWith("/") &&
    name.split("/").every((part) => part !== ".." && part !== ".");
}
