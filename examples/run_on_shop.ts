/**
 * One episode on the recorded shop, offline: what every example here builds on. It shows how the parts are put together
 * by hand; `cli/wire.ts` does the same for whole experiments.
 *
 * @module
 */
import { type EpisodeOutput, runEpisode } from "../actors/mod.ts";
import { findChromium, openChromium } from "../env/chromium/mod.ts";
import { createReplaySession, openArchive, serveReplay } from "../env/replay/mod.ts";
import type { Verdict } from "../env/mod.ts";
import type { MemoryPolicy, Recaller } from "../memory/mod.ts";
import { tokenCounter } from "../models/mod.ts";
import { readerPreset, simulatedModel } from "../models/simulated/mod.ts";
import { site } from "../replay-fixtures/shop/site.ts";

/**
 * Runs the shop's first held-out task under a policy.
 *
 * @param policy The memory policy.
 * @param recaller The bank, where the policy recalls from one.
 * @returns What it came to, and what the grader says.
 */
export async function runOnShop(
  policy: MemoryPolicy,
  recaller?: Recaller,
): Promise<{ output: EpisodeOutput; verdict: Verdict }> {
  const task = site.tasks.find((candidate) => candidate.split === "heldout");
  if (task === undefined) throw new TypeError("Cannot run an example as the shop must have a held-out task");
  const transport = await serveReplay(
    createReplaySession(await openArchive(site.archive), { handlers: site.handlers }),
  );
  try {
    const output = await runEpisode({
      id: `${task.id}/${policy.id}/seed-1`,
      task,
      policy,
      seed: 1,
      limits: {
        steps: 2 * task.horizon + 10,
        virtualMs: 1_800_000,
        tokens: 1_000_000,
        costUsd: 1,
        repeats: 3,
        wallMs: 30_000,
      },
      model: simulatedModel({ preset: readerPreset("gpt-4o-curve"), playbooks: site.playbooks }),
      maxOutputTokens: 1000,
      openBrowser: () => openChromium({ chromium: findChromium(Deno.env.toObject()), transport, screenshots: false }),
      ...(recaller === undefined ? {} : { recaller }),
      countTokens: tokenCounter("openai-tiles"),
      price: () => undefined,
      wall: (ms, expired) => {
        const timer = setTimeout(expired, ms);
        return () => clearTimeout(timer);
      },
      stopwatch: { now: () => performance.now() },
      putBlob: () => {},
    });
    const evidence = { ...(output.answer === undefined ? {} : { answer: output.answer }), report: output.report };
    return { output, verdict: site.grade(task, evidence) };
  } finally {
    await transport.close();
  }
}

/**
 * Says an episode in a few lines.
 *
 * @param run What {@linkcode runOnShop} gave.
 * @returns Lines for a terminal.
 */
export function tell({ output, verdict }: { output: EpisodeOutput; verdict: Verdict }): string {
  const tokens = output.steps.map((step) => step.prompt.total);
  return [
    `${output.id}`,
    `  goal     ${output.trajectory.goal}`,
    `  answer   ${output.answer ?? "none"} (simulated ${verdict.outcome}: ${verdict.explanation})`,
    `  steps    ${output.steps.length}, prompt tokens ${tokens.join(" ")}`,
  ].join("\n");
}
