import { canonicalJson, sha256, virtualClock } from "../../base/mod.ts";
import type { Browser, BrowserReport, Task } from "../../env/mod.ts";
import type { EpisodeInput, EpisodeOutput } from "../../actors/mod.ts";
import { composePolicy, historyPolicy, insightPolicy } from "../../memory/mod.ts";
import { type Catalogue, type Experiment, experimentSchema, type ManifestFacts } from "../../lab/mod.ts";
import type { Site } from "../../lab/mod.ts";
import type { EpisodeLoan, PlannedEpisode, ResultRow } from "../../lab/mod.ts";

/** A task of a made-up site. */
export function fakeTask(id: string, overrides: Partial<Task> = {}): Task {
  return {
    id,
    site: "pond",
    template: "count-ducks",
    split: "heldout",
    goal: `Count the ducks of ${id}`,
    startUrl: "https://pond.test/",
    horizon: 4,
    params: {},
    ...overrides,
  };
}

/** A site whose grader takes the answer "right" for right. */
export function fakeSite(name: string, ids: readonly string[]): Site {
  return {
    name,
    origin: `https://${name}.test`,
    archive: new URL("file:///nowhere/"),
    tasks: ids.map((id) => fakeTask(id, { site: name, startUrl: `https://${name}.test/` })),
    grade: (_task, evidence) => ({
      outcome: evidence.answer === "right" ? "success" : "failure",
      explanation: `the answer is ${evidence.answer ?? "missing"}`,
      judge: `${name}-graders-1`,
    }),
    playbooks: [],
    handlers: [],
  };
}

/** Two sites with three held-out tasks each. */
export const fakeCatalogue: Catalogue = {
  sites: [fakeSite("pond", ["pond-1", "pond-2", "pond-3"]), fakeSite("farm", ["farm-1", "farm-2", "farm-3"])],
  makePolicy: ({ history, insights }) => {
    const { policy: historyName, ...historyParameters } = history;
    const { policy: insightName, ...insightParameters } = insights;
    return composePolicy(historyPolicy(historyName, historyParameters), insightPolicy(insightName, insightParameters));
  },
};

/** An experiment of two arms over both sites. */
export function fakeExperiment(overrides: Record<string, unknown> = {}): Experiment {
  return experimentSchema.parse({
    version: 1,
    name: "ponds",
    sites: ["pond", "farm"],
    tasks: {},
    arms: [
      { name: "full", history: { policy: "full" }, insights: { policy: "none" } },
      { name: "last-2", history: { policy: "last-k", k: 2 }, insights: { policy: "none" } },
    ],
    reference: "full",
    seeds: [1, 2],
    model: { kind: "simulated", preset: "gpt-4o-curve" },
    observation: "aria-png-1",
    embedder: "hashed-tfidf-512-v1",
    ...overrides,
  });
}

/** Hashes that the composition root would give. */
export const fakeFacts: ManifestFacts = {
  archives: { pond: sha256("pond"), farm: sha256("farm") },
  profiles: {},
  judges: { pond: sha256("judge"), farm: sha256("judge") },
  embedder: "hashed-tfidf-512-v1",
  model: { id: "simulated/gpt-4o-curve", parameters: sha256("preset") },
  tokenizer: "o200k",
  code: sha256("code"),
};

const nothingHappened: BrowserReport = {
  finalUrl: "https://pond.test/",
  state: {},
  exchanges: [
    { step: -1, method: "GET", url: "https://pond.test/", status: 200, level: "exact", kind: "document" },
    { step: -1, method: "GET", url: "https://pond.test/duck.png", status: 200, level: "exact", kind: "asset" },
  ],
  validity: "clean",
  misses: [],
  leaks: 0,
};

/** An episode's input without any handle that works: the fake episode needs none. */
export function fakeInput(episode: PlannedEpisode, loan: EpisodeLoan): EpisodeInput {
  return {
    id: episode.id,
    task: episode.task,
    policy: episode.arm.policy,
    seed: episode.seed,
    limits: episode.limits,
    model: { id: "none", imageTokens: "none", complete: () => Promise.reject(new Error("no model here")) },
    maxOutputTokens: 100,
    openBrowser: (): Promise<Browser> => Promise.reject(new Error("no browser here")),
    countTokens: { text: (text) => text.length, image: () => 1, chat: () => 0 },
    price: () => undefined,
    wall: () => () => {},
    stopwatch: virtualClock(),
    putBlob: loan.putBlob,
    signal: loan.signal,
  };
}

/**
 * An episode that depends on nothing but its id: three steps, a blob a step, the answer right on every task that ends
 * in an odd number.
 */
export function fakeEpisode(input: EpisodeInput, overrides: Partial<EpisodeOutput> = {}): EpisodeOutput {
  const answer = /[13579]$/.test(input.task.id) ? "right" : "wrong";
  const prompts = [0, 1, 2].map((index) => `prompt ${index} of ${input.id}`);
  for (const prompt of prompts) input.putBlob(sha256(prompt), prompt);
  return {
    id: input.id,
    end: "finished",
    answer,
    trajectory: {
      taskId: input.task.id,
      site: input.task.site,
      template: input.task.template,
      goal: input.task.goal,
      steps: [],
      end: "finished",
    },
    steps: prompts.map((_, index) => ({
      index,
      prompt: { parts: { system: 10, observation: 20 * (index + 1) }, total: 10 + 20 * (index + 1), sharedPrefix: 10 },
      outputTokens: 5,
      virtualMs: 1000 * (index + 1),
    })),
    usage: { inputTokens: 150, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 15, reasoningTokens: 0 },
    repairs: 0,
    recalled: [],
    report: nothingHappened,
    transcript: prompts.map((prompt, seq) => ({
      seq,
      at: seq * 1000,
      from: "agent",
      to: "model",
      type: "model.complete",
      payload: { prompt: sha256(prompt) },
      visible: true,
    })),
    evidence: [{ step: 0, screenshot: sha256(input.id) }],
    timings: [{ step: 0, total: 3, browser: 1, model: 1, tokens: 1 }],
    ...overrides,
  };
}

/** A result row of the given arm, task and seed. */
export function fakeRow(arm: string, task: string, success: boolean, overrides: Partial<ResultRow> = {}): ResultRow {
  const seed = overrides.seed ?? 1;
  return {
    id: `${task}/${arm}/seed-${seed}`,
    task,
    site: "pond",
    template: "count-ducks",
    arm,
    policy: "full+none",
    seed,
    end: "finished",
    verdict: { outcome: success ? "success" : "failure", explanation: "as told", judge: "pond-graders-1" },
    steps: [{ promptTokens: 100, sharedPrefixTokens: 40, outputTokens: 10, parts: { system: 100 }, virtualMs: 1 }],
    usage: { inputTokens: 100, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 10, reasoningTokens: 0 },
    repairs: 0,
    recalled: [],
    validity: "clean",
    misses: [],
    leaks: 0,
    levels: { exact: 3, canonical: 1 },
    transcript: sha256(canonicalJson([arm, task])),
    visible: sha256(canonicalJson([arm, task])),
    ...overrides,
  };
}

/** SHA-256 of every hashed file of a run, by path below its folder. */
export async function hashedFiles(directory: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const walk = async (folder: string): Promise<void> => {
    for await (const entry of Deno.readDir(folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) await walk(path);
      else if (!["timings.jsonl", "environment.json"].includes(entry.name)) {
        hashes[path.slice(directory.length + 1)] = sha256(await Deno.readFile(path));
      }
    }
  };
  await walk(directory);
  return Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1)));
}
