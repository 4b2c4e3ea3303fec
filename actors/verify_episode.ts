import { canonicalJson } from "../base/mod.ts";
import type { EpisodeInput, EpisodeOutput, TranscriptEvent } from "./episode.ts";
import { runEpisode } from "./run_episode.ts";

/** The first place at which two transcripts part. */
export interface Difference {
  /** Place of the event in the transcript, from 0. */
  readonly seq: number;
  /** Step that it belongs to; −1 before the first. */
  readonly step: number;
  /** The expected event's type, or the other's where nothing was expected. */
  readonly type: string;
  /** Path of the field: `payload.action.ref`; empty where a whole event is missing or too many. */
  readonly field: string;
  /** As JSON; `nothing` where it is absent. */
  readonly expected: string;
  /** As JSON; `nothing` where it is absent. */
  readonly got: string;
  /** All of it in one sentence. */
  readonly message: string;
}

/** What a verification comes to. */
export interface Verification {
  /** Absent where the transcripts are the same. */
  readonly difference?: Difference;
  /** The fresh run. */
  readonly output: EpisodeOutput;
}

/**
 * Runs an episode again and compares its transcript with a recorded one, event by event.
 *
 * @param recorded The lines of the recorded transcript.
 * @param input The same episode; it is run afresh.
 * @returns The fresh run, and the first difference where there is one.
 * @throws {M2Error} As {@linkcode runEpisode}.
 */
export async function verifyEpisode(
  recorded: readonly TranscriptEvent[],
  input: EpisodeInput,
): Promise<Verification> {
  const output = await runEpisode(input);
  const difference = firstDifference(recorded, output.transcript);
  return difference === undefined ? { output } : { difference, output };
}

/**
 * Finds the first difference of two transcripts.
 *
 * @param expected The recorded one.
 * @param got The fresh one.
 * @returns The difference, or nothing where they are the same.
 *
 * @example A word of difference
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { firstDifference } from "./verify_episode.ts";
 *
 * const event = (ref: string) => ({
 *   seq: 0,
 *   at: 0,
 *   from: "agent",
 *   to: "episode",
 *   type: "action.chosen",
 *   payload: { step: 3, action: { kind: "click", ref } },
 *   visible: true,
 * });
 * equal(firstDifference([event("e1")], [event("e1")]), undefined);
 * equal(
 *   firstDifference([event("e1")], [event("e2")])?.message,
 *   'Step 3: action.chosen differs in payload.action.ref: expected "e1", got "e2"',
 * );
 * ```
 */
export function firstDifference(
  expected: readonly TranscriptEvent[],
  got: readonly TranscriptEvent[],
): Difference | undefined {
  let step = -1;
  for (let seq = 0; seq < Math.max(expected.length, got.length); seq++) {
    const [a, b] = [expected[seq], got[seq]];
    step = stepOf(a ?? b) ?? step;
    if (a === undefined || b === undefined) return missing(seq, step, a, b);
    const found = differs(a, b, []);
    if (found !== undefined) return described(seq, step, a, b, found);
  }
  return undefined;
}

interface Found {
  readonly path: readonly string[];
  readonly expected: unknown;
  readonly got: unknown;
}

/** Type and parties are compared before anything else: another event is not one with other fields. */
const ORDER = ["type", "from", "to", "payload", "at", "visible", "seq"];

function differs(expected: unknown, got: unknown, path: readonly string[]): Found | undefined {
  if (isRecord(expected) && isRecord(got)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(got)])].sort();
    const rank = (key: string) => path.length === 0 ? ORDER.indexOf(key) : 0;
    for (const key of keys.sort((a, b) => rank(a) - rank(b))) {
      const found = differs(expected[key], got[key], [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return say(expected) === say(got) ? undefined : { path, expected, got };
}

function described(seq: number, step: number, a: TranscriptEvent, b: TranscriptEvent, found: Found): Difference {
  const [expected, got, field] = [say(found.expected), say(found.got), found.path.join(".")];
  const message = field === "type"
    ? `${place(step)}: expected ${a.type}, got ${b.type}`
    : `${place(step)}: ${a.type} differs in ${field}: expected ${expected}, got ${got}`;
  return { seq, step, type: a.type, field, expected, got, message };
}

function missing(
  seq: number,
  step: number,
  a: TranscriptEvent | undefined,
  b: TranscriptEvent | undefined,
): Difference {
  const [expected, got] = [a?.type ?? "nothing", b?.type ?? "nothing"];
  const message = `${place(step)}: expected ${a === undefined ? "the end" : a.type}, got ${
    b === undefined ? "the end" : b.type
  }`;
  return { seq, step, type: a?.type ?? b?.type ?? "", field: "", expected, got, message };
}

function place(step: number): string {
  return step < 0 ? "Before the first step" : `Step ${step}`;
}

function stepOf(event: TranscriptEvent | undefined): number | undefined {
  return isRecord(event?.payload) && typeof event.payload.step === "number" ? event.payload.step : undefined;
}

function say(value: unknown): string {
  return value === undefined ? "nothing" : canonicalJson(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
