import { assertEquals } from "@std/assert";
import type { AnyStateMachine } from "xstate";
import { EnvironmentError } from "../../base/mod.ts";
import type { Step } from "../../env/mod.ts";
import { agentMachine } from "../../actors/agent_machine.ts";
import { browserMachine } from "../../actors/browser_machine.ts";
import { episodeMachine } from "../../actors/episode_machine.ts";
import { modelMachine } from "../../actors/model_machine.ts";
import { retrieverMachine } from "../../actors/retriever_machine.ts";
import { summarizerMachine } from "../../actors/summarizer_machine.ts";
import { NO_USAGE } from "../../actors/usage.ts";
import { LIMITS, NEXT, page, reply, REPORT, USAGE } from "./fakes.ts";
import { walk } from "./state_graph.ts";

const broke = new EnvironmentError("Cannot look as the browser is gone");
const failure = { end: "error", blame: "environment", message: "gone" } as const;
const blunder = { end: "error", blame: "agent", message: "no words" } as const;

/** XState's own events, as the chart sees them. */
const done = (name: string, output: unknown) => ({ type: `xstate.done.actor.${name}`, output, actorId: name });
const error = (name: string) => ({ type: `xstate.error.actor.${name}`, error: broke, actorId: name });
const late = (path: string, delay = "patience") => ({ type: `xstate.after.${delay}.${path}` });

const STEP: Step = {
  index: 0,
  observation: page(0),
  thought: "go on",
  action: NEXT,
  outcome: { status: "done" },
};

Deno.test("the browser's chart: every state is reached, and a way leads to its end from each", () => {
  const found = walk(browserMachine, {
    input: { wallMs: 1000 },
    events: () =>
      [
        { type: "browser.reset", at: 0, url: "https://shop.test/" },
        { type: "browser.observe", at: 0, step: 0 },
        { type: "browser.act", at: 0, step: 0, action: { kind: "back" } },
        { type: "browser.close", at: 0 },
        done("reset", { status: "done", virtualMs: 5 }),
        done("observe", { observation: page(0), sha256: "a" }),
        done("act", { status: "done", virtualMs: 5 }),
        done("close", { report: REPORT }),
        ...["reset", "observe", "act", "close"].map(error),
        ...["resetting", "observing", "acting", "closing"].map((state) => late(`browser.${state}`)),
      ] as never[],
    rests: ["closed"],
  });
  assertEquals(found.reached, found.declared);
  assertEquals(found.stuck, []);
});

Deno.test("the model's chart: every state is reached, and each call leads back to idle", () => {
  const found = walk(modelMachine, {
    input: { wallMs: 1000 },
    events: () =>
      [
        { type: "model.complete", at: 0, replyTo: "agent", step: 0, prompt: {}, request: {} },
        done("complete", { text: "", sha256: "", usage: USAGE, latencyMs: 1 }),
        error("complete"),
        late("model.completing"),
      ] as never[],
    rests: ["idle"],
  });
  assertEquals(found.reached, found.declared);
  assertEquals(found.stuck, []);
});

Deno.test("the retriever's chart: every state is reached, and each recall leads back to idle", () => {
  const found = walk(retrieverMachine, {
    input: { wallMs: 1000 },
    events: ({ context }) =>
      [
        ...(context.queue.length > 2 ? [] : [{ type: "recall.request", at: 0, effect: 0, query: "lamp", groups: 5 }]),
        done("recall", { hits: [], excluded: [] }),
        error("recall"),
        late("retriever.recalling"),
      ] as never[],
    tellApart: ({ context }) => context.queue.length,
    rests: ["idle"],
  });
  assertEquals(found.reached, found.declared);
  assertEquals(found.stuck, []);
});

Deno.test("the summarizer's chart: every state is reached, and each summary leads back to idle", () => {
  const request = { type: "summary.request", at: 0, effect: 0, from: 0, to: 0, maxTokens: 9, steps: [STEP], seed: 0 };
  const found = walk(summarizerMachine, {
    input: undefined,
    events: ({ context }) =>
      [
        ...(context.queue.length > 1 ? [] : [request, { ...request, offered: "did it" }, { ...request, offered: " " }]),
        done("compose", { prompt: {}, request: {} }),
        error("compose"),
        done("cap", "did it"),
        error("cap"),
        { type: "model.completed", at: 1, text: "did it", sha256: "", usage: USAGE, latencyMs: 1 },
        { type: "model.completed", at: 1, text: " ", sha256: "", usage: USAGE, latencyMs: 1 },
        { type: "model.failed", at: 1, failure },
      ] as never[],
    tellApart: ({ context }) => [context.queue.map((command) => command.offered ?? null), context.draft],
    rests: ["idle"],
  });
  assertEquals(found.reached, found.declared);
  assertEquals(found.stuck, []);
});

Deno.test("the agent's chart: every state is reached, and a way leads to an end from each", () => {
  const recall = { type: "recall", query: "lamp", groups: 5 } as const;
  const summarize = { type: "summarize", from: 0, to: 0, when: "own_call", maxTokens: 9, steps: [STEP] } as const;
  const ends = ["answered", "lost", "looped", "unreadable", "failed", "stopped"];
  const input = { startUrl: "https://shop.test/", seed: 1, repeats: 2, replyFields: ["thought"] } as const;
  const found = walk(agentMachine, {
    input,
    events: ({ context, status }) =>
      // Three steps show everything: a first, a repetition, and the loop that follows.
      (status !== "active" || context.taken.length > 3 ? [{ type: "agent.stop", at: 0 }] : [
        { type: "agent.stop", at: 0 },
        { type: "step.next", at: 0, step: context.taken.length },
        done("begin", { memory: 1, effects: [recall] }),
        done("remember", { memory: 1, effects: [summarize, recall] }),
        done("absorb", { memory: 1 }),
        done("compose", { parts: [], prompt: { sha256: "a", tokens: { parts: {}, total: 1, sharedPrefix: 0 } } }),
        ...["begin", "remember", "absorb", "compose"].map(error),
        { type: "page.opened", at: 0, virtualMs: 0 },
        { type: "page.missed", at: 0, virtualMs: 0, message: "not recorded" },
        { type: "step.observed", at: 0, step: 0, seen: { observation: page(0), sha256: "a" } },
        { type: "action.done", at: 0, step: 0, virtualMs: 0 },
        { type: "action.refused", at: 0, step: 0, virtualMs: 0, reason: "covered", message: "a banner lies over it" },
        { type: "action.missed", at: 0, step: 0, virtualMs: 0, message: "not recorded" },
        { type: "browser.failed", at: 0, failure },
        ...["prose", reply(NEXT), reply({ kind: "answer", text: "brass" })].map((text) => (
          { type: "model.completed", at: 0, text, sha256: "", usage: NO_USAGE, latencyMs: 0 }
        )),
        { type: "model.failed", at: 0, failure },
        ...[0, 1].flatMap((effect) => [
          { type: "recall.done", at: 0, effect, hits: [], excluded: [] },
          { type: "recall.failed", at: 0, effect, failure },
          { type: "recall.failed", at: 0, effect, failure: blunder },
          { type: "summary.written", at: 0, effect, from: 0, to: 0, text: "did it", usage: NO_USAGE },
          { type: "summary.failed", at: 0, effect, failure: blunder, usage: NO_USAGE },
        ]),
      ]) as never[],
    tellApart: ({ context }) => [
      context.step,
      context.taken.length,
      context.isPageOpen,
      Object.keys(context.came),
      context.effects.length,
      context.broken.length,
      context.ending.end,
      Object.values(context.tried),
    ],
    rests: ends,
  });
  assertEquals(found.reached, found.declared);
  assertEquals(found.stuck, []);
});

Deno.test("the episode's chart: every state is reached, and a way leads to its end from each", () => {
  const tally = { usage: NO_USAGE, repairs: 0, recalled: [] };
  const record = { index: 0, prompt: { parts: {}, total: 0, sharedPrefix: 0 }, outputTokens: 0, virtualMs: 0 };
  const completed = { type: "step.completed", at: 0, step: STEP, record, tally };
  const agent = { startUrl: "https://shop.test/", seed: 1, repeats: 2, replyFields: ["thought"] } as const;
  const found = walk(episodeMachine, {
    input: { limits: { ...LIMITS, steps: 2 }, agent },
    events: () =>
      [
        { type: "episode.cancel" },
        { type: "action.chosen", at: 0, step: 0, action: NEXT },
        { ...completed, last: false },
        { ...completed, last: true },
        done("agent", { at: 0, tally, end: "finished", answer: "brass" }),
        done("browser", { report: REPORT }),
        error("agent"),
        error("browser"),
        late("episode.closing", "twicePatience"),
      ] as never[],
    tellApart: ({ context }) => [Math.min(context.steps.length, 3), context.ending.end],
    rests: ["ended"],
  });
  assertEquals(found.reached, found.declared);
  assertEquals(found.stuck, []);
});

function statesOf(node: AnyStateMachine["root"]): AnyStateMachine["root"][] {
  return [node, ...Object.values(node.states).flatMap((inner) => statesOf(inner))];
}

Deno.test("every state says what it is", () => {
  for (
    const machine of [agentMachine, browserMachine, episodeMachine, modelMachine, retrieverMachine, summarizerMachine]
  ) {
    const silent = statesOf(machine.root).filter((node) => node.description === undefined).map((node) => node.id);
    assertEquals(silent, []);
  }
});
