import { assert, assertAlmostEquals } from "@std/assert";
import { drawSeed, section, splitSeed, tokenCounter } from "../../../models/mod.ts";
import { type Playbook, readerPreset, recallProbability } from "../../../models/simulated/mod.ts";
import { PromptReader, type PromptView } from "../../../models/simulated/prompt_view.ts";
import { decide } from "../../../models/simulated/reader.ts";

/** NoLiMa (arXiv 2502.05167), accuracy in per cent at 1K, 2K, 4K, 8K, 16K and 32K tokens. */
const PUBLISHED: Readonly<Record<string, readonly number[]>> = {
  "gpt-4o-curve": [98.1, 98.0, 95.7, 89.2, 81.6, 69.7],
  "llama-3.3-70b-curve": [94.2, 87.4, 81.5, 72.1, 59.5, 42.7],
  "gpt-4o-mini-curve": [67.7, 58.2, 44.1, 32.6, 20.6, 13.7],
};
const LENGTHS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
const POSITIONS = 40;
const SEEDS = 50;

const NEEDLE: Playbook = {
  id: "calibration/needle",
  goal: "^What is the needle\\?$",
  home: "https://none.test/",
  traps: [],
  subgoals: () => [],
  answerNeeds: () => ["needle"],
  answer: (_slots, facts) => facts.needle ?? "forgotten",
};

/** A haystack of so many tokens with one needle at a share of its length. */
function haystack(reader: PromptReader, length: number, share: number): PromptView {
  const counter = tokenCounter("none");
  const chunk = section("summary", { step: "1" }, "The day was long and the road went on over the hills. ".repeat(4));
  const needle = section("summary", { step: "1" }, "[needle: 4711]");
  const task = section("task", {}, "What is the needle?");
  const page = section("page", { step: "2" }, '- heading "Nothing" [level=1]');
  const fixed = counter.text(needle) + counter.text(task) + counter.text(page);
  const chunks = Math.round((length - fixed) / counter.text(chunk));
  const before = Math.round(share * chunks);
  const parts = [task, ...Array(before).fill(chunk), needle, ...Array(chunks - before).fill(chunk), page];
  return reader.read([{ role: "user", parts: parts.map((text) => ({ type: "text", text })) }]);
}

function recalledShare(view: PromptView, preset: ReturnType<typeof readerPreset>, seeds: readonly number[]): number {
  const right = seeds.filter((index) => {
    const { seed, attempt } = splitSeed(drawSeed(index, 0));
    const { action } = decide({ view, playbook: NEEDLE, slots: {}, preset, seed, attempt });
    return action.kind === "answer" && action.text === "4711";
  });
  return right.length / seeds.length;
}

Deno.test("the reader alone gives the published length curves back within 3 points", () => {
  const reader = new PromptReader(tokenCounter("none"));
  for (const [name, published] of Object.entries(PUBLISHED)) {
    const preset = readerPreset(name);
    LENGTHS.forEach((length, i) => {
      let sum = 0;
      for (let p = 0; p < POSITIONS; p++) {
        const view = haystack(reader, length, (p + 0.5) / POSITIONS);
        assert(Math.abs(view.length - length) < 0.04 * length, `${view.length} tokens instead of ${length}`);
        // Other seeds at each position, so that the sum is over independent draws.
        sum += recalledShare(view, preset, Array.from({ length: SEEDS }, (_, s) => p * SEEDS + s));
      }
      assertAlmostEquals(
        100 * sum / POSITIONS,
        published[i] ?? NaN,
        3,
        `${name} at ${length}: ${100 * sum / POSITIONS}`,
      );
    });
  }
});

Deno.test("the reader alone gives the position curve's shape back", () => {
  const reader = new PromptReader(tokenCounter("none"));
  const preset = readerPreset("gpt-4o-curve");
  const seeds = Array.from({ length: 1_000 }, (_, s) => s);
  const measured = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const view = haystack(reader, 32_000, share);
    const expected = recallProbability(preset.recall, view.length, share * view.length, 0);
    const found = recalledShare(view, preset, seeds);
    assertAlmostEquals(found, expected, 0.04, `at ${share}: ${found} instead of ${expected}`);
    return found;
  });
  const [head = 0, , middle = 0, , tail = 0] = measured;
  assert(head > tail && tail > middle, measured.join(" "));
});
