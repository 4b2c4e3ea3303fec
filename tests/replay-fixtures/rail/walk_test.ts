import { assert, assertEquals } from "@std/assert";
import { type EpisodeOutput, runEpisode } from "../../../actors/mod.ts";
import type { Task, Verdict } from "../../../env/mod.ts";
import { composePolicy, historyPolicy, insightPolicy } from "../../../memory/mod.ts";
import { type Playbook, readerPreset, simulatedModel } from "../../../models/simulated/mod.ts";
import { grade } from "../../../replay-fixtures/rail/graders.ts";
import { playbooks } from "../../../replay-fixtures/rail/playbook/mod.ts";
import { tasks } from "../../../replay-fixtures/rail/tasks.ts";
import { defaultWorld, variantWorld, type World } from "../../../replay-fixtures/rail/world.ts";
import { plainBrowser } from "./plain_browser.ts";

const LIMITS = { virtualMs: 1e9, tokens: 1e9, costUsd: 1e9, repeats: 4, wallMs: 1e9 };

interface Walk {
  readonly output: EpisodeOutput;
  readonly verdict: Verdict;
}

async function walk(world: World, task: Task, known: readonly Playbook[], trapRate: number): Promise<Walk> {
  const output = await runEpisode({
    id: task.id,
    task,
    policy: composePolicy(historyPolicy("full"), insightPolicy("none")),
    seed: 1,
    limits: { ...LIMITS, steps: task.horizon * 2 + 10 },
    model: simulatedModel({ preset: readerPreset("perfect", { trapRate }), playbooks: known }),
    maxOutputTokens: 800,
    openBrowser: () => Promise.resolve(plainBrowser(world)),
    countTokens: { text: (text) => text.length, image: () => 0, chat: () => 0 },
    price: () => undefined,
    wall: () => () => {},
    stopwatch: { now: () => 0 },
    putBlob: () => {},
  });
  const evidence = { ...(output.answer === undefined ? {} : { answer: output.answer }), report: output.report };
  return { output, verdict: grade(task, evidence) };
}

for (const [name, world] of [["the recorded world", defaultWorld], ["another world", variantWorld(1)]] as const) {
  Deno.test(`in ${name}, every task succeeds in as many steps as its horizon says, when nothing is forgotten`, async () => {
    for (const task of tasks(world)) {
      const { output, verdict } = await walk(world, task, playbooks, 0);
      assertEquals(
        [task.id, verdict.outcome, output.steps.length],
        [task.id, "success", task.horizon],
        verdict.explanation,
      );
    }
  });
}

Deno.test("each trap alone spoils every task that it stands in, or makes it longer", async () => {
  for (const task of tasks(defaultWorld)) {
    const playbook = playbooks.find(({ id }) => id === `rail/${task.template}`);
    assert(playbook !== undefined);
    for (const trap of playbook.traps) {
      const { output, verdict } = await walk(defaultWorld, task, [{ ...playbook, traps: [trap] }], 1);
      const isSpoiled = verdict.outcome === "failure" || output.steps.length > task.horizon;
      assert(isSpoiled, `${task.id} is not touched by ${trap.id}`);
    }
  }
});
