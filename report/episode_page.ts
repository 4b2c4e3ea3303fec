import { episodePath } from "./episode_path.ts";
import type { EpisodeView, PartView, StepView } from "./episode_view.ts";
import { tokens } from "./format.ts";
import { type Html, html } from "./html.ts";
import { page } from "./page.ts";
import { verdictMark } from "./verdict_mark.ts";

/**
 * Renders one episode as a page: its steps from first to last, each with what the agent saw, what it was asked, what it
 * thought and did. Left and right arrow keys go from step to step.
 *
 * @param episode What to show.
 * @returns A whole HTML document; it loads nothing but the screenshots beside it.
 */
export function episodePage(episode: EpisodeView): string {
  const seen = new Set<string>();
  const steps = episode.steps.map((step) => renderStep(step, seen, episode.steps.length));
  return page({
    title: episode.id,
    root: "../",
    body: html`
      <nav class="crumbs"><a href="../index.html">All episodes</a>${neighbour("previous", episode.previous)}${neighbour(
        "next",
        episode.next,
      )}</nav>
      <header>
        <h1>${episode.goal}</h1>
        <p class="facts">${verdictMark(episode.verdict.outcome)} <strong>${episode.verdict.outcome}</strong> · ${episode
          .end} ·
      ${episode.steps.length} steps · arm <strong>${episode.arm}</strong> (${episode.policy}) · seed ${episode
        .seed} · simulated reader</p>
      </header>
      <section class="outcome">
        <dl>
      <dt>Answer</dt><dd>${episode.answer ?? html`<em>none</em>`}</dd>
      <dt>Verdict</dt><dd>${episode.verdict.explanation} <span class="quiet">${episode.verdict.judge}</span></dd>
      ${episode.message !== undefined && html`
        <dt>End</dt>
        <dd>${episode.message}</dd>
      `}
      <dt>Start</dt><dd><code>${episode.startUrl}</code></dd>
        </dl>
      </section>
      ${renderInsights(episode)}
      <ol class="rail" aria-label="Steps">${episode.steps.map((step) =>
        html`<li><a href="#step-${step.index}">${step.index}</a></li>`
      )}</ol>
      ${steps}
    `,
    script: KEYS,
  });
}

function neighbour(label: string, id: string | undefined): Html | undefined {
  return id === undefined ? undefined : html`<a href="../${episodePath(id)}">${label}: ${id}</a>`;
}

function renderInsights(episode: EpisodeView): Html | undefined {
  if (episode.insights.length === 0) return undefined;
  return html`
    <details class="insights">
      <summary>${episode.insights.length} insights in the system prompt</summary>
      <ul>${episode.insights.map((insight) =>
        html`
          <li>
            <p>${insight.text}</p>
            <p class="quiet">${insight.kind} · learned on ${insight.source}: ${insight.query}</p>
          </li>
        `
      )}</ul>
    </details>
  `;
}

function renderStep(step: StepView, seen: Set<string>, count: number): Html {
  return html`
    <article class="step" id="step-${step.index}">
      <header>
        <h2>Step ${step.index} <span class="quiet">of ${count}</span></h2>
        <p class="quiet"><code>${step.url}</code> · ${step.title}</p>
      </header>
      <div class="columns">
        <div class="seen">
    ${step.screenshot === undefined
      ? html`<p class="quiet">no screenshot was taken</p>`
      : html`<a href="${step.screenshot}"><img loading="lazy" src="${step.screenshot}" alt="The page at step ${step.index}"></a>`}
    <details><summary>Page as text</summary><pre>${step.page}</pre></details>
        </div>
        <div class="done">
    <p class="thought">${step.thought}</p>
    ${step.brokenReply !== undefined && html`
      <details class="trouble">
        <summary>The first reply could not be read</summary>
        <pre>${step.brokenReply}</pre>
      </details>
    `}
    <p class="action"><code>${step.action}</code></p>
    ${step.trouble !== undefined && html`<p class="trouble">${step.trouble}</p>`}
    ${step.summary !== undefined && html`<p class="summary"><span class="quiet">Summary</span> ${step.summary}</p>`}
    <details class="prompt"><summary>Prompt: ${tokens(step.promptTokens)} tokens, ${tokens(
      step.sharedPrefixTokens,
    )} shared with the one before · reply ${tokens(step.outputTokens)}</summary>
    ${promptBar(step)}
    ${step.parts.map((part) => renderPart(part, seen))}
    </details></div>
      </div>
    </article>
  `;
}

function promptBar(step: StepView): Html {
  const sums = new Map<string, number>();
  for (const part of step.parts) sums.set(part.name, (sums.get(part.name) ?? 0) + part.tokens);
  return html`<div class="bar" role="img" aria-label="Tokens by part">${
    [...sums].map(([name, count]) =>
      html`
        <span class="part-${name}" style="flex-grow:${count}"
          title="${name}: ${count} tokens"><b>${name}</b> ${tokens(count)}</span>
      `
    )
  }</div>`;
}

function renderPart(part: PartView, seen: Set<string>): Html {
  const label = html`<b>${part.name}</b> ${part.tokens} tokens`;
  if (seen.has(part.hash)) {
    return html`<p class="again">${label} <a href="#part-${part.hash.slice(0, 12)}">as before</a></p>`;
  }
  seen.add(part.hash);
  return html`
    <details class="part" id="part-${part.hash.slice(0, 12)}">
      <summary>${label}</summary>
      <pre>${part.text}</pre>
    </details>
  `;
}

/** Opens what a link leads to, and lets the arrow keys walk. It reads nothing but this page. */
const KEYS = `
const steps = [...document.querySelectorAll(".step")];
function open() { let node = document.getElementById(location.hash.slice(1)); while (node) { if (node.tagName === "DETAILS") node.open = true; node = node.parentElement; } document.getElementById(location.hash.slice(1))?.scrollIntoView(); }
addEventListener("hashchange", open); open();
addEventListener("keydown", (event) => {
  if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
  const here = steps.findLastIndex((step) => step.getBoundingClientRect().top < 80);
  const target = steps[event.key === "ArrowRight" ? Math.min(here + 1, steps.length - 1) : Math.max(here - 1, 0)];
  if (target) { event.preventDefault(); history.replaceState(null, "", "#" + target.id); target.scrollIntoView(); }
});`;
