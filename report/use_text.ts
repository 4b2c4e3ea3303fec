import type { RunUse } from "../env/mod.ts";

/** Misses and renditions that are told one by one. */
const MOST_TOLD = 20;

/**
 * Writes a use report as text for a terminal: policies first, since their divergence decides whether success rates can be
 * compared; then recordings, and what was missing.
 *
 * @param use The report.
 * @returns Lines, ending in a line feed.
 */
export function renderUse(use: RunUse): string {
  const lines = use.policies.map(({ policy, episodes, diverged, degraded, divergenceRate, meanDivergedAt, coverage }) =>
    `  ${policy}: ${diverged} of ${episodes} episodes left the recording (${percent(divergenceRate)})${
      meanDivergedAt === undefined ? "" : `, at step ${meanDivergedAt.toFixed(1)} on average`
    }${degraded === 0 ? "" : `, ${degraded} without some asset`}; ${percent(coverage)} of documents and data covered`
  );
  const rates = use.policies.map(({ divergenceRate }) => divergenceRate);
  if (rates.length > 1 && Math.max(...rates) > Math.min(...rates)) {
    lines.push("  ! the policies left the recording at different rates: compare their clean episodes only");
  }
  for (const { site, exchanges, used, unused } of use.archives) {
    lines.push(`  ${site}: ${used} of ${exchanges} exchanges used, ${unused.length} unused`);
  }
  const sum = (value: (episode: RunUse["episodes"][number]) => number) =>
    use.episodes.reduce((total, episode) => total + value(episode), 0);
  const levels = new Map<string, number>();
  for (const episode of use.episodes) {
    for (const [level, times] of Object.entries(episode.levels)) levels.set(level, (levels.get(level) ?? 0) + times);
  }
  const each = [...levels].sort(([a], [b]) => a < b ? -1 : 1).map(([level, times]) => `${times} ${level}`);
  lines.push(`  answers by level: ${each.length === 0 ? "none" : each.join(", ")}`);
  lines.push(
    `  ${sum(({ unchained }) => unchained)} unchained, ${sum(({ exhausted }) => exhausted)} exhausted, ${
      sum(({ fuzzy }) => fuzzy.length)
    } fuzzy, ${use.leaks} leaked connections${use.leaks === 0 ? "" : " (must be 0)"}`,
  );
  const told = use.episodes.flatMap(({ id, misses, fuzzy }) => [
    ...misses.map(({ method, url, reason, step }) => `  miss   ${id} step ${step}: ${method} ${url}: ${reason}`),
    ...fuzzy.map(({ url, score }) => `  fuzzy  ${id}: ${url}: score ${score}`),
  ]);
  lines.push(...told.slice(0, MOST_TOLD));
  if (told.length > MOST_TOLD) lines.push(`  and ${told.length - MOST_TOLD} more: see use.json`);
  return `${lines.join("\n")}\n`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)} %`;
}
