import { ConfigError } from "../base/mod.ts";
import { differingFields, readRun, type VerifiedEpisode, verifyEpisodes } from "../lab/mod.ts";
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
 * @param flags Which episodes, and how many at a time.
 * @param progress Called after each episode.
 * @returns What was found.
 * @throws {M2Error} When there is no such run, or an episode cannot be run.
 */
export async function verifyRun(
  directory: string,
  world: World,
  flags: VerifyFlags,
  progress: (verified: VerifiedEpisode) => void = () => {},
): Promise<RunVerification> {
  const { manifest, results } = await readRun(directory);
  const laboratory = await openLaboratory(manifest.experiment, world);
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
    prepare: laboratory.prepare,
    runEpisode: laboratory.runEpisode,
    concurrency: flags.workers,
    signal: world.interrupted,
    progress,
  });
  return { episodes: verified, changed: differingFields(manifest, laboratory.manifest) };
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
  const { line, expected, got } = one.text;
  return [message, `line ${line} was  ${expected}`, `line ${line} is   ${got}`];
}
