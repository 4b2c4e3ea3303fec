import { mean, sum } from "simple-statistics";
import { seededRandom } from "../base/mod.ts";
import { type ArmSummary, byTask, isSuccess, promptTokensOf, STATISTICS_SEED, summarizeArm } from "./arm_summary.ts";
import type { Experiment } from "./experiment.ts";
import type { ResultRow } from "./result.ts";
import { bootstrapInterval } from "./statistics/bootstrap.ts";
import { holm } from "./statistics/holm.ts";
import { exactMcNemar } from "./statistics/mcnemar.ts";
import { signFlipTest } from "./statistics/sign_flip.ts";
import type { Interval } from "./statistics/wilson.ts";
import { findDoubts, type Mark } from "./validity.ts";

/** One arm held against the reference, on the tasks and seeds that both have. The task is the unit. */
export interface PairedComparison {
  /** The arm. */
  readonly arm: string;
  /** What it is held against. */
  readonly reference: string;
  /** Tasks that both did. */
  readonly tasks: number;
  /** Success of the arm less that of the reference, −1 to 1. */
  readonly difference: number;
  /** 95 %, by drawing tasks. */
  readonly interval: Interval;
  /** Two-sided, by flipping signs of tasks. */
  readonly p: number;
  /** Whether every pattern of signs was looked at. */
  readonly exact: boolean;
  /** Corrected for the number of arms. */
  readonly pHolm: number;
  /** Tasks on which the arm did better, worse, and as well. */
  readonly better: number;
  /** Tasks on which it did worse. */
  readonly worse: number;
  /** Tasks on which it did as well. */
  readonly equal: number;
  /** McNemar's exact p value; only with one seed. */
  readonly mcnemar?: number;
  /** Mean steps of the arm less the reference's. */
  readonly steps: number;
  /** Prompt tokens of the arm as a share of the reference's, over all pairs. */
  readonly tokenRatio: number;
  /** The same over the tasks that both solved at every seed; absent where there is none. */
  readonly tokenRatioSolved?: number;
  /** All of it in one sentence. */
  readonly sentence: string;
}

/** What a run says. */
export interface RunSummary {
  /** In the order of the experiment's arms; arms without an episode are left out. */
  readonly arms: readonly ArmSummary[];
  /** Every other arm against the reference. */
  readonly comparisons: readonly PairedComparison[];
  /** What deserves doubt. */
  readonly marks: readonly Mark[];
  /** How documents and data were answered, by site and level of the matcher. */
  readonly levels: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The parts of an experiment that its summary depends on. */
export type SummaryPlan = Pick<Experiment, "arms" | "reference" | "seeds">;

/**
 * Sums a run up: each arm, each arm against the reference, and what deserves doubt. A pure function of result rows.
 *
 * @param plan Arms in the order of the table, and the reference.
 * @param results Result rows in any order.
 * @returns The summary.
 */
export function summarizeRun(plan: SummaryPlan, results: readonly ResultRow[]): RunSummary {
  const rowsOf = (arm: string) => results.filter((row) => row.arm === arm);
  const arms = plan.arms.map((arm) => rowsOf(arm.name)).filter((rows) => rows.length > 0).map(summarizeArm);
  const reference = rowsOf(plan.reference);
  const raw = arms.filter((arm) => arm.arm !== plan.reference).flatMap((arm) =>
    comparePaired(rowsOf(arm.arm), reference) ?? []
  );
  const corrected = holm(raw.map((one) => one.p));
  const comparisons = raw.map((one, i) => {
    const whole = { ...one, pHolm: corrected[i] ?? one.p };
    return { ...whole, sentence: comparisonSentence(whole) };
  });
  const levels: Record<string, Record<string, number>> = {};
  for (const row of results) {
    const site = levels[row.site] ??= {};
    for (const [level, count] of Object.entries(row.levels)) site[level] = (site[level] ?? 0) + count;
  }
  return { arms, comparisons, marks: findDoubts(plan, arms, results), levels };
}

/**
 * Holds two arms against each other on the tasks and seeds that both have.
 *
 * @param armRows Episodes of the arm.
 * @param referenceRows Episodes of the reference.
 * @returns The comparison without its correction, or undefined where nothing is shared.
 */
export function comparePaired(
  armRows: readonly ResultRow[],
  referenceRows: readonly ResultRow[],
): Omit<PairedComparison, "pHolm" | "sentence"> | undefined {
  const key = (row: ResultRow) => `${row.task}/${row.seed}`;
  const shared = new Set(referenceRows.map(key));
  const ours = armRows.filter((row) => shared.has(key(row)));
  const common = new Set(ours.map(key));
  const theirs = referenceRows.filter((row) => common.has(key(row)));
  const [first, against] = [ours[0], theirs[0]];
  if (first === undefined || against === undefined) return undefined;

  const [mine, other] = [byTask(ours, isSuccess), byTask(theirs, isSuccess)];
  const tasks = [...mine.keys()];
  const differences = tasks.map((task) => (mine.get(task) ?? 0) - (other.get(task) ?? 0));
  const better = differences.filter((difference) => difference > 0).length;
  const worse = differences.filter((difference) => difference < 0).length;
  const solved = new Set(tasks.filter((task) => mine.get(task) === 1 && other.get(task) === 1));
  const ratio = (keep: (row: ResultRow) => boolean) =>
    sum(ours.filter(keep).map(promptTokensOf)) / sum(theirs.filter(keep).map(promptTokensOf));
  const stepsOf = (rows: readonly ResultRow[]) => mean([...byTask(rows, (row) => row.steps.length).values()]);
  return {
    arm: first.arm,
    reference: against.arm,
    tasks: tasks.length,
    difference: mean(differences),
    interval: bootstrapInterval(differences, seededRandom(STATISTICS_SEED)),
    ...signFlipTest(differences, seededRandom(STATISTICS_SEED)),
    better,
    worse,
    equal: tasks.length - better - worse,
    ...(ours.length === tasks.length ? { mcnemar: exactMcNemar(better, worse) } : {}),
    steps: stepsOf(ours) - stepsOf(theirs),
    tokenRatio: ratio(() => true),
    ...(solved.size === 0 ? {} : { tokenRatioSolved: ratio((row) => solved.has(row.task)) }),
  };
}

/**
 * Says a comparison in one plain sentence.
 *
 * @param one The comparison.
 * @returns The sentence.
 */
export function comparisonSentence(one: Omit<PairedComparison, "sentence">): string {
  const points = Math.round(Math.abs(one.difference) * 100);
  const tasks = one.tasks === 1 ? "1 task" : `${one.tasks} tasks`;
  const counts = `better on ${one.better}, worse on ${one.worse}, equal on ${one.equal} of ${tasks}`;
  const certain = one.pHolm < 0.05 && (one.interval.low > 0 || one.interval.high < 0);
  const verdict = one.difference === 0
    ? "no difference in success"
    : certain
    ? `${one.arm} solved ${points} points ${one.difference > 0 ? "more" : "fewer"} than ${one.reference}`
    : `${points} points ${
      one.difference > 0 ? "more" : "fewer"
    } solved than by ${one.reference}, which this run cannot tell from chance`;
  const change = Math.round((one.tokenRatio - 1) * 100);
  const tokens = !Number.isFinite(change)
    ? ""
    : change === 0
    ? "; as many prompt tokens"
    : `; ${Math.abs(change)} % ${change < 0 ? "fewer" : "more"} prompt tokens`;
  return `${certain && one.difference !== 0 ? "" : `${one.arm}: `}${verdict} (${counts})${tokens}.`;
}
