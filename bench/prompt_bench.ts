/**
 * What rendering a prompt costs: a full history of thirty steps against a chain of thirty summaries, and the shared
 * prefix of two neighbouring prompts.
 *
 * @module
 */
import type { Step } from "../env/mod.ts";
import { composePolicy, historyPolicy, insightPolicy, type MemoryPolicy, sharedPrefix } from "../memory/mod.ts";

const STEPS = 30;

/** A page of a usual size: 250 lines of accessibility text, 12 KB. */
const PAGE = Array.from({ length: 250 }, (_, i) => `  - link "Lamp of an invented maker ${i}" [ref=e${i + 1}]`).join(
  "\n",
);

function makeStep(index: number): Step {
  return {
    index,
    observation: {
      url: `https://shop.test/c/lamps?page=${index}`,
      title: "Lamps",
      text: `- heading "Page ${index}"\n${PAGE}`,
    },
    thought: "The cheapest lamp may be on the next page.",
    summary: "Read another page of lamps; the cheapest so far is 12.50. Next: the page after it.",
    action: { kind: "click", ref: "e7" },
    outcome: { status: "done" },
  };
}

function remember<M>(policy: MemoryPolicy<M>, steps: readonly Step[]): M {
  return steps.reduce((memory, step) => {
    const done = policy.reduce(memory, { type: "step.completed", step });
    const { index, summary = "" } = step;
    return policy.reduce(done, { type: "summary.written", from: index, to: index, text: summary });
  }, policy.init({ goal: "Find the cheapest lamp.", site: "shop" }));
}

const steps = Array.from({ length: STEPS }, (_, index) => makeStep(index));
const { observation } = makeStep(STEPS);

for (const history of ["full", "last-k", "summary-chain"]) {
  const policy = composePolicy(historyPolicy(history), insightPolicy("none"));
  const warm = remember(policy, steps);
  const isBaseline = history === "full";
  Deno.bench({
    name: `${history}: prompt of step ${STEPS}, past steps rendered before`,
    group: "warm",
    baseline: isBaseline,
    fn: () => void policy.render(warm, { index: STEPS, observation }),
  });
  Deno.bench({
    name: `${history}: prompt of step ${STEPS}, past steps new`,
    group: "cold",
    baseline: isBaseline,
    fn(bench) {
      const memory = remember(policy, steps.map((step) => ({ ...step })));
      bench.start();
      policy.render(memory, { index: STEPS, observation });
      bench.end();
    },
  });
}

const policy = composePolicy(historyPolicy("full"), insightPolicy("none"));
const previous = policy.render(remember(policy, steps.slice(0, -1)), {
  index: STEPS - 1,
  observation: makeStep(STEPS - 1).observation,
});
const next = policy.render(remember(policy, steps), { index: STEPS, observation });

Deno.bench("full: shared prefix of two neighbouring prompts, without the tokenizer", () => {
  sharedPrefix(previous, next, ([piece]) => piece?.type === "text" ? piece.text.length : 0);
});
