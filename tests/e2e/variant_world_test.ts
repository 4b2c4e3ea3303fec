import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { type EpisodeOutput, visibleHash } from "../../actors/mod.ts";
import type { StatefulHandler } from "../../env/replay/mod.ts";
import { createReplaySession, serveRecorder, serveReplay } from "../../env/replay/mod.ts";
import type { Task, Verdict } from "../../env/mod.ts";
import type { Site } from "../../lab/mod.ts";
import { composePolicy, historyPolicy, insightPolicy } from "../../memory/mod.ts";
import { readerPreset } from "../../models/simulated/mod.ts";
import { PROFILE } from "../../replay-fixtures/profile.ts";
import { asSite } from "../../replay-fixtures/record.ts";
import type { Recordable } from "../../replay-fixtures/recordable.ts";
import { railHandler } from "../../replay-fixtures/rail/handlers.ts";
import { recordableRail } from "../../replay-fixtures/rail/record.ts";
import { site as rail } from "../../replay-fixtures/rail/site.ts";
import { tasks as railTasks } from "../../replay-fixtures/rail/tasks.ts";
import { variantWorld as railWorld } from "../../replay-fixtures/rail/world.ts";
import { shopHandler } from "../../replay-fixtures/shop/handlers.ts";
import { recordableShop } from "../../replay-fixtures/shop/record.ts";
import { site as shop } from "../../replay-fixtures/shop/site.ts";
import { tasks as shopTasks } from "../../replay-fixtures/shop/tasks.ts";
import { variantWorld as shopWorld } from "../../replay-fixtures/shop/world.ts";
import { actionsOf, makeKit, openOn, type Tried } from "./kit.ts";

/** Any world but the shipped one would do. */
const SEED = 3;

/** A site whose every price, date and name is another. */
interface Variant {
  readonly shipped: Site;
  readonly recordable: Recordable;
  readonly tasks: readonly Task[];
  readonly handlers: readonly StatefulHandler[];
}

const variants: readonly Variant[] = [
  {
    shipped: shop,
    recordable: recordableShop(shopWorld(SEED)),
    tasks: shopTasks(shopWorld(SEED)),
    handlers: [shopHandler(shopWorld(SEED)) as StatefulHandler],
  },
  {
    shipped: rail,
    recordable: recordableRail(railWorld(SEED)),
    tasks: railTasks(railWorld(SEED)),
    handlers: [railHandler(railWorld(SEED)) as StatefulHandler],
  },
];

const kit = makeKit();
const policy = composePolicy(historyPolicy("full"), insightPolicy("none"));
/** Nothing is lost and no trap catches: what is left to fail are the playbooks. */
const preset = { ...readerPreset("perfect"), trapRate: 0 };

/** Does a task on the live site, recording it, and once more on the recording alone. */
async function recordAndReplay(variant: Variant, task: Task, out: string): Promise<{ live: Tried; replayed: Tried }> {
  const { shipped, recordable, handlers } = variant;
  const trial = { site: { ...shipped, tasks: variant.tasks, handlers }, task, policy, seed: 1, preset };
  assertStrictEquals(trial.site.playbooks, shipped.playbooks);

  const origin = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, asSite(recordable.serve()));
  const recorder = await serveRecorder({
    site: shipped.name,
    profile: PROFILE,
    map: Object.fromEntries(recordable.hosts.map((host) => [host, `http://127.0.0.1:${origin.addr.port}`])),
    hosts: recordable.hosts,
    out,
    browser: "chromium",
    licence: "Invented content written for this project; Apache-2.0",
  });
  const live = await kit.run({ ...trial, openBrowser: () => openOn(recorder, kit.chromium) });
  const archive = await recorder.finish();
  await origin.shutdown();

  const replayed = await kit.run({
    ...trial,
    openBrowser: async () => openOn(await serveReplay(createReplaySession(archive, { handlers })), kit.chromium),
  });
  return { live, replayed };
}

/** One task of each held-out template. */
function oneOfEach(tasks: readonly Task[]): Task[] {
  const heldOut = tasks.filter((task) => task.split === "heldout");
  return heldOut.filter((task) => heldOut.find(({ template }) => template === task.template) === task);
}

/** What the site's grader says, with this as the site's state in the end. */
function judge(site: Site, task: Task, output: EpisodeOutput, state: EpisodeOutput["report"]["state"]): Verdict {
  const { answer, report } = output;
  return site.grade(task, { ...(answer === undefined ? {} : { answer }), report: { ...report, state } });
}

/** Whether all that is asked for is a number of trains. */
function asksForCount({ params }: Task): boolean {
  return JSON.stringify(params).startsWith('{"answer":{"count":');
}

for (const variant of variants) {
  const { shipped } = variant;
  Deno.test(`with every price, date and name of the ${shipped.name} replaced and recorded again, the same playbooks find the other answers`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "m2-variant-" });
    const left = oneOfEach(variant.tasks);
    assert(left.length >= 4, `${left.length} templates`);
    const lane = async () => {
      for (let task = left.shift(); task !== undefined; task = left.shift()) {
        const { id } = task;
        const { live, replayed } = await recordAndReplay(variant, task, `${folder}/${id}`);
        // A live server keeps its state to itself: the same requests led the handlers of the replay to it.
        const { state } = replayed.output.report;
        for (const [where, { output }] of Object.entries({ live, replayed })) {
          const { explanation, outcome } = judge(variant.shipped, task, output, state);
          assertEquals([id, where, output.end, outcome, explanation], [id, where, "finished", "success", explanation]);
          assertEquals([id, where, output.report.misses, output.report.leaks], [id, where, [], 0]);
        }
        assertEquals([replayed.output.answer, actionsOf(replayed)], [live.output.answer, actionsOf(live)]);
        assertEquals(visibleHash(replayed.output.transcript), visibleHash(live.output.transcript));

        const before = shipped.tasks.find((one) => one.id === id);
        assert(before !== undefined && before.goal !== task.goal, `${id} asks for the same as before`);
        // How many trains run is neither price nor date nor name: it is a world's shape, which is kept.
        if (asksForCount(task)) continue;
        const { answer } = replayed.output;
        const asBefore = judge(shipped, before, replayed.output, state);
        assertEquals([id, answer, asBefore.outcome], [id, answer, "failure"]);
      }
    };
    try {
      await Promise.all([lane(), lane()]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
