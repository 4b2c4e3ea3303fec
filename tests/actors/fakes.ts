/** Stand-ins for everything an episode needs, so that its paths can be walked without browser, model or clock. */
import { sha256, virtualClock, type WallTimer } from "../../base/mod.ts";
import type { Action, ActOutcome, Browser, BrowserReport, Observation, PageAction, Task } from "../../env/mod.ts";
import type { Model, ModelReply, ModelRequest, Usage } from "../../models/mod.ts";
import {
  composePolicy,
  historyPolicy,
  insightPolicy,
  type MemoryEffect,
  type MemoryEvent,
  type MemoryPolicy,
  type Recaller,
} from "../../memory/mod.ts";
import type { EpisodeInput, Limits } from "../../actors/mod.ts";

/** The task of most tests. */
export const TASK: Task = {
  id: "shop-cheapest-01",
  site: "shop",
  template: "cheapest",
  split: "heldout",
  goal: "Find the cheapest lamp.",
  startUrl: "https://shop.test/",
  horizon: 4,
  params: {},
};

/** Limits that no short test reaches. */
export const LIMITS: Limits = {
  steps: 50,
  virtualMs: 3_600_000,
  tokens: 10_000_000,
  costUsd: 1000,
  repeats: 3,
  wallMs: 60_000,
};

/** Usage of one fake call. */
export const USAGE: Usage = {
  inputTokens: 100,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 10,
  reasoningTokens: 0,
};

/** What a fake browser reports. */
export const REPORT: BrowserReport = {
  finalUrl: "https://shop.test/end",
  state: {},
  exchanges: [],
  validity: "clean",
  misses: [],
  leaks: 0,
};

/** A page by number: another number, another observation. */
export function page(number: number): Observation {
  return {
    url: `https://shop.test/page/${number}`,
    title: `Page ${number}`,
    text: `- heading "Page ${number}" [ref=e1]\n- link "Next" [ref=e2]`,
  };
}

/** A browser that tells what happened to it. */
export interface FakeBrowser extends Browser {
  readonly calls: readonly string[];
  readonly closed: () => number;
}

/** What a fake browser does; by default every action leads to the next page. */
export interface FakeBrowserOptions {
  readonly reset?: () => ReturnType<Browser["reset"]>;
  readonly observe?: (turn: number) => Observation | Promise<Observation>;
  readonly act?: (action: PageAction, turn: number) => ActOutcome | Promise<ActOutcome>;
  readonly close?: () => Promise<void>;
  readonly screenshot?: (turn: number) => Uint8Array;
}

/** Makes a browser that answers at once, by default. */
export function fakeBrowser(options: FakeBrowserOptions = {}): FakeBrowser {
  const calls: string[] = [];
  let turn = 0;
  let closings = 0;
  return {
    calls,
    closed: () => closings,
    reset(url) {
      calls.push(`reset ${url}`);
      return options.reset?.() ?? Promise.resolve({ status: "done", virtualMs: 100 });
    },
    async observe() {
      calls.push("observe");
      const observation = await (options.observe?.(turn) ?? page(turn));
      const bytes = options.screenshot?.(turn);
      return bytes === undefined
        ? { observation }
        : { observation, screenshot: { sha256: sha256(bytes), width: 800, height: 600, bytes } };
    },
    async act(action) {
      calls.push(`act ${action.kind}`);
      const before = turn++;
      return await (options.act?.(action, before) ?? { status: "done", virtualMs: 50 });
    },
    report: () => REPORT,
    async close() {
      closings++;
      await options.close?.();
    },
  };
}

/** A reply in the right format. */
export function reply(action: Action, rest: { thought?: string; summary?: string } = {}): string {
  return JSON.stringify({ thought: "go on", ...rest, action });
}

/** Clicks on to the next page. */
export const NEXT: Action = { kind: "click", ref: "e2" };

/** A model that tells what it was asked. */
export interface FakeModel extends Model {
  readonly requests: readonly ModelRequest[];
}

/** Makes a model that says the given texts in turn, the last one for ever. A function may fail or wait. */
export function fakeModel(
  ...script: readonly (string | ((request: ModelRequest, signal?: AbortSignal) => Promise<Partial<ModelReply>>))[]
): FakeModel {
  const requests: ModelRequest[] = [];
  return {
    id: "fake",
    imageTokens: "none",
    requests,
    async complete(request, signal) {
      const line = script[Math.min(requests.length, script.length - 1)] ?? "";
      requests.push(request);
      const said = typeof line === "string" ? { text: line } : await line(request, signal);
      return { text: "", usage: USAGE, latencyMs: 1000, ...said };
    },
  };
}

/** All text of a request. */
export function textOf(request: ModelRequest | undefined): string {
  return (request?.messages ?? []).flatMap((message) => message.content)
    .map((piece) => piece.type === "text" ? piece.text : "").join("");
}

/** A wall timer that only moves when told; the waits that were not called off are counted. */
export function fakeWall(): { wall: WallTimer; expire: (ms?: number) => void; waiting: () => number } {
  const waits = new Map<number, { ms: number; expired: () => void }>();
  let last = 0;
  return {
    wall(ms, expired) {
      const id = ++last;
      waits.set(id, { ms, expired });
      return () => void waits.delete(id);
    },
    expire(ms = Infinity) {
      for (const [id, wait] of [...waits]) {
        if (wait.ms <= ms && waits.delete(id)) wait.expired();
      }
    },
    waiting: () => waits.size,
  };
}

/** A policy that wishes for what it is told to, and remembers what came of it. */
export function wishingPolicy(
  wishes: (moment: "start" | number, events: readonly MemoryEvent[]) => readonly MemoryEffect[],
): MemoryPolicy<readonly MemoryEvent[]> {
  return {
    id: "wishing",
    replyFields: ["thought", "summary"],
    init: () => [],
    plan: (events, moment) => wishes(moment.at === "start" ? "start" : moment.index, events),
    reduce: (events, event) => [...events, event],
    render: (events, { observation }) => [
      { name: "system", role: "system", content: [{ type: "text", text: "Act.\n" }] },
      { name: "history", role: "user", content: [{ type: "text", text: `${JSON.stringify(events)}\n` }] },
      { name: "observation", role: "user", content: [{ type: "text", text: `${observation.text}\n` }] },
    ],
  };
}

/** What a test may set; all else is harmless. */
export type Overrides = Partial<Omit<EpisodeInput, "limits" | "openBrowser">> & {
  readonly limits?: Partial<Limits>;
  readonly browser?: Browser;
  readonly openBrowser?: EpisodeInput["openBrowser"];
  readonly recaller?: Recaller;
};

/** Makes the input of an episode. */
export function episodeInput({ limits, browser = fakeBrowser(), ...rest }: Overrides = {}): EpisodeInput {
  return {
    id: "shop-cheapest-01/fake/seed-1",
    task: TASK,
    policy: composePolicy(historyPolicy("full"), insightPolicy("none")),
    seed: 1,
    limits: { ...LIMITS, ...limits },
    model: fakeModel(reply(NEXT), reply(NEXT), reply({ kind: "answer", text: "the brass lamp" })),
    maxOutputTokens: 500,
    openBrowser: () => Promise.resolve(browser),
    countTokens: {
      text: (text) => Math.ceil(text.length / 4),
      image: (width, height) => Math.ceil(width * height / 750),
      chat: () => 0,
    },
    price: () => undefined,
    wall: fakeWall().wall,
    stopwatch: virtualClock(),
    putBlob: () => {},
    ...rest,
  };
}
