import PQueue from "p-queue";
import { blameOf, canonicalJson, type Clock, ConfigError, HarnessError } from "../base/mod.ts";
import type { SessionUse, Verdict } from "../env/mod.ts";
import {
  type EpisodeInput,
  type EpisodeOutput,
  type TranscriptEvent,
  transcriptHash,
  visibleHash,
} from "../actors/mod.ts";
import type { Manifest } from "./manifest.ts";
import type { PlannedEpisode } from "./plan.ts";
import type { ResultRow } from "./result.ts";
import { type EpisodeFiles, RunDirectory } from "./run_directory.ts";

/** What the runner lends an episode. */
export interface EpisodeLoan {
  /** Takes prompts, observations, replies and screenshots. */
  readonly putBlob: (sha256: string, bytes: string | Uint8Array) => void;
  /** Takes what the episode used of its recording; the last one counts. */
  readonly putUse?: (use: SessionUse) => void;
  /** Calls the episode off. */
  readonly signal: AbortSignal;
}

/** What happens during a run, for whoever shows progress. */
export type RunEvent =
  | { readonly type: "run.started"; readonly total: number; readonly done: number }
  | { readonly type: "episode.ended"; readonly result: ResultRow; readonly wallMs: number }
  | { readonly type: "episode.retried"; readonly id: string; readonly attempt: number; readonly message: string }
  | { readonly type: "episode.missing"; readonly id: string; readonly message: string };

/** What {@linkcode runEpisodes} needs. Nothing in it but the episodes and the manifest leaves a trace in a hashed file. */
export interface RunOptions {
  /** The run's folder. */
  readonly directory: string;
  /** What the run is made of; the folder must hold the same, or none. */
  readonly manifest: Manifest;
  /** What is to be run. */
  readonly episodes: readonly PlannedEpisode[];
  /** Makes everything that one episode needs; the browser is opened by the episode itself. */
  readonly prepare: (episode: PlannedEpisode, loan: EpisodeLoan) => EpisodeInput | Promise<EpisodeInput>;
  /** Runs one. */
  readonly runEpisode: (input: EpisodeInput) => Promise<EpisodeOutput>;
  /** Episodes at a time. @default 2 */
  readonly concurrency?: number;
  /** How often an episode that the environment spoilt is tried again. @default 2 */
  readonly retries?: number;
  /** Calls the run off; what ended is kept. */
  readonly signal?: AbortSignal;
  /** Wall time, for timings.jsonl. */
  readonly stopwatch: Clock;
  /** Told of each event as it happens. */
  readonly progress?: (event: RunEvent) => void;
}

/** What a run came to. */
export interface RunOutcome {
  /** `complete`: every episode has its line. `incomplete`: some never worked. `interrupted`: called off. */
  readonly status: "complete" | "incomplete" | "interrupted";
  /** By episode id. */
  readonly results: readonly ResultRow[];
  /** Episodes that the environment spoilt at every attempt. */
  readonly missing: readonly { readonly id: string; readonly message: string }[];
}

/**
 * Runs the episodes of a plan that the run's folder does not hold yet, and keeps each as it ends.
 *
 * An end that is the environment's fault is tried again; a recording that does not hold what was asked for is not, since
 * it would not hold it the next time. Our own bugs and the operator's mistakes stop the run; what ended before stays.
 *
 * @param options What to run, and with what.
 * @returns What it came to.
 * @throws {M2Error} When an episode fails by the fault of the harness or the operator, or when the disk is full.
 */
export async function runEpisodes(options: RunOptions): Promise<RunOutcome> {
  const { episodes, concurrency = 2, progress = () => {} } = options;
  const run = await RunDirectory.open(options.directory, options.manifest);
  try {
    const done = new Set(run.results.map((row) => row.id));
    const rest = episodes.filter((episode) => !done.has(episode.id));
    progress({ type: "run.started", total: episodes.length, done: episodes.length - rest.length });

    const stop = new AbortController();
    const callOff = () => stop.abort(options.signal?.reason);
    options.signal?.addEventListener("abort", callOff);
    if (options.signal?.aborted) callOff();
    const missing: { id: string; message: string }[] = [];
    const failures: unknown[] = [];
    const queue = new PQueue({ concurrency });
    for (const episode of rest) {
      queue.add(async () => {
        if (stop.signal.aborted) return;
        try {
          const message = await runOne(run, episode, stop.signal, options, progress);
          if (message === undefined) return;
          missing.push({ id: episode.id, message });
          progress({ type: "episode.missing", id: episode.id, message });
        } catch (error) {
          failures.push(error);
          stop.abort(error);
        }
      });
    }
    await queue.onIdle();
    options.signal?.removeEventListener("abort", callOff);

    if (failures.length > 0) throw failures[0];
    const kept = new Set(run.results.map((row) => row.id));
    const complete = episodes.every((episode) => kept.has(episode.id));
    if (complete) await run.complete();
    const status = complete ? "complete" : options.signal?.aborted ? "interrupted" : "incomplete";
    const byId = new Map(run.results.map((row) => [row.id, row]));
    const results = episodes.flatMap((episode) => byId.get(episode.id) ?? []);
    return { status, results, missing: missing.sort((a, b) => a.id < b.id ? -1 : 1) };
  } finally {
    run.close();
  }
}

/** Runs one episode until it is kept; gives back why, where it never worked. */
async function runOne(
  run: RunDirectory,
  episode: PlannedEpisode,
  signal: AbortSignal,
  options: RunOptions,
  progress: (event: RunEvent) => void,
): Promise<string | undefined> {
  const { retries = 2, stopwatch } = options;
  for (let attempt = 1;; attempt++) {
    const started = stopwatch.now();
    const blobs = new Map<string, string | Uint8Array>();
    let use: SessionUse | undefined;
    const tried = await attemptEpisode(
      episode,
      { putBlob: (name, bytes) => void blobs.set(name, bytes), putUse: (told) => void (use = told), signal },
      options,
    );
    if (signal.aborted || tried.kind === "cancelled") return undefined;
    if (tried.kind === "ended") {
      const { result, files } = recordEpisode(episode, tried.output, blobs);
      const totalMs = stopwatch.now() - started;
      const used = use === undefined ? files : { ...files, use: `${canonicalJson(use)}\n` };
      await run.keep(used, result, { id: episode.id, attempt, totalMs, steps: [...tried.output.timings] });
      progress({ type: "episode.ended", result, wallMs: totalMs });
      return undefined;
    }
    if (attempt > retries) return tried.message;
    progress({ type: "episode.retried", id: episode.id, attempt, message: tried.message });
  }
}

type Attempt =
  | { readonly kind: "ended"; readonly output: EpisodeOutput }
  | { readonly kind: "spoilt"; readonly message: string }
  | { readonly kind: "cancelled" };

async function attemptEpisode(episode: PlannedEpisode, loan: EpisodeLoan, options: RunOptions): Promise<Attempt> {
  let output: EpisodeOutput;
  try {
    output = await options.runEpisode(await options.prepare(episode, loan));
  } catch (error) {
    if (blameOf(error) !== "environment") throw error;
    return { kind: "spoilt", message: (error as Error).message };
  }
  if (output.end === "cancelled") return { kind: "cancelled" };
  const message = output.message ?? `it ended as ${output.end}`;
  switch (output.end === "off-tape" ? undefined : output.blame) {
    case "environment":
      return { kind: "spoilt", message };
    case "operator":
      throw new ConfigError(`Cannot go on after ${episode.id} as every episode must run as planned: ${message}`, {
        hint: "mend what is named, then run the same command again: whole episodes are kept",
      });
    case "harness":
      throw new HarnessError(`Cannot count ${episode.id} as an episode must end by its own rules: ${message}`, {
        hint: "run it again with M2_DEBUG=1 and report what it prints",
      });
    default:
      return { kind: "ended", output };
  }
}

/**
 * Judges an episode and puts it into the shape in which it is kept.
 *
 * @param episode What was planned.
 * @param output What came of it.
 * @param blobs What it put aside.
 * @returns Its line and its files.
 */
export function recordEpisode(
  episode: PlannedEpisode,
  output: EpisodeOutput,
  blobs: ReadonlyMap<string, string | Uint8Array> = new Map(),
): { result: ResultRow; files: EpisodeFiles } {
  const { verdict, events } = judgeEpisode(episode, output);
  const levels: Record<string, number> = {};
  for (const exchange of output.report.exchanges) {
    if (exchange.kind === "document" || exchange.kind === "data") {
      levels[exchange.level] = (levels[exchange.level] ?? 0) + 1;
    }
  }
  const result: ResultRow = {
    id: episode.id,
    task: episode.task.id,
    site: episode.task.site,
    template: episode.task.template,
    arm: episode.arm.name,
    policy: episode.arm.policy.id,
    seed: episode.seed,
    end: output.end,
    ...(output.blame === undefined ? {} : { blame: output.blame }),
    ...(output.message === undefined ? {} : { message: output.message }),
    ...(output.answer === undefined ? {} : { answer: output.answer }),
    verdict,
    steps: output.steps.map((step) => ({
      promptTokens: step.prompt.total,
      sharedPrefixTokens: step.prompt.sharedPrefix,
      outputTokens: step.outputTokens,
      parts: { ...step.prompt.parts },
      virtualMs: step.virtualMs,
    })),
    usage: output.usage,
    repairs: output.repairs,
    recalled: [...output.recalled],
    validity: output.report.validity,
    misses: [...output.report.misses],
    leaks: output.report.leaks,
    levels,
    transcript: transcriptHash(events),
    visible: visibleHash(events),
  };
  return { result, files: { transcript: lines(events), evidence: lines(output.evidence), blobs } };
}

/**
 * Judges an episode and adds the verdict to its transcript, as the last event.
 *
 * Off-tape is a failure whatever the page shows: the agent left the world in which the task can be judged.
 *
 * @param episode What was planned.
 * @param output What came of it.
 * @returns The verdict, and the transcript with it.
 */
export function judgeEpisode(
  episode: PlannedEpisode,
  output: EpisodeOutput,
): { verdict: Verdict; events: TranscriptEvent[] } {
  const evidence = { ...(output.answer === undefined ? {} : { answer: output.answer }), report: output.report };
  const seen = episode.site.grade(episode.task, evidence);
  const isLost = output.end === "off-tape" && seen.outcome !== "failure";
  const verdict: Verdict = isLost
    ? { ...seen, outcome: "failure", explanation: `The episode left the recording. ${seen.explanation}` }
    : seen;
  const judged: TranscriptEvent = {
    seq: output.transcript.length,
    at: output.transcript.at(-1)?.at ?? 0,
    from: "judge",
    to: "episode",
    type: "episode.judged",
    payload: verdict,
    visible: true,
  };
  return { verdict, events: [...output.transcript, judged] };
}

function lines(rows: readonly unknown[]): string {
  return rows.map((row) => `${canonicalJson(row)}\n`).join("");
}
