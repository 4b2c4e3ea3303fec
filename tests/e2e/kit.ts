/**
 * What whole-episode tests stand on: the shipped sites in a real browser, any policy, any reader. Pages are remembered by
 * the path that led to them, so that a thousand episodes which walk the same ways need few browsers.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { type EpisodeOutput, runEpisode } from "../../actors/mod.ts";
import { type ChromiumInstallation, findChromium, openChromium } from "../../env/chromium/mod.ts";
import { type Archive, createReplaySession, openArchive, serveReplay } from "../../env/replay/mod.ts";
import type { Browser, PageTransport, Task, Verdict } from "../../env/mod.ts";
import { PathMemory, type Site } from "../../lab/mod.ts";
import type { MemoryPolicy, Recaller } from "../../memory/mod.ts";
import { tokenCounter } from "../../models/mod.ts";
import { type ReaderPreset, simulatedModel } from "../../models/simulated/mod.ts";

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The browser that setup found. */
export function testChromium(): ChromiumInstallation {
  const read = (name: string) => Deno.env.get(name);
  return findChromium({
    M2_CHROMIUM: read("M2_CHROMIUM"),
    PATH: read("PATH"),
    HOME: read("HOME"),
    PLAYWRIGHT_BROWSERS_PATH: read("PLAYWRIGHT_BROWSERS_PATH"),
  }, { root: ROOT });
}

/** A browser whose closing also ends what answers it. */
export async function openOn(transport: PageTransport, chromium: ChromiumInstallation): Promise<Browser> {
  const browser = await openChromium({ chromium, transport, screenshots: false });
  return {
    reset: (url) => browser.reset(url),
    observe: () => browser.observe(),
    act: (action) => browser.act(action),
    report: () => browser.report(),
    close: () => browser.close().finally(() => transport.close()),
  };
}

/** What one episode of a test is. */
export interface Trial {
  readonly site: Site;
  readonly task: Task;
  readonly policy: MemoryPolicy;
  readonly seed: number;
  readonly preset: ReaderPreset;
  readonly recaller?: Recaller;
  /** @default a replay of the site's archive, remembered */
  readonly openBrowser?: () => Promise<Browser>;
}

/** An episode with its verdict. */
export interface Tried {
  readonly output: EpisodeOutput;
  readonly verdict: Verdict;
}

/** Runs trials. */
export interface Kit {
  readonly chromium: ChromiumInstallation;
  /** Runs one. */
  run(trial: Trial): Promise<Tried>;
  /** Runs many, two at a time, results in the order given. */
  runAll(trials: readonly Trial[]): Promise<Tried[]>;
}

/** Makes a kit with a memory of its own. */
export function makeKit(): Kit {
  const chromium = testChromium();
  const memory = new PathMemory();
  const archives = new Map<string, Promise<Archive>>();
  const counter = tokenCounter("openai-tiles");
  const replay = async (site: Site): Promise<Browser> => {
    const opening = archives.get(site.name) ?? openArchive(site.archive);
    archives.set(site.name, opening);
    return await openOn(await serveReplay(createReplaySession(await opening, { handlers: site.handlers })), chromium);
  };
  const run = async ({ site, task, policy, seed, preset, recaller, openBrowser }: Trial): Promise<Tried> => {
    const output = await runEpisode({
      id: `${task.id}/${policy.id}/seed-${seed}`,
      task,
      policy,
      seed,
      limits: {
        steps: 2 * task.horizon + 10,
        virtualMs: 1_800_000,
        tokens: 2_000_000,
        costUsd: 10,
        repeats: 3,
        wallMs: 60_000,
      },
      model: simulatedModel({ preset, playbooks: site.playbooks }),
      maxOutputTokens: 1000,
      openBrowser: openBrowser ?? (() => Promise.resolve(memory.recall(site.name, () => replay(site)))),
      ...(recaller === undefined ? {} : { recaller }),
      countTokens: counter,
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
  };
  return {
    chromium,
    run,
    async runAll(trials) {
      const results: Tried[] = [];
      let next = 0;
      const worker = async () => {
        for (let index = next++; index < trials.length; index = next++) {
          const trial = trials[index];
          if (trial !== undefined) results[index] = await run(trial);
        }
      };
      await Promise.all([worker(), worker()]);
      return results;
    },
  };
}

/** The actions of an episode, in order, as JSON. */
export function actionsOf({ output }: Tried): string[] {
  return output.transcript.filter((event) => event.type === "action.chosen").map((event) =>
    JSON.stringify((event.payload as { action: unknown }).action)
  );
}
