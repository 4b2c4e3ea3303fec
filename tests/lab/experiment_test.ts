import { assertEquals, assertThrows } from "@std/assert";
import { ConfigError } from "../../base/mod.ts";
import { parseExperiment, planExperiment } from "../../lab/mod.ts";
import { fakeCatalogue, fakeExperiment } from "./fakes.ts";

const whole = fakeExperiment();

Deno.test("parseExperiment() says which field is wrong, whatever is wrong", async (t) => {
  const cases: readonly [name: string, change: Record<string, unknown>, message: string][] = [
    ["another version", { version: 2 }, "version: Invalid input: expected 1"],
    ["a name with a space", { name: "my run" }, 'name: a name of lower-case letters, digits and "-"'],
    ["no arm", { arms: [] }, "arms: Too small: expected array to have >=1 items"],
    ["an unknown field", { sedes: [1] }, '(top level): Unrecognized key: "sedes"'],
    ["a seed that is no integer", { seeds: [1.5] }, "seeds.0: Invalid input: expected int, received number"],
    ["a seed twice", { seeds: [1, 1] }, 'seeds: "1" stands there twice'],
    ["a reference that is no arm", { reference: "m3" }, 'reference: "m3" is no arm: the arms are "full", "last-2"'],
    [
      "a sweep of an unknown arm",
      {
        sweep: {
          axes: [{ parameter: "eta", values: [0, 1] }, { parameter: "write", values: [0, 1] }],
          arms: ["full", "m3"],
          tasks: {},
          seeds: [1],
        },
      },
      'sweep.arms.1: "m3" is no arm: the arms are "full", "last-2"',
    ],
    ["an observation nobody makes", { observation: "html" }, 'observation: Invalid input: expected "aria-png-1"'],
    [
      "a model of no kind",
      { model: { kind: "oracle" } },
      "model.kind: Invalid discriminator value. Expected 'simulated' | 'openai'",
    ],
  ];
  for (const [name, change, message] of cases) {
    await t.step(name, () => {
      const text = JSON.stringify({ ...whole, ...change });
      const error = assertThrows(() => parseExperiment(text, "a.json"), ConfigError);
      assertEquals(error.message, `Cannot read experiment a.json as a field is wrong: ${message}`);
    });
  }
});

Deno.test("parseExperiment() says where JSON ends", () => {
  const error = assertThrows(() => parseExperiment('{"version": 1,', "a.json"), ConfigError);
  assertEquals(
    error.message,
    "Cannot read experiment a.json as it must be JSON: Expected double-quoted property name in JSON at position 14 (line 1 column 15)",
  );
});

Deno.test("parseExperiment() fills in what was left out", () => {
  const { limits, screenshots, tasks } = parseExperiment(
    JSON.stringify({ ...whole, limits: undefined, screenshots: undefined }),
    "a.json",
  );
  assertEquals([limits.repeats, limits.wallMs, screenshots, tasks.split], [3, 30_000, true, "heldout"]);
});

Deno.test("planExperiment() names the valid sites, tasks and policies", async (t) => {
  const cases: readonly [name: string, change: Record<string, unknown>, message: string, hint: string][] = [
    [
      "an unknown site",
      { sites: ["zoo"] },
      'Cannot plan the experiment as every site must be known: "zoo" is not',
      "choose among farm, pond",
    ],
    [
      "an unknown task",
      { tasks: { ids: ["pond-1", "pond-9"] } },
      'Cannot plan the experiment as tasks.ids must name tasks of its sites: "pond-9" is none',
      "choose among farm-1, farm-2, farm-3, pond-1, pond-2, pond-3",
    ],
    [
      "a task of the other split",
      { sites: ["pond"], tasks: { split: "training", ids: ["pond-1"] } },
      'Cannot plan the experiment as tasks.ids must be training tasks: "pond-1" is a heldout task',
      "choose among the tasks of other sites",
    ],
    [
      "no task left",
      { tasks: { split: "training" } },
      "Cannot plan the experiment as tasks must choose at least one task: no training task is left",
      "see the tasks there are with: deno task m2 list tasks",
    ],
    [
      "an unknown policy",
      {
        arms: [{ name: "full", history: { policy: "fool" }, insights: { policy: "none" } }],
        reference: "full",
      },
      'Cannot use history policy "fool" as there is no such policy: known are "full", "none", "last-k", "summary-chain", "compaction"',
      "use one of the known names",
    ],
  ];
  for (const [name, change, message, hint] of cases) {
    await t.step(name, () => {
      const error = assertThrows(() => planExperiment(fakeExperiment(change), fakeCatalogue), ConfigError);
      assertEquals([error.message, error.hint], [message, hint]);
    });
  }
});

Deno.test("planExperiment() crosses tasks, arms and seeds, by id, with a step limit of twice the horizon and ten", () => {
  const { episodes } = planExperiment(fakeExperiment({ tasks: { limit: 1 } }), fakeCatalogue);
  assertEquals(episodes.map((episode) => episode.id), [
    "farm-1/full/seed-1",
    "farm-1/full/seed-2",
    "farm-1/last-2/seed-1",
    "farm-1/last-2/seed-2",
    "pond-1/full/seed-1",
    "pond-1/full/seed-2",
    "pond-1/last-2/seed-1",
    "pond-1/last-2/seed-2",
  ]);
  assertEquals(episodes[0]?.limits.steps, 18);
});

Deno.test("planExperiment() takes the step limit of the experiment where it has one", () => {
  const { episodes } = planExperiment(fakeExperiment({ limits: { steps: 7 } }), fakeCatalogue);
  assertEquals(new Set(episodes.map((episode) => episode.limits.steps)), new Set([7]));
});
