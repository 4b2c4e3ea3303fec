import { assert, assertEquals, assertThrows } from "@std/assert";
import { taskSchema } from "../../../env/mod.ts";
import { railParamsSchema } from "../../../replay-fixtures/rail/answer.ts";
import { template } from "../../../replay-fixtures/rail/task_maker.ts";
import { tasks } from "../../../replay-fixtures/rail/tasks.ts";
import { defaultWorld, variantWorld } from "../../../replay-fixtures/rail/world.ts";

const ALL = tasks(defaultWorld);

Deno.test("there are enough tasks on both sides of the split, and no template is on both", () => {
  const templates = (split: string): string[] => [
    ...new Set(ALL.filter((task) => task.split === split).map((task) => task.template)),
  ];
  assert(ALL.filter(({ split }) => split === "training").length >= 10);
  assert(ALL.filter(({ split }) => split === "heldout").length >= 12);
  assertEquals(templates("training").filter((name) => templates("heldout").includes(name)), []);
});

Deno.test("horizons are long enough for memory and short enough for an experiment", () => {
  for (const { id, horizon } of ALL) assert(horizon >= 8 && horizon <= 30, id);
  const heldOut = ALL.filter(({ split }) => split === "heldout");
  assert(heldOut.reduce((sum, { horizon }) => sum + horizon, 0) <= 150);
});

Deno.test("tasks and their parameters keep to their schemas", () => {
  for (const task of ALL) {
    assertEquals(taskSchema.parse(task), task);
    assertEquals(railParamsSchema.parse(task.params), task.params);
  }
  assertEquals(new Set(ALL.map(({ id }) => id)).size, ALL.length);
});

Deno.test("another world asks the same things with other words, and money and trains are other ones", () => {
  for (const [index, task] of tasks(variantWorld(1)).entries()) {
    const own = ALL[index];
    assertEquals([task.id, task.horizon], [own?.id, own?.horizon]);
    assert(task.goal !== own?.goal);
    const { answer } = railParamsSchema.parse(task.params);
    const { answer: before } = railParamsSchema.parse(own?.params);
    assertEquals(Object.keys(answer), Object.keys(before));
    for (const field of ["train", "reference", "day"] as const) {
      if (answer[field] !== undefined) assert(answer[field] !== before[field], task.id);
    }
  }
});

Deno.test("a task whose length was never measured is refused", () => {
  assertThrows(
    () => template("training", "new", [{ goal: "Go", answer: {} }]),
    RangeError,
    "Cannot make task rail-new-01 as its horizon must be known: it has none",
  );
});
