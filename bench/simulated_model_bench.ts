/** One call of the simulated model on a long prompt, through the OpenAI client and back. */
import { section } from "../models/mod.ts";
import { type Playbook, readerPreset, simulatedModel } from "../models/simulated/mod.ts";

const STEPS = 30;
const playbook: Playbook = {
  id: "bench/rows",
  goal: "^Add up the rows\\.$",
  home: "https://bench.test/",
  traps: [],
  subgoals: () =>
    Array.from({ length: STEPS + 1 }, (_, step) => ({
      id: `row.${step}`,
      title: `read row ${step}`,
      at: `heading "Page ${step}"`,
      moves: [{ do: { kind: "click", role: "link", name: "Next" }, why: "go on" }],
      yields: [{ fact: `sum.${step}`, pattern: "Sum (?<value>\\d+)" }],
    })),
  answerNeeds: () => Array.from({ length: STEPS }, (_, step) => `sum.${step}`),
  answer: (_slots, facts) => Object.values(facts).join("+"),
};

function page(step: number): string {
  const rows = Array.from({ length: 22 }, (_, i) => `  - listitem:\n    - link "Thing ${step}-${i}" [ref=e${i + 2}]`);
  const text = `- heading "Page ${step}"\n- text: Sum ${step * 3}\n- list:\n${rows.join("\n")}\n- link "Next" [ref=e1]`;
  return section("page", { step: String(step), url: `https://bench.test/${step}`, title: "" }, text);
}

const past = Array.from({ length: STEPS }, (_, step) => {
  const thought = `[sum.${step}: ${step * 3}] [done: row.${step}] Go on.`;
  return page(step) + section("reply", { step: String(step) }, JSON.stringify({ thought, action: { kind: "back" } }));
});
const parts = [section("task", {}, "Add up the rows."), ...past, page(STEPS), section("format", {}, "Answer in JSON.")];
const messages = [{ role: "user", content: parts.map((text) => ({ type: "text", text }) as const) }] as const;
const model = simulatedModel({ preset: readerPreset("gpt-4o-curve"), playbooks: [playbook] });
const { usage } = await model.complete({ messages, seed: 0, maxOutputTokens: 500 });

Deno.bench(`decide on a prompt of ${usage.inputTokens} tokens`, async () => {
  await model.complete({ messages, seed: 0, maxOutputTokens: 500 });
});
