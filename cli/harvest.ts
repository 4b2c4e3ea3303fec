import { canonicalJson, ConfigError } from "../base/mod.ts";
import { askLive, harvestMisses, openArchive, readMissQueue } from "../env/replay/mod.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import type { World } from "./world.ts";

/** Flags of `m2 harvest`. */
export interface HarvestFlags {
  /** The archive that the runs stood on. */
  readonly into: string;
  /** Where the archive with its new layer goes; by default, in its own place. */
  readonly out?: string;
  /** `wiki.test=http://127.0.0.1:8080`: where hosts really live. */
  readonly map?: readonly string[];
  /** Most requests. */
  readonly limit: number;
  /** Print what was done as JSON. */
  readonly json?: boolean;
}

/**
 * Records live what runs have missed, as a new layer of their archive.
 *
 * @param path The queue, as typed; `m2 use RUN --harvest FILE` writes it.
 * @param flags Into which archive.
 * @param world The ambient world; where `CI` is set, nothing is recorded.
 * @returns The exit code: 3 where something could not be reached.
 * @throws {M2Error} When the queue or the archive cannot be read.
 */
export async function harvest(path: string, flags: HarvestFlags, world: World): Promise<number> {
  const { screen, standing } = world;
  const ci = world.environment("CI") ?? "";
  if (ci !== "" && ci !== "false") {
    throw new ConfigError("Cannot harvest as CI must answer from recordings alone: CI is set", {
      hint: "harvest on your own machine, and keep the archive in version control",
    });
  }
  const map = Object.fromEntries((flags.map ?? []).map((pair) => {
    const at = pair.indexOf("=");
    if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
    throw new ConfigError(`Cannot harvest with --map ${pair} as it must be HOST=URL: it is not`, {
      hint: "write it like --map wiki.test=http://127.0.0.1:8080",
    });
  }));
  const queue = readMissQueue(await readQueueFile(resolvePath(path, standing), path), path);
  const archive = await openArchive(resolvePath(flags.into, standing));
  const { archive: result, layer, recorded, skipped } = await harvestMisses(archive, {
    queue,
    ask: askLive(map),
    limit: flags.limit,
    ...(flags.out === undefined ? {} : { out: resolvePath(flags.out, standing) }),
  });
  if (flags.json === true) {
    screen.out(`${canonicalJson({ ...(layer === undefined ? {} : { layer }), recorded, skipped })}\n`);
  } else {
    const where = showPath(result.location, standing);
    screen.out(
      layer === undefined
        ? `nothing recorded: ${where} is as it was\n`
        : `${recorded.length} recorded as layer ${layer} of ${where}\n`,
    );
    for (const { url, why } of skipped) screen.out(`  left ${url}: ${why}\n`);
  }
  return skipped.some(({ why }) => why.startsWith("Cannot")) ? EXIT.missing : EXIT.done;
}

async function readQueueFile(file: string, path: string): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new ConfigError(`Cannot read queue ${path} as there must be such a file: there is none`, {
      hint: "write it with: deno task m2 use RUN --harvest FILE",
      cause,
    });
  }
}
