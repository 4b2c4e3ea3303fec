import { join } from "node:path";
import PQueue from "p-queue";
import { z } from "zod";
import { ConfigError } from "../base/mod.ts";
import { type Difference, type EpisodeInput, type EpisodeOutput, firstDifference } from "../actors/mod.ts";
import { readIfThere } from "./disk.ts";
import { explainDifference, type TextDifference } from "./explain_difference.ts";
import { parseLines } from "./ledger.ts";
import { compareText } from "./order.ts";
import type { PlannedEpisode } from "./plan.ts";
import { type EpisodeLoan, judgeEpisode } from "./runner.ts";

const eventSchema = z.strictObject({
  seq: z.int().nonnegative(),
  at: z.number().nonnegative(),
  from: z.string(),
  to: z.string(),
  type: z.string(),
  payload: z.unknown(),
  visible: z.boolean(),
});

/** What {@linkcode verifyEpisodes} needs. */
export interface VerifyOptions {
  /** The run's folder. */
  readonly directory: string;
  /** The episodes to run again; each must have its transcript in the folder. */
  readonly episodes: readonly PlannedEpisode[];
  /** Makes everything that one episode needs. */
  readonly prepare: (episode: PlannedEpisode, loan: EpisodeLoan) => EpisodeInput | Promise<EpisodeInput>;
  /** Runs it. */
  readonly runEpisode: (input: EpisodeInput) => Promise<EpisodeOutput>;
  /** Episodes at a time. @default 2 */
  readonly concurrency?: number;
  /** Calls the verification off. */
  readonly signal?: AbortSignal;
  /** Called after each episode. */
  readonly progress?: (verified: VerifiedEpisode) => void;
}

/** One episode that was run again. */
export interface VerifiedEpisode {
  /** The episode's id. */
  readonly id: string;
  /** The first event that is another one; absent where the transcripts are the same. */
  readonly difference?: Difference;
  /** What the first difference is in words, where it is one of prompts, observations or replies. */
  readonly text?: TextDifference;
  /** Steps of the fresh run. */
  readonly steps: number;
}

/**
 * Runs episodes of a run again and compares their transcripts with the recorded ones, event by event, the verdict last.
 *
 * @param options Which run, which episodes, and what runs them.
 * @returns One entry an episode, by id; fewer only where it was called off.
 * @throws {ConfigError} When a transcript is missing or damaged.
 * @throws {M2Error} When an episode fails by the fault of the harness or the operator.
 */
export async function verifyEpisodes(options: VerifyOptions): Promise<VerifiedEpisode[]> {
  const { directory, episodes, concurrency = 2, progress = () => {} } = options;
  const stop = new AbortController();
  const callOff = () => stop.abort(options.signal?.reason);
  options.signal?.addEventListener("abort", callOff);
  if (options.signal?.aborted) callOff();
  const verified: VerifiedEpisode[] = [];
  const failures: unknown[] = [];
  const queue = new PQueue({ concurrency });
  for (const episode of episodes) {
    queue.add(async () => {
      if (stop.signal.aborted) return;
      try {
        const recorded = await readTranscript(directory, episode.id);
        const fresh = new Map<string, string | Uint8Array>();
        const loan = {
          putBlob: (name: string, bytes: string | Uint8Array) => void fresh.set(name, bytes),
          signal: stop.signal,
        };
        const output = await options.runEpisode(await options.prepare(episode, loan));
        if (stop.signal.aborted) return;
        const difference = firstDifference(recorded, judgeEpisode(episode, output).events);
        const text = difference === undefined ? undefined : await explainDifference(difference, directory, fresh);
        const one = {
          id: episode.id,
          steps: output.steps.length,
          ...(difference === undefined ? {} : { difference }),
          ...(text === undefined ? {} : { text }),
        };
        verified.push(one);
        progress(one);
      } catch (error) {
        failures.push(error);
        stop.abort(error);
      }
    });
  }
  await queue.onIdle();
  options.signal?.removeEventListener("abort", callOff);
  if (failures.length > 0) throw failures[0];
  return verified.sort((a, b) => compareText(a.id, b.id));
}

async function readTranscript(directory: string, id: string) {
  const path = join(directory, "episodes", id, "transcript.jsonl");
  const text = await readIfThere(path);
  if (text === undefined) {
    throw new ConfigError(`Cannot verify ${id} as its transcript must be there: ${path} is missing`, {
      hint: "finish the run first, with the same m2 ablate command",
    });
  }
  return parseLines(text, eventSchema, path);
}
