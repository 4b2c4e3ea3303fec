import type { InsightGroup, InsightSource } from "../bank/insight.ts";

/** What must not help: the task at hand, its template, or its whole site. */
export interface LeaveOut {
  /** Id of the task at hand. */
  readonly task?: string;
  /** Its template. */
  readonly template?: string;
  /** Its site. */
  readonly site?: string;
}

/** Why a group is left out. */
export type LeftOutReason = "same-task" | "same-template" | "same-site";

/** What is left of a group. */
export type Remainder =
  | { readonly left: InsightGroup }
  | { readonly left: undefined; readonly reason: LeftOutReason };

/** A lesson that so many other trajectories support would stand in the bank without the one at hand, too. */
const ENOUGH_SUPPORT = 3;

/**
 * Makes the guard of a bank: it takes what comes from the task at hand (or its template, or its site) out of groups.
 *
 * A lesson stays where at least three trajectories from elsewhere support it, with these alone as its sources; a group goes
 * where no lesson is left.
 *
 * @param groups The bank's groups.
 * @returns Gives what is left of each group that is touched, by row; the others are whole. Takes time by the touched
 * groups alone.
 */
export function leaveOut(groups: readonly InsightGroup[]): (what: LeaveOut) => Map<number, Remainder> {
  const rows = {
    task: new Map<string, number[]>(),
    template: new Map<string, number[]>(),
    site: new Map<string, number[]>(),
  };
  const note = (map: Map<string, number[]>, key: string, row: number) => {
    const those = map.get(key);
    if (those === undefined) map.set(key, [row]);
    else if (those[those.length - 1] !== row) those.push(row);
  };
  for (const [row, group] of groups.entries()) {
    for (const { sources } of group.insights) {
      for (const source of sources) {
        note(rows.task, source.taskId, row);
        note(rows.template, source.template, row);
        note(rows.site, source.site, row);
      }
    }
  }
  return (what) => {
    const touched = new Set([
      ...(what.task === undefined ? [] : rows.task.get(what.task) ?? []),
      ...(what.template === undefined ? [] : rows.template.get(what.template) ?? []),
      ...(what.site === undefined ? [] : rows.site.get(what.site) ?? []),
    ]);
    return new Map([...touched].flatMap((row) => {
      const group = groups[row];
      return group === undefined ? [] : [[row, remainderOf(group, what)] as const];
    }));
  };
}

function remainderOf(group: InsightGroup, what: LeaveOut): Remainder {
  let reason: LeftOutReason | undefined;
  const insights = group.insights.flatMap((insight) => {
    const sources = insight.sources.filter((source) => {
      const why = reasonOf(source, what);
      reason ??= why;
      return why === undefined;
    });
    if (sources.length === insight.sources.length) return [insight];
    const support = new Set(sources.map(({ trajectory }) => trajectory)).size;
    return support >= ENOUGH_SUPPORT ? [{ ...insight, sources }] : [];
  });
  return insights.length > 0 ? { left: { ...group, insights } } : { left: undefined, reason: reason ?? "same-task" };
}

function reasonOf(source: InsightSource, what: LeaveOut): LeftOutReason | undefined {
  if (source.taskId === what.task) return "same-task";
  if (source.template === what.template) return "same-template";
  return source.site === what.site ? "same-site" : undefined;
}
