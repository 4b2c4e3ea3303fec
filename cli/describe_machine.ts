import { join } from "node:path";
import { z } from "zod";
import type { World } from "./world.ts";

/** Imports of deno.json: the pinned versions. */
const importsSchema = z.looseObject({ imports: z.record(z.string(), z.string()) });

/**
 * Describes the machine and the checkout for environment.json, which is outside every hash.
 *
 * @param world The ambient world.
 * @returns Plain data.
 */
export async function describeMachine(world: World): Promise<Record<string, unknown>> {
  const { imports } = importsSchema.parse(JSON.parse(await Deno.readTextFile(join(world.root, "deno.json"))));
  const commit = await git(world.root, "rev-parse", "HEAD");
  return {
    startedAt: new Date().toISOString(),
    typed: world.typed,
    ...(commit === undefined ? {} : { commit, dirty: await git(world.root, "status", "--porcelain") !== "" }),
    deno: Deno.version,
    platform: { os: Deno.build.os, arch: Deno.build.arch, release: Deno.osRelease() },
    cores: navigator.hardwareConcurrency,
    memoryBytes: Deno.systemMemoryInfo().total,
    packages: imports,
  };
}

async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("git", { args: ["-C", folder, ...args], stderr: "null" })
      .output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch (error) {
    // Without git, or outside a checkout, there is no commit to name.
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
