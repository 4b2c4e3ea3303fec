/**
 * Writes again what is pinned: the bank from the training tasks, then the golden run, which recalls from it. Both are made
 * by the code behind `m2 bank build` and `m2 ablate`.
 *
 * `deno task update:goldens`
 *
 * @module
 */
import { join } from "node:path";
import { ablate } from "../cli/ablate.ts";
import { bankBuild } from "../cli/bank.ts";
import { EXIT } from "../cli/exit_code.ts";
import { makeWorld } from "../cli/wire.ts";
import type { World } from "../cli/world.ts";

/** The bank that experiments name. */
const BANK = "first-light";

/** What two runs of one experiment have in common; the rest tells of the machine, or is made from these. */
const KEPT = ["manifest.json", "results.jsonl", "episodes", "blobs"] as const;

/** What {@linkcode updateGoldenRun} wrote. */
export interface GoldenRun {
  /** The exit code of the experiment; where it is not 0, nothing was replaced. */
  readonly code: number;
  /** Files below the folder. */
  readonly files: number;
  /** Bytes in them. */
  readonly bytes: number;
}

/**
 * Runs the golden experiment and puts its hashed files in the place of the golden run.
 *
 * @param folder Holds `experiment.json`; the run goes into `run` beside it.
 * @param world The ambient world.
 * @returns What was written. The old run stays until the new one is complete.
 * @throws {M2Error} As `m2 ablate` does.
 */
export async function updateGoldenRun(folder: string, world: World): Promise<GoldenRun> {
  const fresh = await Deno.makeTempDir({ dir: folder, prefix: "run-", suffix: ".tmp" });
  // What the command says of its folder is not so for long: it is told only where nothing comes of it.
  let said = "";
  const say = (text: string) => void (said += text);
  const quiet = { ...world, screen: { ...world.screen, out: say, err: say, live: false } };
  try {
    const code = await ablate(join(folder, "experiment.json"), { out: fresh, workers: 2, retries: 2 }, quiet);
    if (code !== EXIT.done) {
      world.screen.err(said);
      return { code, files: 0, bytes: 0 };
    }
    for await (const { name } of Deno.readDir(fresh)) {
      if (!KEPT.some((kept) => kept === name)) await Deno.remove(join(fresh, name), { recursive: true });
    }
    const run = join(folder, "run");
    await removeIfThere(run);
    await Deno.rename(fresh, run);
    return { code, ...await measure(run) };
  } finally {
    await removeIfThere(fresh);
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function measure(folder: string): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0];
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    const inside = entry.isDirectory ? await measure(path) : { files: 1, bytes: (await Deno.stat(path)).size };
    files += inside.files;
    bytes += inside.bytes;
  }
  return { files, bytes };
}

if (import.meta.main) {
  const world = makeWorld([]);
  const code = await bankBuild(BANK, {}, world);
  if (code !== EXIT.done) Deno.exit(code);
  const golden = await updateGoldenRun(join(world.root, "tests", "golden"), world);
  if (golden.code === EXIT.done) {
    world.screen.out(
      `golden run: ${golden.files} files, ${(golden.bytes / 1000).toFixed(0)} kB, in tests/golden/run\n`,
    );
  }
  Deno.exit(golden.code);
}
