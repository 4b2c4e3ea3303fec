import { type BankSource, buildBank, type InsightGroup, openBank, writeBank } from "../memory/mod.ts";

import { experimentSchema, judgeEpisode, type PlannedEpisode } from "../lab/mod.ts";
import { ConfigError } from "../base/mod.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import { paint } from "./screen.ts";
import { allSites, bankFolder, embedderNamed, type Laboratory, openLaboratory } from "./wire.ts";
import type { World } from "./world.ts";

/** Flags of `m2 bank build`. */
export interface BankBuildFlags {
  /** The bank's folder. */
  readonly out?: string;
  /** Trajectories to distil, instead of running the training tasks. */
  readonly from?: string;
  /** Name of the embedder, with `from`. */
  readonly embedder?: string;
  /** Print what was distilled as JSON. */
  readonly json?: boolean;
}

const EMBEDDER = "hashed-tfidf-512-v1";

/** The seeds that are tried on a training task, in order, until the agent succeeds. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

/**
 * Banks are made from a strong reader's successes, as the paper's is from strong models': it forgets nothing, and
 * traps that it was not warned of catch it now and then, so that its trajectories show them too.
 */
const READER = { kind: "simulated", preset: "perfect", overrides: { trapRate: 0.2 } } as const;

/** How training episodes are run: every step kept, no lesson given, so that a bank is never distilled from itself. */
function trainingExperiment(name: string) {
  return experimentSchema.parse({
    version: 1,
    name: `bank-${name}`,
    sites: allSites().map((site) => site.name),
    tasks: { split: "training" },
    arms: [{ name: "training", history: { policy: "full" }, insights: { policy: "none" } }],
    reference: "training",
    seeds: SEEDS,
    model: READER,
    observation: "aria-png-1",
    embedder: EMBEDDER,
    screenshots: false,
  });
}

/**
 * Runs the simulated agent on every training task until it succeeds, distils a bank from these episodes, and writes it.
 * The same repository gives the same bank, byte for byte.
 *
 * @param name The bank's name.
 * @param flags Where it goes.
 * @param world The ambient world.
 * @returns The exit code.
 */
export async function bankBuild(name: string, flags: BankBuildFlags, world: World): Promise<number> {
  const { screen } = world;
  const laboratory = await openLaboratory(trainingExperiment(name), world);
  const { tasks } = laboratory.plan;
  screen.err(
    `bank ${name}   ${tasks.length} training tasks, each until it succeeds, at most ${SEEDS.length} seeds\n\n`,
  );
  const sources: BankSource[] = [];
  const left = [...tasks];
  // Two episodes at a time keep two cores busy; the order in which they end is of no account to a bank.
  const lane = async () => {
    for (let task = left.shift(); task !== undefined && !world.interrupted.aborted; task = left.shift()) {
      const { id } = task;
      const source = await succeed(laboratory, laboratory.plan.episodes.filter((one) => one.task.id === id), world);
      if (source !== undefined) sources.push(source);
    }
  };
  await Promise.all([lane(), lane()]);
  if (world.interrupted.aborted) return EXIT.interrupted;
  const bank = await buildBank(sources, embedderNamed(EMBEDDER));
  const folder = flags.out === undefined ? bankFolder(name, world) : resolvePath(flags.out, world.standing);
  await writeBank(folder, bank);
  const { manifest, hash } = bank;
  screen.out(
    `bank ${name}: ${manifest.groups} groups with ${manifest.insights} insights from ${manifest.trajectories} of ${tasks.length} tasks, ${
      hash.slice(0, 12)
    }, in ${showPath(folder, world.standing)}\n`,
  );
  screen.err(`\n  check    deno task m2 bank check ${name}\n`);
  return EXIT.done;
}

/** The first episode of a task that succeeds. */
async function succeed(
  laboratory: Laboratory,
  episodes: readonly PlannedEpisode[],
  world: World,
): Promise<BankSource | undefined> {
  const { screen } = world;
  for (const episode of [...episodes].sort((a, b) => a.seed - b.seed)) {
    const input = laboratory.prepareShared(episode, {}, { putBlob: () => {}, signal: world.interrupted });
    const output = await laboratory.runEpisode(input);
    if (world.interrupted.aborted) return undefined;
    const { verdict } = judgeEpisode(episode, output);
    const isDone = verdict.outcome === "success";
    const mark = isDone ? paint(screen, "good", "ok") : paint(screen, "bad", "no");
    const words = [episode.id.padEnd(52), `${String(output.steps.length).padStart(3)} steps`];
    screen.err(`  ${mark}  ${words.join("  ")}${isDone ? "" : `  ${output.end}: ${verdict.explanation}`}\n`);
    if (isDone) {
      return { trajectory: { ...output.trajectory, judged: "success" }, model: laboratory.manifest.model.id };
    }
  }
  return undefined;
}

/**
 * Checks a bank: that its files are whole, that every insight names a training task of this repository, and that no
 * held-out task shares a template with one.
 *
 * @param name The bank's name.
 * @param world The ambient world.
 * @returns The exit code.
 * @throws {M2Error} When it is missing or damaged, or an insight comes from where it must not.
 */
export async function bankCheck(name: string, world: World): Promise<number> {
  const bank = await openBank(bankFolder(name, world));
  const tasks = allSites().flatMap((site) => site.tasks);
  const training = new Map(tasks.filter((task) => task.split === "training").map((task) => [task.id, task]));
  const heldOut = new Set(
    tasks.filter((task) => task.split === "heldout").map((task) => `${task.site}/${task.template}`),
  );
  const sources = bank.groups.flatMap((group: InsightGroup) =>
    group.insights.flatMap((insight) => insight.sources.map((source) => ({ ...source, insight: insight.id })))
  );
  for (const source of sources) {
    const why = !training.has(source.taskId)
      ? `${source.taskId} is no training task`
      : heldOut.has(`${source.site}/${source.template}`)
      ? `template ${source.template} has held-out tasks`
      : undefined;
    if (why === undefined) continue;
    throw new ConfigError(
      `Cannot use bank ${name} as insights must come from training tasks alone: ${source.insight} does not, ${why}`,
      {
        hint: `build it again with: deno task m2 bank build ${name}`,
      },
    );
  }
  const { manifest, hash } = bank;
  world.screen.out(
    `bank ${name} is whole: ${manifest.groups} groups, ${manifest.insights} insights from ${manifest.trajectories} episodes on training tasks, ${
      hash.slice(0, 12)
    }\n`,
  );
  return EXIT.done;
}
