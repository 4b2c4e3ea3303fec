import { fileURLToPath } from "node:url";
import { assertEquals } from "@std/assert";
import { parseExperiment, planExperiment, planSweep } from "../../lab/mod.ts";
import { presetChanges } from "../../cli/preset_changes.ts";
import { allSites, makePolicy } from "../../cli/wire.ts";

const folder = fileURLToPath(new URL("../../experiments/", import.meta.url));

Deno.test("every shipped experiment can be planned, and its sweep names parameters of its reader", async (t) => {
  for (const { name } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
    await t.step(name, async () => {
      const experiment = parseExperiment(await Deno.readTextFile(`${folder}${name}`), name);
      assertEquals(`${experiment.name}.json`, name);
      const plan = planExperiment(experiment, { sites: allSites(), makePolicy });
      assertEquals(new Set(plan.episodes.map((episode) => episode.id)).size, plan.episodes.length);
      if (experiment.sweep === undefined || experiment.model.kind !== "simulated") return;
      const [first] = planSweep(plan, experiment.sweep);
      presetChanges(experiment.model.preset, first?.changes ?? {});
    });
  }
});

Deno.test("first-light runs every held-out task of both sites under six arms", async () => {
  const experiment = parseExperiment(await Deno.readTextFile(`${folder}first-light.json`), "first-light.json");
  const plan = planExperiment(experiment, { sites: allSites(), makePolicy });
  const heldOut = allSites().flatMap((site) => site.tasks).filter((task) => task.split === "heldout");
  assertEquals(plan.tasks.length, heldOut.length);
  assertEquals(heldOut.length >= 24, true);
  assertEquals(plan.arms.map((arm) => arm.policy.id), [
    "full+none",
    "none+none",
    "last-k(3)+none",
    "summary-chain+none",
    "full+retrieved(5)",
    "summary-chain+retrieved(5)",
  ]);
});
