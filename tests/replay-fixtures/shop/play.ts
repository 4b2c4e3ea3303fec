import { type EpisodeOutput, runEpisode } from "../../../actors/mod.ts";
import type { Task, Verdict } from "../../../env/mod.ts";
import { composePolicy, historyPolicy, insightPolicy } from "../../../memory/mod.ts";
import { tokenCounter } from "../../../models/mod.ts";
import { readerPreset, type ReaderPresetChanges, simulatedModel } from "../../../models/simulated/mod.ts";
import { grade } from "../../../replay-fixtures/shop/graders.ts";
import { playbooks } from "../../../replay-fixtures/shop/playbook/mod.ts";
import type { World } from "../../../replay-fixtures/shop/world.ts";
import { plainBrowser } from "./plain_browser.ts";

/** How an episode is played. */
export interface Play {
  readonly world: World;
  /** Changes of the reader who forgets nothing. */
  readonly reader: ReaderPresetChanges;
  /** @default "full" */
  readonly history?: string;
  /** @default 1 */
  readonly seed?: number;
}

/**
 * Plays a task in the plain browser.
 *
 * @param task The task.
 * @param play Where, who and how.
 * @returns What became of it.
 */
export async function play(task: Task, play: Play): Promise<{ output: EpisodeOutput; verdict: Verdict }> {
  const { world, reader, history = "full", seed = 1 } = play;
  const output = await runEpisode({
    id: task.id,
    task,
    policy: composePolicy(historyPolicy(history), insightPolicy("none")),
    seed,
    limits: {
      steps: 2 * task.horizon + 10,
      virtualMs: 1e9,
      tokens: 1e9,
      costUsd: 1e9,
      repeats: 6,
      wallMs: 60_000,
    },
    model: simulatedModel({ preset: readerPreset("perfect", reader), playbooks }),
    maxOutputTokens: 4_000,
    openBrowser: () => Promise.resolve(plainBrowser(world)),
    countTokens: tokenCounter("openai-tiles"),
    price: () => undefined,
    // Nothing here waits for anything, so no watchdog is needed.
    wall: () => () => {},
    stopwatch: { now: () => 0 },
    putBlob: () => {},
  });
  const { answer, report } = output;
  return { output, verdict: grade(task, { ...(answer === undefined ? {} : { answer }), report }) };
}
