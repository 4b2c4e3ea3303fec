import type { Archive } from "./archive.ts";
import { archiveFiles } from "./archive_files.ts";
import type { BodyRef } from "./exchange.ts";
import { writeStreamLog } from "./stream_log.ts";
import type { ArchiveContent } from "./write_archive.ts";

/**
 * Everything that an open archive holds, ready to be written again, somewhere else or with changes.
 *
 * @param archive The archive.
 * @param changes What is to be otherwise; bodies and streams that they bring are looked for there first.
 * @returns The content. Bodies are read when they are written, so that a large archive is never in memory.
 */
export function contentOf(archive: Archive, changes: Partial<ArchiveContent> = {}): ArchiveContent {
  const { entriesSha256: _, ...manifest } = archive.manifest;
  return {
    manifest,
    exchanges: archive.exchanges,
    reviewedIn: archive.location,
    ...changes,
    bodies: { get: async (ref: BodyRef) => await changes.bodies?.get(ref) ?? await archive.body(ref) },
    streams: {
      get: async (ref: BodyRef) => await changes.streams?.get(ref) ?? writeStreamLog(await archive.stream(ref)),
    },
  };
}

/**
 * Reads the wall times of an archive.
 *
 * @param location The archive's folder.
 * @param ids Exchanges whose times are wanted.
 * @returns Their lines of `timings.jsonl`, or nothing where there are none. Damaged lines are left out: nothing hangs on
 * them.
 */
export async function readTimings(
  location: string,
  ids: ReadonlySet<string>,
): Promise<readonly Readonly<Record<string, unknown>>[] | undefined> {
  const bytes = await archiveFiles(location).read("timings.jsonl");
  if (bytes === undefined) return undefined;
  return new TextDecoder().decode(bytes).split("\n").flatMap((line) => {
    const timing = parseObject(line);
    return timing !== undefined && ids.has(String(timing["id"])) ? [timing] : [];
  });
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
