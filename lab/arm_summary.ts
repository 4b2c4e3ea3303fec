import { mean, sum } from "simple-statistics";
import type { End } from "../env/mod.ts";
import { seededRandom } from "../base/mod.ts";
import { compareText } from "./order.ts";
import type { ResultRow } from "./result.ts";
import { bootstrapInterval } from "./statistics/bootstrap.ts";
import { type Growth, growth } from "./statistics/growth.ts";
import { type Interval, wilsonInterval } from "./statistics/wilson.ts";

/** Seed of every draw that statistics make: the same results give the same figures. */
export const STATISTICS_SEED = 20_260_228;

/** What one arm came to. Means are over tasks, each task's value being the mean over its seeds. */
export interface ArmSummary {
  /** As the experiment names it. */
  readonly arm: string;
  /** The policy's own id. */
  readonly policy: string;
  /** How many were run. */
  readonly episodes: number;
  /** On how many tasks. */
  readonly tasks: number;
  /** Episodes judged a success; everything else counts against the arm, off-tape and undecided too. */
  readonly successes: number;
  /** 0 to 1. */
  readonly successRate: number;
  /** 95 %: Wilson's with one seed, else by drawing tasks. */
  readonly successInterval: Interval;
  /** The same over the episodes that met no miss. */
  readonly clean: { readonly episodes: number; readonly successes: number };
  /** Steps of an episode. */
  readonly steps: number;
  /** Tokens of an episode's prompts, whole. */
  readonly promptTokens: number;
  /** Tokens of an episode's prompts less the prefix shared with the prompt before: what a caching provider bills in full. */
  readonly uncachedTokens: number;
  /** Tokens that an episode's replies have. */
  readonly outputTokens: number;
  /** Tokens of the longest prompt of an episode. */
  readonly peakTokens: number;
  /** US dollars an episode; absent where a price is unknown. */
  readonly costUsd?: number;
  /** Mean over the episodes that are long enough. */
  readonly growth?: Growth & { readonly episodes: number };
  /** Episodes that left their recording. Where arms differ in it, plain success rates are biased. */
  readonly diverged: number;
  /** How the episodes ended. */
  readonly ends: Readonly<Partial<Record<End, number>>>;
  /** Verdicts that no judge could reach; counted against the arm. */
  readonly undecided: number;
  /** Replies that had to be repaired. */
  readonly repairs: number;
  /** Episodes that recalled at least one group of insights: the proof that an arm's bank was read. */
  readonly recalling: number;
  /** Requests that the recording did not hold, over all episodes. */
  readonly misses: number;
  /** Connections that left the machine, over all episodes. */
  readonly leaks: number;
}

/**
 * Sums an arm up.
 *
 * @param rows Its episodes; at least one, all of one arm.
 * @returns The summary.
 */
export function summarizeArm(rows: readonly ResultRow[]): ArmSummary {
  const [first] = rows;
  if (first === undefined) throw new RangeError("Cannot sum an arm up as it must have an episode: it has none");
  const rates = byTask(rows, isSuccess);
  const successes = rows.filter(isSuccess).length;
  const perTask = (value: (row: ResultRow) => number) => mean([...byTask(rows, value).values()]);
  const clean = rows.filter((row) => row.validity === "clean" || row.validity === "live");
  const costs = rows.map((row) => row.usage.costUsd);
  const grown = rows.flatMap((row) => growth(row.steps.map((step) => step.promptTokens)) ?? []);
  const ends: Partial<Record<End, number>> = {};
  for (const row of rows) ends[row.end] = (ends[row.end] ?? 0) + 1;
  return {
    arm: first.arm,
    policy: first.policy,
    episodes: rows.length,
    tasks: rates.size,
    successes,
    successRate: mean([...rates.values()]),
    successInterval: rates.size === rows.length
      ? wilsonInterval(successes, rows.length)
      : bootstrapInterval([...rates.values()], seededRandom(STATISTICS_SEED)),
    clean: { episodes: clean.length, successes: clean.filter(isSuccess).length },
    steps: perTask((row) => row.steps.length),
    promptTokens: perTask(promptTokensOf),
    uncachedTokens: perTask((row) => sum(row.steps.map((step) => step.promptTokens - step.sharedPrefixTokens))),
    outputTokens: perTask((row) => sum(row.steps.map((step) => step.outputTokens))),
    peakTokens: perTask((row) => Math.max(0, ...row.steps.map((step) => step.promptTokens))),
    ...(costs.every((cost) => cost !== undefined) ? { costUsd: perTask((row) => row.usage.costUsd ?? 0) } : {}),
    ...(grown.length === 0 ? {} : {
      growth: {
        exponent: mean(grown.map((one) => one.exponent)),
        slope: mean(grown.map((one) => one.slope)),
        episodes: grown.length,
      },
    }),
    diverged: rows.filter((row) => row.validity === "diverged").length,
    ends,
    undecided: rows.filter((row) => row.verdict.outcome === "undecided").length,
    repairs: sum(rows.map((row) => row.repairs)),
    recalling: rows.filter((row) => row.recalled.length > 0).length,
    misses: sum(rows.map((row) => row.misses.length)),
    leaks: sum(rows.map((row) => row.leaks)),
  };
}

/** Whether an episode counts for its arm. */
export function isSuccess(row: ResultRow): boolean {
  return row.verdict.outcome === "success";
}

/** Tokens of all of an episode's prompts, whole. */
export function promptTokensOf(row: ResultRow): number {
  return sum(row.steps.map((step) => step.promptTokens));
}

/**
 * The mean over seeds, for each task.
 *
 * @param rows Episodes.
 * @param value What is averaged.
 * @returns Task id to mean, in the order of ids.
 */
export function byTask(rows: readonly ResultRow[], value: (row: ResultRow) => number | boolean): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const row of [...rows].sort((a, b) => compareText(a.id, b.id))) {
    values.set(row.task, [...values.get(row.task) ?? [], Number(value(row))]);
  }
  return new Map([...values].map(([task, list]) => [task, mean(list)]));
}
