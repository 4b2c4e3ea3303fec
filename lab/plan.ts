import { ConfigError } from "../base/mod.ts";
import type { Task } from "../env/mod.ts";
import type { Limits } from "../actors/mod.ts";
import type { MemoryPolicy } from "../memory/mod.ts";
import type { Arm, Experiment, TaskChoice } from "./experiment.ts";
import { compareText } from "./order.ts";
import type { Site } from "./site.ts";

/** An arm with its policy made. */
export interface PlannedArm {
  /** As the experiment names it. */
  readonly name: string;
  /** Its memory policy. */
  readonly policy: MemoryPolicy;
}

/** One attempt of one arm at one task with one seed. */
export interface PlannedEpisode {
  /** `shop-cheapest-01/m2/seed-1`: also its folder below `episodes/`. */
  readonly id: string;
  /** Where it happens. */
  readonly site: Site;
  /** What is to be done. */
  readonly task: Task;
  /** Under which arm. */
  readonly arm: PlannedArm;
  /** With which seed. */
  readonly seed: number;
  /** When it is over at the latest. */
  readonly limits: Limits;
}

/** What an experiment comes to once every name in it is known. */
export interface Plan {
  /** The experiment, with its defaults filled in. */
  readonly experiment: Experiment;
  /** The named sites, by name. */
  readonly sites: readonly Site[];
  /** The chosen tasks, by id. */
  readonly tasks: readonly Task[];
  /** In the order of the file, which is the order of the table. */
  readonly arms: readonly PlannedArm[];
  /** By id, whatever the order in the file. */
  readonly episodes: readonly PlannedEpisode[];
}

/** What {@linkcode planExperiment} looks names up in. */
export interface Catalogue {
  /** Every site there is. */
  readonly sites: readonly Site[];
  /** Makes an arm's policy; throws {@linkcode ConfigError} with the valid names where one is unknown. */
  readonly makePolicy: (arm: Arm) => MemoryPolicy;
}

/**
 * Picks the tasks that a choice names.
 *
 * @param sites Where they come from.
 * @param choice Which.
 * @param path Field of the experiment, for messages.
 * @returns The tasks, by id.
 * @throws {ConfigError} When an id is unknown or nothing is left.
 */
export function chooseTasks(sites: readonly Site[], choice: TaskChoice, path = "tasks"): Task[] {
  const inSplit = sites.flatMap((site) => site.tasks).filter((task) => task.split === choice.split);
  for (const id of choice.ids ?? []) {
    if (inSplit.some((task) => task.id === id)) continue;
    const elsewhere = sites.flatMap((site) => site.tasks).find((task) => task.id === id);
    throw new ConfigError(
      elsewhere === undefined
        ? `Cannot plan the experiment as ${path}.ids must name tasks of its sites: "${id}" is none`
        : `Cannot plan the experiment as ${path}.ids must be ${choice.split} tasks: "${id}" is a ${elsewhere.split} task`,
      {
        hint: `choose among ${
          inSplit.map((task) => task.id).sort(compareText).join(", ") || "the tasks of other sites"
        }`,
      },
    );
  }
  const chosen = sites.flatMap((site) =>
    site.tasks
      .filter((task) => task.split === choice.split && (choice.ids?.includes(task.id) ?? true))
      .sort((a, b) => compareText(a.id, b.id))
      .slice(0, choice.limit ?? Infinity)
  );
  if (chosen.length === 0) {
    throw new ConfigError(
      `Cannot plan the experiment as ${path} must choose at least one task: no ${choice.split} task is left`,
      { hint: "see the tasks there are with: deno task m2 list tasks" },
    );
  }
  return chosen.sort((a, b) => compareText(a.id, b.id));
}

/**
 * Turns an experiment into episodes. The order of sites, arms and seeds in the file changes nothing but the table's order.
 *
 * @param experiment The experiment.
 * @param catalogue The sites and policies there are.
 * @returns The plan.
 * @throws {ConfigError} When a site, a task or a policy is unknown.
 */
export function planExperiment(experiment: Experiment, catalogue: Catalogue): Plan {
  const sites = experiment.sites.map((name) => {
    const site = catalogue.sites.find((candidate) => candidate.name === name);
    if (site !== undefined) return site;
    throw new ConfigError(`Cannot plan the experiment as every site must be known: "${name}" is not`, {
      hint: `choose among ${catalogue.sites.map((known) => known.name).sort(compareText).join(", ")}`,
    });
  }).sort((a, b) => compareText(a.name, b.name));
  const tasks = chooseTasks(sites, experiment.tasks);
  const arms = experiment.arms.map((arm) => ({ name: arm.name, policy: catalogue.makePolicy(arm) }));
  return { experiment, sites, tasks, arms, episodes: planEpisodes(experiment, sites, tasks, arms, experiment.seeds) };
}

/**
 * Crosses tasks, arms and seeds.
 *
 * @param experiment Gives the limits.
 * @param sites Where the tasks live.
 * @param tasks The tasks.
 * @param arms The arms.
 * @param seeds The seeds.
 * @returns One episode for each combination, by id.
 */
export function planEpisodes(
  experiment: Experiment,
  sites: readonly Site[],
  tasks: readonly Task[],
  arms: readonly PlannedArm[],
  seeds: readonly number[],
): PlannedEpisode[] {
  const episodes = tasks.flatMap((task) => {
    const site = sites.find((candidate) => candidate.name === task.site);
    if (site === undefined) throw new TypeError(`Cannot plan ${task.id} as its site must be among those given`);
    const limits = { ...experiment.limits, steps: experiment.limits.steps ?? 2 * task.horizon + 10 };
    return arms.flatMap((arm) =>
      seeds.map((seed) => ({ id: `${task.id}/${arm.name}/seed-${seed}`, site, task, arm, seed, limits }))
    );
  });
  return episodes.sort((a, b) => compareText(a.id, b.id));
}
