import { fileURLToPath } from "node:url";
import { M2Error } from "../base/mod.ts";
import type { MemoryPolicy } from "../memory/mod.ts";
import { differenceLines, verifyRun } from "./verify.ts";
import { ambientWorld } from "./wire.ts";

/** An agent no longer does what was recorded. */
export class RegressionError extends M2Error {
  /** The agent's: what was recorded was right when it was recorded. */
  readonly blame = "agent" as const;
}

/** What {@linkcode regress} takes beside the run. */
export interface RegressOptions {
  /** Only episodes whose id contains this. */
  readonly only?: string;
  /** Episodes at a time. @default 2 */
  readonly workers?: number;
  /** Puts another policy in the place of each recorded one, such as the next version of it. @default the policy that the run names */
  readonly policy?: (recorded: MemoryPolicy) => MemoryPolicy;
}

/**
 * Fails a test where the agent of a recorded run no longer behaves as it did: each episode is run again, in a fresh
 * browser over the recorded site, and its transcript compared event by event.
 *
 * Use it in `deno test` as the whole body of a test: `Deno.test("the agent is as it was", () => regress("tests/golden/run"))`.
 * A change that is meant shows up as a difference too: look at it, then record the run again with `m2 ablate`.
 *
 * @param runDirectory The run's folder, as `m2 ablate` made it; relative to the working folder.
 * @param options Which episodes.
 * @throws {RegressionError} When an episode differs; the message names the step and the first words that do.
 * @throws {M2Error} When the run cannot be read, or a browser, a recording or a bank is missing.
 */
export async function regress(runDirectory: string | URL, options: RegressOptions = {}): Promise<void> {
  const { workers = 2, only, policy } = options;
  const directory = typeof runDirectory === "string" ? runDirectory : fileURLToPath(runDirectory);
  const { episodes, changed } = await verifyRun(directory, ambientWorld([]), {
    workers,
    ...(only === undefined ? {} : { only }),
    ...(policy === undefined ? {} : { policy }),
  });
  const different = episodes.filter((one) => one.difference !== undefined);
  if (different.length === 0) return;
  const details = different.map((one) => `${one.id}: ${differenceLines(one).join("\n  ")}`);
  throw new RegressionError(
    `Cannot call the agent unchanged as every event must be the recorded one: ${different.length} of ${episodes.length} ${
      episodes.length === 1 ? "episode differs" : "episodes differ"
    }\n${details.join("\n")}`,
    {
      hint: changed.length === 0
        ? policy === undefined
          ? "nothing that the manifest names has changed: look for what is not deterministic"
          : "nothing that the manifest names has changed: the difference is the other policy's"
        : `since the recording these changed: ${changed.join(", ")}; where the change is meant, record the run again`,
    },
  );
}
