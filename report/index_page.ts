import type { ArmSummary, Manifest, Mark, PairedComparison, ResultRow, RunSummary, SweepSummary } from "../lab/mod.ts";
import { episodePath } from "./episode_path.ts";
import { money, percent, points, signed, tokens } from "./format.ts";
import { type Html, html } from "./html.ts";
import { page } from "./page.ts";
import { intervalPlot } from "./plots/interval_plot.ts";
import { linePlot } from "./plots/line_plot.ts";
import { tokenGrowth } from "./token_growth.ts";
import { verdictMark } from "./verdict_mark.ts";

/** What the index is rendered from: result files, and nothing else. */
export interface IndexInput {
  readonly manifest: Manifest;
  /** First 12 hex digits of the manifest's hash. */
  readonly runId: string;
  readonly results: readonly ResultRow[];
  readonly summary: RunSummary;
  readonly sweep?: SweepSummary;
  /** Insights and where they come from, by group id. */
  readonly groups: ReadonlyMap<string, { readonly query: string; readonly texts: readonly string[] }>;
  /** Commit, versions and so on, shown at the foot. */
  readonly environment: Readonly<Record<string, unknown>>;
  /** What makes this run again. */
  readonly command: string;
}

/**
 * Renders a run's report: what was found, the table, plots, every episode's verdict, and how to make it again.
 *
 * @param input Result files.
 * @returns A whole HTML document that loads nothing.
 */
export function indexPage(input: IndexInput): string {
  const { manifest, summary, results } = input;
  const { experiment } = manifest;
  const isSimulated = experiment.model.kind === "simulated";
  const tasks = new Set(results.map((row) => row.task)).size;
  const colours = new Map(summary.arms.map((arm, index) => [arm.arm, index]));
  return page({
    title: `${experiment.name} · M2Lab`,
    root: "",
    body: html`
      <header>
        <h1>${experiment.name} ${isSimulated && html`<span class="badge">simulated reader</span>`}</h1>
        <p>${results.length} episodes: ${tasks} tasks × ${summary.arms.length} memory policies × ${experiment.seeds
          .length} ${experiment.seeds.length === 1 ? "seed" : "seeds"}, on recorded sites (${experiment.sites.join(
            ", ",
          )}), model <code>${manifest.model.id}</code>.
      ${isSimulated &&
        html`Token figures are counted on prompts that were really rendered. Success is <strong>simulated</strong>: it follows from a reader
whose curves are published or assumed, and says nothing of a real model.`}</p>
      </header>
      <section><h2>What was found</h2>
      <ul class="findings">${summary.comparisons.map((one) =>
        html`<li>${capital(one.sentence)}</li>`
      )}${input.sweep !== undefined && html`<li>${capital(input.sweep.sentence)}</li>`}</ul>${renderMarks(
        summary.marks,
      )}</section>
      <section><h2>The arms</h2>${armTable(summary.arms, colours, isSimulated)}</section>
      <section><h2>Success against ${experiment.reference}</h2>${intervalPlot(
        summary.comparisons.map((one) => ({
          label: one.arm,
          colour: colours.get(one.arm) ?? 0,
          difference: one.difference,
          low: one.interval.low,
          high: one.interval.high,
        })),
        `Difference in ${
          isSimulated ? "simulated " : ""
        }success to ${experiment.reference}, in percentage points, with 95 % intervals drawn by task`,
      )}${pairTable(summary.comparisons, experiment.reference)}</section>
      <section><h2>How prompts grow</h2>${linePlot(
        summary.arms.map((arm) => ({
          label: arm.arm,
          colour: colours.get(arm.arm) ?? 0,
          points: tokenGrowth(results.filter((row) => row.arm === arm.arm)),
        })),
        {
          title: "Mean prompt tokens at each step, over the episodes that reached it (at least three)",
          xLabel: "step",
          yLabel: "tokens",
          formatY: tokens,
        },
      )}</section>
      ${input.sweep !== undefined && renderSweep(input.sweep)}
      <section><h2>Every episode</h2><p class="quiet">Mark and number of steps; each leads to the episode's steps.</p>${matrix(
        results,
        summary.arms,
      )}</section>
      ${renderGroups(input)}
      ${renderReplay(summary)}
      <footer>
        <h2>How to make it again</h2>
        <pre>${input.command}</pre>
        <dl><dt>run</dt><dd><code>${input.runId}</code></dd>${Object.entries(input.environment).map(([name, value]) =>
          html`
            <dt>${name}</dt>
            <dd>${typeof value === "string" ? value : JSON.stringify(value)}</dd>
          `
        )}</dl>
        <details>
          <summary>Manifest: what the run is made of</summary>
          <pre>${JSON.stringify(manifest, null, 2)}</pre>
        </details>
      </footer>
    `,
  });
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function renderMarks(marks: readonly Mark[]): Html | undefined {
  return marks.length === 0
    ? undefined
    : html`<ul class="quiet">${marks.map((mark) => html`<li><strong>!</strong> ${mark.sentence}</li>`)}</ul>`;
}

function swatch(colour: number | undefined): Html {
  return html`<span class="swatch" style="background:var(--arm-${colour ?? 0})"></span>`;
}

function armTable(arms: readonly ArmSummary[], colours: ReadonlyMap<string, number>, isSimulated: boolean): Html {
  return html`
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th class="text">arm</th>
            <th>${isSimulated && "simulated "}success</th>
            <th>95 %</th>
            <th>clean only</th>
            <th>steps</th>
            <th>prompt tokens<br>an episode</th>
            <th>uncached</th>
            <th>longest<br>prompt</th>
            <th>output</th>
            <th>cost</th>
            <th>repairs</th>
            <th>recalled</th>
          </tr>
        </thead>
        <tbody>
    ${arms.map((arm) =>
      html`
        <tr>
          <td>${swatch(colours.get(arm.arm))}${arm.arm}</td>
          <td>${arm.successes}/${arm.episodes} · ${percent(arm.successRate)}</td>
          <td>[${Math.round(arm.successInterval.low * 100)}, ${Math.round(arm.successInterval.high * 100)}]</td>
          <td>${arm.clean.successes}/${arm.clean.episodes}</td>
          <td>${arm.steps.toFixed(1)}</td>
          <td>${tokens(arm.promptTokens)}</td>
          <td>${tokens(arm.uncachedTokens)}</td>
          <td>${tokens(arm.peakTokens)}</td>
          <td>${tokens(arm.outputTokens)}</td>
          <td>${money(arm.costUsd)}</td>
          <td>${arm.repairs}</td>
          <td>${arm.recalling}/${arm.episodes}</td>
        </tr>
      `
    )}</tbody>
      </table>
    </div>
    <p
      class="quiet">Means over tasks. Uncached: prompt tokens less the prefix shared with the prompt before. Clean only: episodes without a miss.
    Ends other than an answer: ${arms.map((arm) =>
      `${arm.arm} ${
        Object.entries(arm.ends).filter(([end]) => end !== "finished").map(([end, count]) => `${count} ${end}`).join(
          ", ",
        ) || "none"
      }`
    ).join(" · ")}.</p>
  `;
}

function pairTable(comparisons: readonly PairedComparison[], reference: string): Html {
  const p = (value: number) => value < 0.001 ? "< 0.001" : value.toFixed(3);
  return html`
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th class="text">less ${reference}</th>
            <th>points</th>
            <th>p</th>
            <th>Holm</th>
            <th>McNemar</th>
            <th>better / equal / worse</th>
            <th>steps</th>
            <th>tokens</th>
            <th>tokens where<br>both solved</th>
          </tr>
        </thead>
        <tbody>${comparisons.map((one) =>
          html`
            <tr>
              <td>${one.arm}</td>
              <td>${points(one.difference)}</td>
              <td>${p(one.p)}</td>
              <td>${p(one.pHolm)}</td>
              <td>${one.mcnemar === undefined ? "–" : p(one.mcnemar)}</td>
              <td>${one.better} / ${one.equal} / ${one.worse}</td>
              <td>${signed(one.steps)}</td>
              <td>× ${one.tokenRatio.toFixed(2)}</td>
              <td>${one.tokenRatioSolved === undefined ? "–" : `× ${one.tokenRatioSolved.toFixed(2)}`}</td>
            </tr>
          `
        )}</tbody>
      </table>
    </div>
    <p
      class="quiet">The task is the unit: signs of per-task differences flipped (p), corrected for the number of arms (Holm).</p>
  `;
}

function renderSweep(sweep: SweepSummary): Html {
  const [down, across] = sweep.axes;
  const cell = (a: number, b: number) => {
    const found = sweep.cells.find(({ at }) => at[0] === a && at[1] === b);
    if (found === undefined) return html`<td>–</td>`;
    const direction = found.difference > 0 ? "up" : found.difference < 0 ? "down" : "";
    return html`<td class="${direction}">${points(found.difference)}</td>`;
  };
  return html`
    <section>
      <h2>Where the sign turns</h2>
      <p>${capital(sweep.sentence)}</p>
      <div class="wide">
        <table class="grid-table">
          <thead>
            <tr>
    <th class="text">${down.parameter} ↓ &nbsp; ${across.parameter} →</th>${across.values.map((value) =>
      html`<th>${value}</th>`
    )}</tr>
          </thead>
          <tbody>
    ${down.values.map((a) => html`<tr><td>${a}</td>${across.values.map((b) => cell(a, b))}</tr>`)}</tbody>
        </table>
      </div>
      <p
        class="quiet">Simulated success of ${sweep.arms[0]} less that of ${sweep
          .arms[1]}, in points, for readers of different kinds.</p>
    </section>
  `;
}

function matrix(results: readonly ResultRow[], arms: readonly ArmSummary[]): Html {
  const tasks = [...new Set(results.map((row) => row.task))].sort();
  return html`
    <div class="wide">
      <table class="matrix">
        <thead>
          <tr><th class="text">task</th>${arms.map((arm) => html`<th>${arm.arm}</th>`)}</tr>
        </thead>
        <tbody>${tasks.map((task) =>
          html`<tr><td>${task}</td>${
            arms.map((arm) =>
              html`<td>${
                results.filter((row) => row.task === task && row.arm === arm.arm).map((row) =>
                  html`<a href="${episodePath(row.id)}" title="${row.id}: ${row.end}">${
                    verdictMark(row.verdict.outcome)
                  }<small>${row.steps.length}</small></a>`
                )
              }</td>`
            )
          }</tr>`
        )}</tbody>
      </table>
    </div>
  `;
}

function renderGroups({ results, groups }: IndexInput): Html | undefined {
  const uses = new Map<string, ResultRow[]>();
  for (const row of results) for (const group of row.recalled) uses.set(group, [...uses.get(group) ?? [], row]);
  if (uses.size === 0) return undefined;
  const ordered = [...uses].sort(([a, rowsA], [b, rowsB]) => rowsB.length - rowsA.length || (a < b ? -1 : 1));
  return html`<section><h2>Insights that were recalled</h2>${
    ordered.map(([id, rows]) => {
      const group = groups.get(id);
      const solved = rows.filter((row) => row.verdict.outcome === "success").length;
      return html`
        <details>
          <summary>${group?.query ?? id} <span class="quiet">in ${rows
            .length} episodes, ${solved} solved</span></summary>
          <ul>${(group?.texts ?? []).map((text) => html`<li>${text}</li>`)}</ul>
        </details>
      `;
    })
  }</section>`;
}

function renderReplay(summary: RunSummary): Html {
  return html`
    <section>
      <h2>How faithful the replay was</h2>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th class="text">site</th>
              <th>documents and data</th>
              <th>exact or canonical</th>
              <th class="text">by level</th>
            </tr>
          </thead>
          <tbody>${Object.entries(summary.levels).map(([site, levels]) => {
            const total = Object.values(levels).reduce((sum, count) => sum + count, 0);
            const plain = (levels["exact"] ?? 0) + (levels["canonical"] ?? 0);
            return html`
              <tr>
                <td>${site}</td>
                <td>${total}</td>
                <td>${percent(total === 0 ? 0 : plain / total)}</td>
                <td class="text">${Object.entries(levels).map(([level, count]) => `${count} ${level}`).join(", ")}</td>
              </tr>
            `;
          })}</tbody>
        </table>
      </div>
    </section>
  `;
}
