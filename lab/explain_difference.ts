import { join } from "node:path";
import { z } from "zod";
import type { Difference } from "../actors/mod.ts";
import { readIfThere } from "./disk.ts";

/** Where two texts that a transcript holds by hash part. */
export interface TextDifference {
  /** The prompt's part in which they do: `system`, `history`; absent where the text is no prompt. */
  readonly part?: string;
  /** From 1, within the part where there is one. */
  readonly line: number;
  /** The recorded line; `nothing` where the text ends before it. */
  readonly expected: string;
  /** The fresh line. */
  readonly got: string;
}

const QUOTED_HASH = /^"([0-9a-f]{64})"$/;

/** A prompt as it is kept: its parts in order, each text by hash. */
const promptSchema = z.array(
  z.looseObject({ name: z.string(), content: z.array(z.looseObject({ text: z.string().optional() })) }),
);

type Part = z.infer<typeof promptSchema>[number];

/** Finds the text of a hash. */
type ReadText = (sha256: string) => Promise<string | undefined>;

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
  const readBefore: ReadText = (hash) => readIfThere(join(directory, "blobs", hash));
  const readAfter: ReadText = (hash) => {
    const content = fresh.get(hash);
    return Promise.resolve(typeof content === "string" ? content : undefined);
  };
  const [expected, got] = [await readBefore(before), await readAfter(after)];
  if (expected === undefined || got === undefined) return undefined;
  const [old, now] = [readPrompt(expected), readPrompt(got)];
  if (old === undefined || now === undefined) return firstLine(expected, got);
  for (let i = 0; i < Math.max(old.length, now.length); i++) {
    const [a, b] = [old[i], now[i]];
    if (JSON.stringify(a) === JSON.stringify(b)) continue;
    const line = firstLine(await textOf(a, readBefore), await textOf(b, readAfter));
    if (line !== undefined) return { part: (a ?? b)?.name ?? "", ...line };
  }
  return firstLine(expected, got);
}

function readPrompt(text: string): Part[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    return promptSchema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    // A page or a reply may begin with a bracket too.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What a part says: its texts, and pictures by their sizes. A part that is not there says nothing. */
async function textOf(part: Part | undefined, read: ReadText): Promise<string | undefined> {
  if (part === undefined) return undefined;
  const pieces = part.content.map(async (piece) =>
    (piece.text === undefined ? undefined : await read(piece.text)) ?? JSON.stringify(piece)
  );
  return (await Promise.all(pieces)).join("\n");
}

function firstLine(expected: string | undefined, got: string | undefined): TextDifference | undefined {
  const [a, b] = [expected?.split("\n") ?? [], got?.split("\n") ?? []];
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (a[i] !== b[i]) return { line: i + 1, expected: a[i] ?? "nothing", got: b[i] ?? "nothing" };
  }
  return undefined;
}
