import { assert, assertEquals } from "@std/assert";
import { playbooks } from "../../../replay-fixtures/shop/playbook/mod.ts";
import { tasks } from "../../../replay-fixtures/shop/tasks.ts";
import { defaultWorld, variantWorld } from "../../../replay-fixtures/shop/world.ts";
import { play } from "./play.ts";

for (
  const [name, world] of [["the recorded", defaultWorld], ["another", variantWorld(1)], [
    "a third",
    variantWorld(2),
  ]] as const
) {
  Deno.test(`whoever forgets nothing does every task in ${name} shop in as many steps as its horizon says`, async () => {
    const seen: string[] = [];
    for (const task of tasks(world)) {
      const { output, verdict } = await play(task, { world, reader: { trapRate: 0 } });
      const steps = output.trajectory.steps.length;
      if (verdict.outcome !== "success" || steps !== task.horizon) {
        seen.push(`${task.id}: ${steps} of ${task.horizon} steps, ${verdict.explanation} ${output.message ?? ""}`);
      }
    }
    assertEquals(seen, []);
  });
}

Deno.test("whoever falls into every trap fails or needs more steps wherever there is a trap", async () => {
  for (const task of tasks(defaultWorld)) {
    const traps = playbooks.find(({ id }) => id === `shop/${task.template}`)?.traps ?? [];
    const { output, verdict } = await play(task, { world: defaultWorld, reader: { trapRate: 1 } });
    const isHarmed = verdict.outcome !== "success" || output.trajectory.steps.length > task.horizon;
    assertEquals(isHarmed, traps.length > 0, `${task.id}: ${output.answer}`);
  }
});

Deno.test("a reader who sees the page at hand alone comes to an end in every task", async () => {
  for (const task of tasks(defaultWorld)) {
    const { output } = await play(task, { world: defaultWorld, reader: { trapRate: 0 }, history: "none" });
    assert(
      ["finished", "step-limit", "loop"].includes(output.end),
      `${task.id}: ${output.end} ${output.message ?? ""}`,
    );
  }
});

Deno.test("short summaries of each step are enough for whoever loses nothing in them", async () => {
  for (const task of tasks(defaultWorld)) {
    const { output, verdict } = await play(task, {
      world: defaultWorld,
      reader: { trapRate: 0 },
      history: "summary-chain",
    });
    assertEquals(
      [task.id, verdict.outcome, output.trajectory.steps.length],
      [task.id, "success", task.horizon],
    );
  }
});
