import { join } from "node:path";
import PQueue from "p-queue";
import { mean } from "simple-statistics";
import { z } from "zod";
import { blameOf, HarnessError, seededRandom } from "../base/mod.ts";
import type { EpisodeInput, EpisodeOutput } from "../actors/mod.ts";
import { STATISTICS_SEED } from "./arm_summary.ts";
import type { Sweep } from "./experiment.ts";
import { Ledger, writeLines } from "./ledger.ts";
import { compareText } from "./order.ts";
import { chooseTasks, type Plan, planEpisodes, type PlannedEpisode } from "./plan.ts";
import { type EpisodeLoan, judgeEpisode } from "./runner.ts";
import { signFlipTest } from "./statistics/sign_flip.ts";

/** One line of sweep.jsonl: an episode of a cell. */
export const sweepRowSchema = z.strictObject({
  /** `recall.l50=4600,eta=0/shop-cheapest-01/m2/seed-1`. */
  id: z.string(),
  /** Value of each axis. */
  cell: z.tuple([z.number(), z.number()]),
  task: z.string(),
  arm: z.string(),
  seed: z.int(),
  success: z.boolean(),
  steps: z.int().nonnegative(),
});

/** What {@linkcode sweepRowSchema} accepts, as a type. */
export type SweepRow = z.infer<typeof sweepRowSchema>;

/** An episode of a sweep: what is planned, and for which reader. */
export interface SweepEpisode {
  /** The cell, then the episode's id. */
  readonly id: string;
  /** Value of each axis. */
  readonly cell: readonly [number, number];
  /** Reader parameters of the cell, by name. */
  readonly changes: Readonly<Record<string, number>>;
  /** The episode, apart from its reader. */
  readonly episode: PlannedEpisode;
}

/**
 * Plans a sweep: every cell of the grid, with two arms on a subset of the tasks.
 *
 * @param plan The experiment's plan.
 * @param sweep The grid.
 * @returns The episodes, by task first, so that those that share pages are near each other.
 */
export function planSweep(plan: Plan, sweep: Sweep): SweepEpisode[] {
  const arms = plan.arms.filter((arm) => sweep.arms.includes(arm.name));
  const tasks = chooseTasks(plan.sites, sweep.tasks, "sweep.tasks");
  const [first, second] = sweep.axes;
  return planEpisodes(plan.experiment, plan.sites, tasks, arms, sweep.seeds).flatMap((episode) =>
    first.values.flatMap((a) =>
      second.values.map((b) => ({
        id: `${first.parameter}=${a},${second.parameter}=${b}/${episode.id}`,
        cell: [a, b] as const,
        changes: { [first.parameter]: a, [second.parameter]: b },
        episode,
      }))
    )
  );
}

/** What {@linkcode runSweep} needs. */
export interface SweepOptions {
  /** The run's folder; sweep.jsonl goes there. */
  readonly directory: string;
  /** What is to be run. */
  readonly episodes: readonly SweepEpisode[];
  /** Makes everything that one episode needs. */
  readonly prepare: (episode: SweepEpisode, loan: EpisodeLoan) => EpisodeInput | Promise<EpisodeInput>;
  /** Runs it. */
  readonly runEpisode: (input: EpisodeInput) => Promise<EpisodeOutput>;
  /** Episodes at a time. @default 2 */
  readonly concurrency?: number;
  /** How often an episode that the environment spoilt is tried again. @default 2 */
  readonly retries?: number;
  /** Calls the sweep off; what ended is kept. */
  readonly signal?: AbortSignal;
  /** Called after each episode. */
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Runs what is left of a sweep. Of each episode only a line in sweep.jsonl stays.
 *
 * @param options What to run, and with what.
 * @returns The rows there are, by id.
 * @throws {M2Error} When an episode fails by the fault of the harness or the operator, or when the disk is full.
 */
export async function runSweep(options: SweepOptions): Promise<SweepRow[]> {
  const { episodes, concurrency = 2, progress = () => {} } = options;
  const path = join(options.directory, "sweep.jsonl");
  const ledger = await Ledger.open(path, sweepRowSchema);
  try {
    const done = new Set(ledger.rows.map((row) => row.id));
    const rest = episodes.filter((episode) => !done.has(episode.id));
    const stop = new AbortController();
    const callOff = () => stop.abort(options.signal?.reason);
    options.signal?.addEventListener("abort", callOff);
    if (options.signal?.aborted) callOff();
    const failures: unknown[] = [];
    const queue = new PQueue({ concurrency });
    for (const episode of rest) {
      queue.add(async () => {
        if (stop.signal.aborted) return;
        try {
          const row = await sweepOne(episode, stop.signal, options);
          if (row === undefined || stop.signal.aborted) return;
          ledger.append(row);
          progress(ledger.rows.length, episodes.length);
        } catch (error) {
          failures.push(error);
          stop.abort(error);
        }
      });
    }
    await queue.onIdle();
    options.signal?.removeEventListener("abort", callOff);
    if (failures.length > 0) throw failures[0];
    const rows = [...ledger.rows].sort((a, b) => compareText(a.id, b.id));
    if (rows.length === episodes.length && rest.length > 0) await writeLines(path, rows);
    return rows;
  } finally {
    ledger.close();
  }
}

async function sweepOne(
  planned: SweepEpisode,
  signal: AbortSignal,
  options: SweepOptions,
): Promise<SweepRow | undefined> {
  const { episode } = planned;
  for (let attempt = 0; attempt <= (options.retries ?? 2); attempt++) {
    let output: EpisodeOutput;
    try {
      output = await options.runEpisode(await options.prepare(planned, { putBlob: () => {}, signal }));
    } catch (error) {
      if (blameOf(error) !== "environment") throw error;
      continue;
    }
    if (output.end === "cancelled") return undefined;
    if (output.end !== "off-tape" && output.blame === "environment") continue;
    if (output.blame === "harness" || output.blame === "operator") {
      throw new HarnessError(
        `Cannot count ${planned.id} as an episode must end by its own rules: ${output.message ?? output.end}`,
      );
    }
    const success = judgeEpisode(episode, output).verdict.outcome === "success";
    const { cell: [a, b], id } = planned;
    return {
      id,
      cell: [a, b],
      task: episode.task.id,
      arm: episode.arm.name,
      seed: episode.seed,
      success,
      steps: output.steps.length,
    };
  }
  return undefined;
}

/** One cell of the grid: the first arm held against the second. */
export interface SweepCell {
  /** Value of each axis. */
  readonly at: readonly [number, number];
  /** Tasks that both arms did. */
  readonly tasks: number;
  /** Success of the first arm less that of the second, −1 to 1. */
  readonly difference: number;
  /** Two-sided, by flipping signs of tasks. */
  readonly p: number;
}

/** What a sweep says. */
export interface SweepSummary {
  /** The grid's two axes. */
  readonly axes: Sweep["axes"];
  /** The arm in question, then the arm it is held against. */
  readonly arms: Sweep["arms"];
  /** Row by row: the first axis down, the second across. Cells without a pair are left out. */
  readonly cells: readonly SweepCell[];
  /** Neighbouring cells between which the sign turns. */
  readonly flips: readonly { readonly between: readonly [SweepCell, SweepCell]; readonly axis: 0 | 1 }[];
  /** All of it in one sentence. */
  readonly sentence: string;
}

/**
 * Says where in the grid the sign of the comparison turns. A pure function of the rows.
 *
 * @param sweep The grid.
 * @param rows Lines of sweep.jsonl, in any order.
 * @returns The summary.
 */
export function summarizeSweep(sweep: Sweep, rows: readonly SweepRow[]): SweepSummary {
  const [first, second] = sweep.axes;
  const grid = first.values.map((a) => second.values.map((b) => cellOf(sweep, rows, [a, b])));
  const flips: { between: readonly [SweepCell, SweepCell]; axis: 0 | 1 }[] = [];
  const turn = (here: SweepCell | undefined, next: SweepCell | undefined, axis: 0 | 1) => {
    if (here === undefined || next === undefined || here.difference * next.difference >= 0) return;
    flips.push({ between: [here, next], axis });
  };
  for (const [i, line] of grid.entries()) {
    for (const [j, here] of line.entries()) {
      turn(here, grid[i + 1]?.[j], 0);
      turn(here, line[j + 1], 1);
    }
  }
  const cells = grid.flat().filter((cell) => cell !== undefined);
  return { axes: sweep.axes, arms: sweep.arms, cells, flips, sentence: sweepSentence(sweep, cells, flips.length) };
}

function cellOf(sweep: Sweep, rows: readonly SweepRow[], at: readonly [number, number]): SweepCell | undefined {
  const here = rows.filter((row) => row.cell[0] === at[0] && row.cell[1] === at[1]);
  const differences = new Map<string, number[]>();
  for (const row of here.filter((candidate) => candidate.arm === sweep.arms[0])) {
    const other = here.find((one) => one.arm === sweep.arms[1] && one.task === row.task && one.seed === row.seed);
    if (other === undefined) continue;
    differences.set(row.task, [...differences.get(row.task) ?? [], Number(row.success) - Number(other.success)]);
  }
  if (differences.size === 0) return undefined;
  const perTask = [...differences.values()].map((list) => mean(list));
  const { p } = signFlipTest(perTask, seededRandom(STATISTICS_SEED));
  return { at, tasks: perTask.length, difference: mean(perTask), p };
}

function sweepSentence(sweep: Sweep, cells: readonly SweepCell[], flips: number): string {
  const [arm, other] = sweep.arms;
  const count = (keep: (cell: SweepCell) => boolean) => cells.filter(keep).length;
  const [ahead, behind] = [count((cell) => cell.difference > 0), count((cell) => cell.difference < 0)];
  const tasks = Math.max(0, ...cells.map((cell) => cell.tasks));
  const where = `of ${cells.length} readers, on ${tasks} ${tasks === 1 ? "task" : "tasks"} each`;
  const found = `${arm} is ahead of ${other} with ${ahead}, behind with ${behind}, level with ${
    cells.length - ahead - behind
  } ${where}`;
  const turns = flips === 0
    ? ahead > 0 && behind > 0 ? "the sign turns, though not between neighbours" : "the sign does not turn"
    : `the sign turns ${flips === 1 ? "once" : `${flips} times`} between neighbours`;
  return `${found}; ${turns}.`;
}
