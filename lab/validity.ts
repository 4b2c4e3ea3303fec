import type { ArmSummary } from "./arm_summary.ts";
import type { SummaryPlan } from "./comparison.ts";
import type { ResultRow } from "./result.ts";

/** Something that makes a figure deserve doubt; tables show it as `!` with a footnote. */
export interface Mark {
  /** The arm whose row it stands in; absent where it concerns the whole run. */
  readonly arm?: string;
  /** What deserves doubt, and why. */
  readonly sentence: string;
}

/** Below so many tasks a run says little, whatever its p values. */
export const ENOUGH_TASKS = 20;

/**
 * Looks for reasons not to trust a run's figures.
 *
 * @param plan What was to be compared.
 * @param arms Each arm's summary.
 * @param results Every row.
 * @returns The marks: the run's first, then arm by arm.
 */
export function findDoubts(
  plan: SummaryPlan,
  arms: readonly ArmSummary[],
  results: readonly ResultRow[],
): Mark[] {
  const tasks = new Set(results.map((row) => row.task)).size;
  const marks: Mark[] = [];
  if (tasks < ENOUGH_TASKS) {
    marks.push({
      sentence: `only ${tasks} ${tasks === 1 ? "task" : "tasks"}: below ${ENOUGH_TASKS} a difference says little`,
    });
  }
  const most = Math.max(0, ...arms.map((arm) => arm.episodes));
  for (const arm of plan.arms) {
    const name = arm.name;
    const mark = (sentence: string) => marks.push({ arm: name, sentence: `${name} ${sentence}` });
    const summary = arms.find((candidate) => candidate.arm === name);
    if (summary === undefined) {
      mark("has no episode: it is missing from the table");
      continue;
    }
    if (summary.episodes < most) mark(`has ${summary.episodes} of ${most} episodes: it is compared on those alone`);
    if (arm.insights.policy !== "none" && summary.recalling === 0) {
      mark("never recalled an insight: it tells nothing of its bank");
    }
    if (summary.misses > 0) mark(`asked ${summary.misses} times for what the recording does not hold`);
    if (summary.leaks > 0) mark(`opened ${summary.leaks} connections to somewhere else: its episodes are not a replay`);
    if (summary.undecided > 0) mark(`has ${summary.undecided} undecided verdicts, counted as failures`);
  }
  return marks;
}
