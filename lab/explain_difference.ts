import { join } from "node:path";
import type { Difference } from "../actors/mod.ts";
import { readIfThere } from "./disk.ts";

/** Where two texts that a transcript holds by hash part. */
export interface TextDifference {
  /** From 1. */
  readonly line: number;
  /** The recorded line; `nothing` where the text ends before it. */
  readonly expected: string;
  /** The fresh line. */
  readonly got: string;
}

const QUOTED_HASH = /^"([0-9a-f]{64})"$/;

/**
 * Looks behind a difference of two hashes: into the prompt, the observation or the reply that they stand for.
 *
 * @param difference What differs.
 * @param directory The run's folder, with the recorded blobs.
 * @param fresh The blobs of the fresh run.
 * @returns The first line that differs, or undefined where the difference is of no text.
 */
export async function explainDifference(
  difference: Difference,
  directory: string,
  fresh: ReadonlyMap<string, string | Uint8Array>,
): Promise<TextDifference | undefined> {
  const [before, after] = [QUOTED_HASH.exec(difference.expected)?.[1], QUOTED_HASH.exec(difference.got)?.[1]];
  if (before === undefined || after === undefined) return undefined;
  const [expected, got] = [await readIfThere(join(directory, "blobs", before)), fresh.get(after)];
  return expected === undefined || typeof got !== "string" ? undefined : firstLine(expected, got);
}

function firstLine(expected: string, got: string): TextDifference | undefined {
  const [a, b] = [expected.split("\n"), got.split("\n")];
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (a[i] !== b[i]) return { line: i + 1, expected: a[i] ?? "nothing", got: b[i] ?? "nothing" };
  }
  return undefined;
}
