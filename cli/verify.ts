import { ConfigError } from "../base/mod.ts";
import type { MemoryPolicy } from "../memory/mod.ts";
import { differingFields, type Experiment, readRun, type VerifiedEpisode, verifyEpisodes } from "../lab/mod.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath } from "./paths.ts";
import { paint } from "./screen.ts";
import { openLaboratory } from "./wire.ts";
import type { World } from "./world.ts";

/** Flags of `m2 verify`. */
export interface VerifyFlags {
  /** Only episodes whose id contains this. */
  readonly only?: string;
  /** Episodes at a time. */
  readonly workers: number;
}

/** What {@linkcode verifyRun} takes: the flags, and what no command line can say. */
export interface VerifyRunOptions extends VerifyFlags {
  /** Puts another policy in the place of each recorded one. */
  readonly policy?: (recorded: MemoryPolicy) => MemoryPolicy;
}

/** What {@linkcode verifyRun} found. */
export interface RunVerification {
  /** One entry an episode, by id. */
  readonly episodes: readonly VerifiedEpisode[];
  /** Parts that the run was made of and that are others now: `code`, `bank`. They explain a difference; they are none. */
  readonly changed: readonly string[];
}

/**
 * Runs the episodes of a run again, with the parts that are here now, and compares the transcripts.
 *
 * @param directory The run's folder.
 * @param world The ambient world.
 * @param flags Which episodes, how many at a time, and under which policies.
 * @param progress Called after each episode.
 * @returns What was found.
 * @throws {M2Error} When there is no such run, or an episode cannot be run.
 */
export async function verifyRun(
  directory: string,
  world: World,
  flags: VerifyRunOptions,
  progress: (verified: VerifiedEpisode) => void = () => {},
): Promise<RunVerification> {
  const { manifest, results } = await readRun(directory);
  const laboratory = await openLaboratory(fromCassettes(manifest.experiment), world);
  const kept = new Set(results.map((row) => row.id));
  const episodes = laboratory.plan.episodes.filter(({ id }) => kept.has(id) && id.includes(flags.only ?? ""));
  if (episodes.length === 0) {
    throw new ConfigError(
      `Cannot verify ${directory} as it must hold an episode${
        flags.only === undefined ? "" : ` whose id contains "${flags.only}"`
      }: it holds none`,
      { hint: "see results.jsonl in the folder for the episodes it holds" },
    );
  }
  const verified = await verifyEpisodes({
    directory,
    episodes,
    prepare: (episode, loan) => {
      const input = laboratory.prepare(episode, loan);
      return flags.policy === undefined ? input : { ...input, policy: flags.policy(input.policy) };
    },
    runEpisode: laboratory.runEpisode,
    concurrency: flags.workers,
    signal: world.interrupted,
    progress,
  });
  const { cassette: _, ...now } = { ...laboratory.manifest, experiment: manifest.experiment };
  const { cassette: recorded } = manifest;
  return {
    episodes: verified,
    changed: differingFields(
      manifest,
      recorded === undefined ? now : { ...now, cassette: laboratory.manifest.cassette },
    ),
  };
}

/** A run that recorded its model is held against what it recorded. */
function fromCassettes(experiment: Experiment): Experiment {
  const { model } = experiment;
  if (model.kind !== "openai" || model.cassette?.mode !== "record") return experiment;
  return { ...experiment, model: { ...model, cassette: { ...model.cassette, mode: "replay" } } };
}

/**
 * Verifies a run and tells, for each episode that differs, the first event that does.
 *
 * @param path The run's folder, as typed.
 * @param flags Which episodes, and how many at a time.
 * @param world The ambient world.
 * @returns The exit code.
 */
export async function verify(path: string, flags: VerifyFlags, world: World): Promise<number> {
  const { screen } = world;
  screen.err(`verify ${path}   each episode is run again, ${flags.workers} at a time, and its transcript compared\n\n`);
  const { episodes, changed } = await verifyRun(resolvePath(path, world.standing), world, flags, (one) => {
    const mark = one.difference === undefined ? paint(screen, "good", "same ") : paint(screen, "bad", "other");
    screen.err(`  ${mark}  ${one.id.padEnd(52)}  ${String(one.steps).padStart(3)} steps\n`);
    for (const line of differenceLines(one)) screen.err(`         ${line}\n`);
  });
  if (world.interrupted.aborted) return EXIT.interrupted;
  const different = episodes.filter((one) => one.difference !== undefined);
  const many = (n: number) => `${n} ${n === 1 ? "episode" : "episodes"}`;
  screen.out(
    different.length === 0
      ? `verified: ${many(episodes.length)}, every event the same\n`
      : `not verified: ${different.length} of ${many(episodes.length)} differ\n`,
  );
  for (const [i, one] of different.entries()) {
    screen.out(`  ${i + 1}) ${one.id}\n`);
    for (const line of differenceLines(one)) screen.out(`     ${line}\n`);
  }
  if (changed.length > 0) screen.err(`\n  since the run was made these changed: ${changed.join(", ")}\n`);
  return different.length === 0 ? EXIT.done : EXIT.threshold;
}

/**
 * Tells where an episode parts from its recording.
 *
 * @param one The episode.
 * @returns The event that differs, and the words that do where it is a text; nothing where all is the same.
 */
export function differenceLines(one: VerifiedEpisode): string[] {
  if (one.difference === undefined) return [];
  const { message } = one.difference;
  if (one.text === undefined) return [message];
  const { part, line, expected, got } = one.text;
  const place = `${part === undefined ? "" : `part ${part}, `}line ${line}`;
  const [was, is] = aroundDifference(expected, got);
  return [message, `${place} was  ${was}`, `${place} is   ${is}`];
}

/** Characters of a long line that are shown before the first word that differs, and behind the last. */
const CONTEXT = 40;

/** Cuts two long lines to the words that differ and what stands around them. */
function aroundDifference(a: string, b: string): [string, string] {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const cut = (text: string) => {
    const from = text.lastIndexOf(" ", Math.max(0, start - CONTEXT)) + 1;
    const space = text.indexOf(" ", text.length - end + CONTEXT);
    const to = space < 0 ? text.length : space;
    return `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
  };
  return [cut(a), cut(b)];
}
