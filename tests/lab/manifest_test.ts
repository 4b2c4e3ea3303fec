import { assertEquals, assertNotEquals } from "@std/assert";
import { differingFields, makeManifest, manifestSchema, planExperiment, runId } from "../../lab/mod.ts";
import { fakeCatalogue, fakeExperiment, fakeFacts } from "./fakes.ts";

const manifestOf = (change: Record<string, unknown> = {}) =>
  makeManifest(planExperiment(fakeExperiment(change), fakeCatalogue), fakeFacts);

Deno.test("a run's id does not depend on order or description", () => {
  const { arms } = fakeExperiment();
  const turned = manifestOf({
    arms: [...arms].reverse(),
    sites: ["farm", "pond"],
    seeds: [2, 1],
    description: "the same in other words",
  });
  assertEquals(runId(turned), runId(manifestOf()));
  assertEquals(runId(turned).length, 12);
});

Deno.test("a run's id changes with whatever may change an episode", async (t) => {
  const base = runId(manifestOf());
  const plan = planExperiment(fakeExperiment(), fakeCatalogue);
  for (const fact of ["code", "tokenizer", "embedder"] as const) {
    await t.step(
      fact,
      () => assertNotEquals(runId(makeManifest(plan, { ...fakeFacts, [fact]: "f".repeat(64) })), base),
    );
  }
  const changes = { seeds: [1, 3], limits: { tokens: 5 }, screenshots: false, tasks: { limit: 2 }, name: "lakes" };
  for (const [field, value] of Object.entries(changes)) {
    await t.step(field, () => assertNotEquals(runId(manifestOf({ [field]: value })), base));
  }
});

Deno.test("a manifest is read back as it was written", () => {
  const manifest = manifestOf();
  assertEquals(manifestSchema.parse(JSON.parse(JSON.stringify(manifest))), manifest);
});

Deno.test("differingFields() goes down to the field, and names one that is missing", () => {
  assertEquals(differingFields({ a: 1, b: { c: 1, d: [1] } }, { a: 1, b: { c: 2, d: [2] }, e: 3 }), [
    "b.c",
    "b.d",
    "e",
  ]);
  assertEquals(differingFields({ a: 1 }, { a: 1 }), []);
});
