import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { taskSchema } from "../../../env/mod.ts";
import { expectationSchema } from "../../../replay-fixtures/shop/expectation.ts";
import { tasks } from "../../../replay-fixtures/shop/tasks.ts";
import { defaultWorld, variantWorld } from "../../../replay-fixtures/shop/world.ts";

Deno.test("there are enough tasks of both splits, and no template has both", () => {
  const all = tasks(defaultWorld);
  const templates = (split: string) => new Set(all.filter((task) => task.split === split).map((task) => task.template));
  const [training, heldOut] = [templates("training"), templates("heldout")];
  assertEquals([all.filter(({ split }) => split === "training").length, training.size], [18, 9]);
  assertEquals([all.filter(({ split }) => split === "heldout").length, heldOut.size], [12, 6]);
  assertEquals([...training].filter((template) => heldOut.has(template)), []);
  assertEquals(new Set(all.map(({ id }) => id)).size, all.length);
});

Deno.test("every task can be read, is 8 to 30 steps long and says what is right", () => {
  for (const world of [defaultWorld, variantWorld(1)]) {
    for (const task of tasks(world)) {
      taskSchema.parse(task);
      expectationSchema.parse(task.params);
      assert(task.horizon >= 8 && task.horizon <= 30, task.id);
    }
  }
});

Deno.test("held-out tasks are short enough for an experiment to run them all under every policy", () => {
  const heldOut = tasks(defaultWorld).filter(({ split }) => split === "heldout");
  assert(heldOut.reduce((sum, { horizon }) => sum + horizon, 0) <= 150);
});

Deno.test("in another world the same tasks have other words and other answers", () => {
  const [here, there] = [tasks(defaultWorld), tasks(variantWorld(5))];
  assertEquals(there.map(({ id, split }) => [id, split]), here.map(({ id, split }) => [id, split]));
  here.forEach((task, i) => {
    const answer = (expectation: unknown) => expectationSchema.parse(expectation).answer;
    const isCount = answer(task.params).every(({ kind }) => kind === "number");
    if (!isCount) assertNotEquals(answer(there[i]?.params), answer(task.params), task.id);
  });
});

Deno.test("the two tasks of a template differ in what is right", () => {
  const all = tasks(defaultWorld);
  for (const task of all.filter(({ id }) => id.endsWith("-01"))) {
    const twin = all.find(({ template, id }) => template === task.template && id !== task.id);
    assertNotEquals([twin?.goal, twin?.params], [task.goal, task.params], task.id);
  }
});
