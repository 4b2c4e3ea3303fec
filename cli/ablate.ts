import { join } from "node:path";
import { canonicalJson, ConfigError } from "../base/mod.ts";
import {
  parseExperiment,
  planSweep,
  runEpisodes,
  runId,
  type RunOutcome,
  type RunSummary,
  runSweep,
  summarizeRun,
  summarizeSweep,
  type SweepSummary,
  writeWhole,
} from "../lab/mod.ts";
import { renderSweep, renderTable, writeReport } from "../report/mod.ts";
import { commandAsTyped } from "./command_as_typed.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import { showProgress } from "./progress.ts";
import { paint } from "./screen.ts";
import { describeMachine } from "./describe_machine.ts";
import { type Laboratory, openLaboratory } from "./wire.ts";
import type { World } from "./world.ts";

/** Flags of `m2 ablate`. None of them decides the science. */
export interface AblateFlags {
  /** The run's folder; by default below `runs/`, named after what the run is made of. */
  readonly out?: string;
  /** Episodes at a time. */
  readonly workers: number;
  /** How often an episode that the environment spoilt is tried again. */
  readonly retries: number;
  /** Say what would be run, and run nothing. */
  readonly dryRun?: boolean;
  /** Print the figures as JSON, alone on stdout. */
  readonly json?: boolean;
}

/**
 * Runs an experiment, or what is left of it, and prints its table.
 *
 * @param path The experiment file, as typed.
 * @param flags What to run and how to show it.
 * @param world The ambient world.
 * @returns The exit code.
 */
export async function ablate(path: string, flags: AblateFlags, world: World): Promise<number> {
  const { screen } = world;
  const experiment = parseExperiment(await readExperimentFile(path, world), path);
  const laboratory = await openLaboratory(experiment, world);
  const directory = flags.out === undefined
    ? join(world.standing, "runs", `${experiment.name}-${runId(laboratory.manifest)}`)
    : resolvePath(flags.out, world.standing);
  screen.err(openingLines(laboratory, directory, flags, world));
  if (flags.dryRun === true) {
    for (const episode of laboratory.plan.episodes) screen.out(`${episode.id}\n`);
    return EXIT.done;
  }
  await Deno.mkdir(directory, { recursive: true });
  await writeWhole(join(directory, "environment.json"), `${canonicalJson(await describeMachine(world))}\n`);

  const { plan } = laboratory;
  const outcome = await runEpisodes({
    directory,
    manifest: laboratory.manifest,
    episodes: plan.episodes,
    prepare: laboratory.prepare,
    runEpisode: laboratory.runEpisode,
    concurrency: flags.workers,
    retries: flags.retries,
    signal: world.interrupted,
    stopwatch: world.clock,
    progress: showProgress(screen, world.clock),
  });
  if (outcome.status === "interrupted") {
    screen.err(`\n  interrupted: ${outcome.results.length} of ${plan.episodes.length} episodes are kept\n`);
    screen.err(`\n  resume   ${commandAsTyped(world.typed)}\n`);
    return EXIT.interrupted;
  }
  const sweep = outcome.status === "complete" ? await sweepOf(laboratory, directory, flags, world) : undefined;
  if (world.interrupted.aborted) {
    screen.err(`\n  interrupted during the sweep: what ended is kept\n\n  resume   ${commandAsTyped(world.typed)}\n`);
    return EXIT.interrupted;
  }
  const summary = summarizeRun(experiment, outcome.results);
  const figures = { ...summary, ...(sweep === undefined ? {} : { sweep }) };
  if (flags.json === true) screen.out(`${canonicalJson(figures)}\n`);
  else screen.out(`\n${resultText(laboratory, summary)}${sweep === undefined ? "" : `\n${renderSweep(sweep)}`}`);
  const report = outcome.status === "complete"
    ? await writeReport(directory, {
      groups: laboratory.groups,
      armOrder: experiment.arms.map((arm) => arm.name),
      command: commandAsTyped(world.typed),
      ...(sweep === undefined ? {} : { sweep }),
    })
    : undefined;
  screen.err(closingLines(outcome, { directory, ...(report === undefined ? {} : { report }) }, world));
  return outcome.status === "complete" ? EXIT.done : EXIT.missing;
}

async function readExperimentFile(path: string, world: World): Promise<string> {
  const file = resolvePath(path, world.standing);
  try {
    return await Deno.readTextFile(file);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound) && !(cause instanceof Deno.errors.IsADirectory)) throw cause;
    throw new ConfigError(`Cannot read experiment ${path} as there must be such a file: ${file} is none`, {
      hint: "see the experiments there are with: deno task m2 list experiments",
      cause,
    });
  }
}

/** The first lines say what will happen. */
function openingLines(laboratory: Laboratory, directory: string, flags: AblateFlags, world: World): string {
  const { plan, manifest } = laboratory;
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  const work = [plan.tasks.length, plan.arms.length, plan.experiment.seeds.length];
  const [tasks = 0, arms = 0, seeds = 0] = work;
  const sites = plan.sites.map((site) => site.name).join(", ");
  const parts = [manifest.model.id, ...(plan.experiment.bank === undefined ? [] : [`bank ${plan.experiment.bank}`])];
  return `${plan.experiment.name}   ${count(plan.episodes.length, "episode")}: ${count(tasks, "task")} x ${
    count(arms, "arm")
  } x ${count(seeds, "seed")}, ${flags.workers} at a time, replay of ${sites}\n${
    paint(world.screen, "dim", `${parts.join("   ")}   into ${showPath(directory, world.standing)}`)
  }\n\n`;
}

/** Runs what is left of the sweep, where the experiment has one. */
async function sweepOf(
  laboratory: Laboratory,
  directory: string,
  flags: AblateFlags,
  world: World,
): Promise<SweepSummary | undefined> {
  const { plan } = laboratory;
  const { sweep } = plan.experiment;
  if (sweep === undefined) return undefined;
  const { screen } = world;
  const episodes = planSweep(plan, sweep);
  screen.err(
    `\n  sweep    ${episodes.length} episodes: ${sweep.arms.join(" against ")} over ${sweep.axes[0].parameter} x ${
      sweep.axes[1].parameter
    }\n`,
  );
  const started = world.clock.now();
  const rows = await runSweep({
    directory,
    episodes,
    prepare: ({ episode, changes }, loan) => laboratory.prepareShared(episode, changes, loan),
    runEpisode: laboratory.runEpisode,
    concurrency: flags.workers,
    retries: flags.retries,
    signal: world.interrupted,
    progress: (done, total) => {
      if (screen.live) screen.err(`\r\x1b[K  ${done}/${total}${done === total ? "\n" : ""}`);
    },
  });
  screen.err(`  ${rows.length}/${episodes.length} in ${((world.clock.now() - started) / 1000).toFixed(1)} s\n`);
  return summarizeSweep(sweep, rows);
}

function resultText(laboratory: Laboratory, summary: RunSummary): string {
  const { experiment } = laboratory.plan;
  return renderTable(summary, { simulated: experiment.model.kind === "simulated", reference: experiment.reference });
}

/** The last lines say what to type next. */
function closingLines(
  outcome: RunOutcome,
  written: { readonly directory: string; readonly report?: string },
  world: World,
): string {
  const shown = showPath(written.directory, world.standing);
  const report = written.report === undefined ? "" : `  report   ${showPath(written.report, world.standing)}\n`;
  const missing = outcome.missing.map(({ id, message }, i) =>
    `  ${i + 1}) ${id}   environment: ${message}\n     hint: the command below tries it again\n`
  );
  const resume = outcome.missing.length === 0 ? "" : `  resume   ${commandAsTyped(world.typed)}\n`;
  return `${
    missing.length === 0 ? "" : `\n${missing.join("")}`
  }\n${report}  verify   deno task m2 verify ${shown}\n${resume}`;
}
