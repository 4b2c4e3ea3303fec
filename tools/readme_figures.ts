/**
 * Writes the README's figures from a result file, so that none is typed by hand; a test holds the two against each other.
 *
 * `deno task m2 ablate experiments/first-light.json --json > docs/results/first-light.json`, then
 * `deno run -A tools/readme_figures.ts`.
 *
 * @module
 */
import type { RunSummary, SweepSummary } from "../lab/mod.ts";

const BEGIN = "<!-- figures:begin -->";
const END = "<!-- figures:end -->";

/** What `m2 ablate --json` prints. */
export type Figures = RunSummary & { readonly sweep?: SweepSummary };

/**
 * Renders the figures as Markdown.
 *
 * @param figures What `m2 ablate --json` printed.
 * @returns A table and sentences.
 */
export function renderFigures(figures: Figures): string {
  const first = figures.arms[0];
  if (first === undefined) throw new TypeError("Cannot render figures as there must be an arm: there is none");
  const tokens = (count: number) => `${(count / 1000).toFixed(1)}k`;
  const rows = figures.arms.map((arm) => {
    const share = arm === first ? "" : ` (× ${(arm.promptTokens / first.promptTokens).toFixed(2)})`;
    return `| ${arm.arm} | ${arm.successes}/${arm.episodes} | ${arm.steps.toFixed(1)} | ${
      tokens(arm.promptTokens)
    }${share} | ${tokens(arm.uncachedTokens)} | ${tokens(arm.peakTokens)} |`;
  });
  const levels = Object.entries(figures.levels).map(([site, counts]) => {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const plain = (counts["exact"] ?? 0) + (counts["canonical"] ?? 0);
    return `${site}: ${Math.round(100 * plain / total)} % of ${total} document and data answers exact or canonical, ${
      counts["miss"] ?? 0
    } misses`;
  });
  return [
    `The shipped experiment, ${first.tasks} held-out tasks on two recorded sites, means an episode (from \`docs/results/first-light.json\`):`,
    "",
    "| arm | simulated success | steps | prompt tokens | uncached tokens | longest prompt |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    ...figures.comparisons.map((one) => `- ${one.sentence}`),
    ...(figures.sweep === undefined ? [] : [`- Over the sweep, ${figures.sweep.sentence}`]),
    ...levels.map((line) => `- Replay, ${line}.`),
  ].join("\n");
}

/**
 * Puts the figures between the README's marks.
 *
 * @param readme The README.
 * @param figures What `m2 ablate --json` printed.
 * @returns The README with them.
 */
export function placeFigures(readme: string, figures: Figures): string {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) {
    throw new TypeError(`Cannot place figures as the README must hold ${BEGIN} and ${END}`);
  }
  return `${before}${BEGIN}\n\n${renderFigures(figures)}\n\n${END}${after}`;
}

if (import.meta.main) {
  const root = new URL("../", import.meta.url);
  const readme = new URL("README.md", root);
  const figures = JSON.parse(await Deno.readTextFile(new URL("docs/results/first-light.json", root)));
  await Deno.writeTextFile(readme, placeFigures(await Deno.readTextFile(readme), figures));
}
