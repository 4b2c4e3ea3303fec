import type { ArmSummary, Mark, PairedComparison, RunSummary } from "../lab/mod.ts";

/** What {@linkcode renderTable} needs beside the figures. */
export interface TableOptions {
  /** Whether a simulated model drove the agent: then every success is called so. */
  readonly simulated: boolean;
  /** The reference arm's name. */
  readonly reference: string;
}

/**
 * Writes a run's summary as text for a terminal: arms, paired comparisons, sentences, doubts. Plain characters, at most
 * 118 wide where arm names have at most 16 letters; outcomes are words, never colours.
 *
 * @param summary The summary.
 * @param options How to call things.
 * @returns Lines, ending in a line feed.
 */
export function renderTable(summary: RunSummary, options: TableOptions): string {
  const blocks = [armBlock(summary, options), pairBlock(summary, options), sentences(summary), foot(summary)];
  return blocks.filter((block) => block.length > 0).map((block) => `${block.join("\n")}\n`).join("\n");
}

/**
 * Writes a number of tokens short: `812`, `41.3k`, `1.20M`.
 *
 * @param tokens The number.
 * @returns The text.
 *
 * @example Thousands
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { shortCount } from "./table.ts";
 *
 * equal(shortCount(41_312), "41.3k");
 * ```
 */
export function shortCount(tokens: number): string {
  if (Math.abs(tokens) < 999.5) return tokens.toFixed(0);
  return Math.abs(tokens) < 999_950 ? `${(tokens / 1000).toFixed(1)}k` : `${(tokens / 1_000_000).toFixed(2)}M`;
}

function armBlock(summary: RunSummary, options: TableOptions): string[] {
  const doubted = new Set(summary.marks.map((mark) => mark.arm));
  const header = [
    "arm",
    options.simulated ? "simulated success" : "success",
    "95 %",
    "clean only",
    "steps",
    "prompt tokens",
    "uncached",
    "output",
    "growth",
    "cost",
  ];
  const rows = summary.arms.map((arm) => [
    `${arm.arm}${doubted.has(arm.arm) ? " !" : ""}`,
    `${arm.successes}/${arm.episodes} ${percent(arm.successRate)}`,
    `[${whole(arm.successInterval.low)}, ${whole(arm.successInterval.high)}]`,
    `${arm.clean.successes}/${arm.clean.episodes}`,
    arm.steps.toFixed(1),
    shortCount(arm.promptTokens),
    shortCount(arm.uncachedTokens),
    shortCount(arm.outputTokens),
    arm.growth === undefined ? "-" : arm.growth.exponent.toFixed(2),
    costOf(arm),
  ]);
  return grid([header, ...rows], 1);
}

function pairBlock(summary: RunSummary, options: TableOptions): string[] {
  if (summary.comparisons.length === 0) return [];
  const withMcnemar = summary.comparisons.some((one) => one.mcnemar !== undefined);
  const header = [
    `less ${options.reference}`,
    "success",
    "95 %",
    "p",
    "Holm",
    ...(withMcnemar ? ["McNemar"] : []),
    "better/equal/worse",
    "steps",
    "tokens",
    "both solved",
  ];
  const rows = summary.comparisons.map((one) => [
    one.arm,
    `${signed(one.difference * 100, 0)} points`,
    `[${signed(one.interval.low * 100, 0)}, ${signed(one.interval.high * 100, 0)}]`,
    probability(one.p),
    probability(one.pHolm),
    ...(withMcnemar ? [one.mcnemar === undefined ? "-" : probability(one.mcnemar)] : []),
    `${one.better}/${one.equal}/${one.worse}`,
    signed(one.steps, 1),
    ratio(one.tokenRatio),
    one.tokenRatioSolved === undefined ? "-" : ratio(one.tokenRatioSolved),
  ]);
  return grid([header, ...rows], 1);
}

function sentences(summary: RunSummary): string[] {
  return summary.comparisons.map((one: PairedComparison) => `  ${one.sentence}`);
}

function foot(summary: RunSummary): string[] {
  const lines = Object.entries(summary.levels).sort(([a], [b]) => (a < b ? -1 : 1)).map(([site, levels]) => {
    const total = Object.values(levels).reduce((sum, count) => sum + count, 0);
    const plain = (levels["exact"] ?? 0) + (levels["canonical"] ?? 0);
    const each = Object.entries(levels).sort(([a], [b]) => (a < b ? -1 : 1)).map(([level, count]) =>
      `${count} ${level}`
    );
    return `  ${site}: ${
      percent(total === 0 ? 0 : plain / total)
    } of ${total} documents and data answers exact or canonical (${each.join(", ")}); ${missesOf(levels)}`;
  });
  if (summary.arms.some(({ diverged }) => diverged > 0)) {
    const rates = summary.arms.map(({ arm, diverged, episodes }) =>
      `${arm} ${diverged}/${episodes} ${percent(diverged / episodes)}`
    );
    lines.push(`  left the recording: ${rates.join(", ")}`);
  }
  for (const arm of summary.arms) {
    const ends = Object.entries(arm.ends).filter(([end]) => end !== "finished").sort(([a], [b]) => (a < b ? -1 : 1));
    if (ends.length > 0) lines.push(`  ${arm.arm}: ${ends.map(([end, count]) => `${count} ${end}`).join(", ")}`);
  }
  return [...lines, ...summary.marks.map((mark: Mark) => `  ! ${mark.sentence}`)];
}

function missesOf(levels: Readonly<Record<string, number>>): string {
  const misses = levels["miss"] ?? 0;
  return misses === 1 ? "1 miss" : `${misses} misses`;
}

/** Aligns cells: the first `left` columns to the left, the others to the right. */
function grid(rows: readonly (readonly string[])[], left: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    `  ${
      row.map((cell, column) => column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))
        .join("  ")
    }`.trimEnd()
  );
}

function costOf(arm: ArmSummary): string {
  return arm.costUsd === undefined ? "unknown" : `$${arm.costUsd.toFixed(arm.costUsd < 1 ? 3 : 2)}`;
}

function percent(share: number): string {
  return `${whole(share)} %`;
}

function whole(share: number): string {
  return (share * 100).toFixed(0);
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "-" : "+"}${text}`;
}

function probability(p: number): string {
  return p < 0.001 ? "<0.001" : p.toFixed(3);
}

function ratio(value: number): string {
  return Number.isFinite(value) ? `x${value.toFixed(2)}` : "-";
}
