import { assertEquals, assertRejects } from "@std/assert";
import { EnvironmentError, HarnessError } from "../../base/mod.ts";
import type { Hit, MemoryEffect, MemoryEvent, MemoryPolicy, Recall, Recaller } from "../../memory/mod.ts";
import { ModelError, type ModelRequest } from "../../models/mod.ts";
import { type EpisodeInput, runEpisode, transcriptHash } from "../../actors/mod.ts";
import { episodeInput, fakeBrowser, fakeModel, NEXT, page, reply, TASK, textOf, wishingPolicy } from "./fakes.ts";

const ANSWER = reply({ kind: "answer", text: "brass" });
const RECALL: MemoryEffect = { type: "recall", query: "lamp", groups: 5 };

function hit(id: string): Hit {
  const source = { taskId: "t", site: "shop", template: "x", trajectory: "t", model: "m", steps: [0] };
  const insight = { id, group: id, kind: "pitfall", text: "Beware.", sources: [source] } as const;
  return { group: { id, query: "lamp", insights: [{ ...insight, sources: [source] }] }, similarity: 0.5 };
}

function recaller(answer: (query: string) => Promise<Recall>): Recaller & { asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    bankHash: "b",
    asked,
    recall(query, groups, guard) {
      asked.push([query, groups, guard]);
      return answer(query);
    },
  };
}

/** Keeps what a policy was told, step events apart. */
function told(policy: MemoryPolicy<readonly MemoryEvent[]>): { policy: typeof policy; events: MemoryEvent[] } {
  const events: MemoryEvent[] = [];
  return {
    events,
    policy: {
      ...policy,
      reduce(memory, event) {
        if (event.type !== "step.completed") events.push(event);
        return policy.reduce(memory, event);
      },
    },
  };
}

/** Wishes for a summary of each step as it is completed. */
function summarizing(when: "same_call" | "own_call", maxTokens = 100) {
  return told(wishingPolicy((moment, events) => {
    if (moment === "start") return [];
    const last = events.at(-1);
    if (last?.type !== "step.completed") throw new Error("a step must have been completed");
    return [{ type: "summarize", when, from: moment, to: moment, maxTokens, steps: [last.step] }];
  }));
}

/** Tells a summary's call from an action's. */
function isSummaryCall(request: ModelRequest): boolean {
  return textOf(request).includes('<notice kind="summarize"');
}

Deno.test("what is recalled at the start is in the first prompt, and its groups are in the output", async () => {
  const { policy, events } = told(wishingPolicy((moment) => moment === "start" ? [RECALL] : []));
  const bank = recaller(() => Promise.resolve({ hits: [hit("g-2"), hit("g-1")], excluded: [] }));
  const model = fakeModel(ANSWER);
  const output = await runEpisode(episodeInput({ policy, recaller: bank, model }));
  assertEquals(bank.asked, [["lamp", 5, { taskId: TASK.id, template: TASK.template }]]);
  assertEquals(output.recalled, ["g-2", "g-1"]);
  assertEquals(events, [{ type: "insights.recalled", hits: [hit("g-2"), hit("g-1")] }]);
  assertEquals(textOf(model.requests[0]).includes("Beware."), true);
});

Deno.test("a recall that fails ends the episode by its blame", async () => {
  const { policy } = told(wishingPolicy((moment) => moment === "start" ? [RECALL] : []));
  const run = (error: Error) => runEpisode(episodeInput({ policy, recaller: recaller(() => Promise.reject(error)) }));
  const output = await run(new EnvironmentError("Cannot read the bank as the disk must answer: it does not"));
  assertEquals([output.end, output.blame], ["error", "environment"]);
  await assertRejects(() => run(new HarnessError("Cannot search the bank")), HarnessError, "Cannot search the bank");
});

Deno.test("a summary written in the same call costs no call of its own", async () => {
  const { policy, events } = summarizing("same_call");
  const model = fakeModel(reply(NEXT, { summary: "  Opened the list.\n" }), ANSWER);
  const output = await runEpisode(episodeInput({ policy, model }));
  assertEquals(events, [{ type: "summary.written", from: 0, to: 0, text: "Opened the list." }]);
  assertEquals([model.requests.length, output.trajectory.steps[0]?.summary], [2, "  Opened the list.\n"]);
});

Deno.test("a summary that was left out is asked for in a call of its own, and paid for", async () => {
  const { policy, events } = summarizing("same_call");
  const model = fakeModel(reply(NEXT), "Opened the list of lamps.", ANSWER);
  const output = await runEpisode(episodeInput({ policy, model }));
  assertEquals(events, [{ type: "summary.written", from: 0, to: 0, text: "Opened the list of lamps." }]);
  assertEquals(output.usage.inputTokens, 300);
  // 100 for the start page, a call, an action, and the summary's call.
  assertEquals(output.steps[0]?.virtualMs, 2150);
  assertEquals(textOf(model.requests[1]).includes("Find the cheapest lamp."), true);
  assertEquals(isSummaryCall(model.requests[1] as ModelRequest), true);
});

Deno.test("an own call is made even where the acting model offers a summary", async () => {
  const { policy, events } = summarizing("own_call");
  const model = fakeModel(reply(NEXT, { summary: "offered" }), '{"summary":"asked for"}', ANSWER);
  await runEpisode(episodeInput({ policy, model }));
  assertEquals(events, [{ type: "summary.written", from: 0, to: 0, text: "asked for" }]);
});

Deno.test("a summary is capped at a word's end", async () => {
  const { policy, events } = summarizing("same_call", 4);
  const model = fakeModel(reply(NEXT, { summary: "one two three four five six" }), ANSWER);
  await runEpisode(episodeInput({ policy, model }));
  // The fake counts four characters a token: 16 characters fit.
  assertEquals(events, [{ type: "summary.written", from: 0, to: 0, text: "one two three" }]);
});

Deno.test("where the model writes no summary either, the policy is told and goes on without", async () => {
  const { policy, events } = summarizing("same_call");
  const output = await runEpisode(episodeInput({ policy, model: fakeModel(reply(NEXT), "  ", ANSWER) }));
  assertEquals(output.end, "finished");
  assertEquals(events, [{
    type: "effect.failed",
    effect: "summarize",
    message: "Cannot use the summary of steps 0 to 0 as it must have words: the model wrote none",
  }]);
});

Deno.test("a summary's call that fails ends the episode by its blame, and what it cost is kept", async () => {
  const { policy } = summarizing("own_call");
  const down = () => Promise.reject(new ModelError("Cannot call the model", "environment"));
  const output = await runEpisode(episodeInput({ policy, model: fakeModel(reply(NEXT), down) }));
  assertEquals([output.end, output.blame, output.steps.length, output.usage.inputTokens], [
    "error",
    "environment",
    0,
    100,
  ]);
});

Deno.test("several steps are folded into one text that carries the previous one along", async () => {
  const { policy, events } = told(wishingPolicy((moment, all) => {
    const steps = all.flatMap((event) => event.type === "step.completed" ? [event.step] : []);
    return moment === 1
      ? [{ type: "summarize", when: "own_call", from: 0, to: 1, maxTokens: 50, steps, previous: "Before: nothing." }]
      : [];
  }));
  const model = fakeModel(reply(NEXT), reply(NEXT), "Two pages on.", ANSWER);
  await runEpisode(episodeInput({ policy, model }));
  assertEquals(events, [{ type: "summary.written", from: 0, to: 1, text: "Two pages on." }]);
  const asked = textOf(model.requests[2]);
  for (
    const piece of ["Before: nothing.", "Page 0", "Page 1", '<notice kind="summarize" from="0" to="1" tokens="50">']
  ) {
    assertEquals([piece, asked.includes(piece)], [piece, true]);
  }
});

Deno.test("an answer is the last: nothing is planned after it", async () => {
  const { policy, events } = summarizing("own_call");
  const model = fakeModel(ANSWER);
  await runEpisode(episodeInput({ policy, model }));
  assertEquals([events, model.requests.length], [[], 1]);
});

/** Everything that can go on at the same time does; the named piece of work answers last. */
function crowded(last: "page" | "recall" | "summary"): EpisodeInput {
  const later = async <T>(name: typeof last, value: T): Promise<T> => {
    for (let turn = 0; turn < (name === last ? 60 : 3); turn++) await Promise.resolve();
    return value;
  };
  const policy = wishingPolicy((moment, events) => {
    const recalls = [RECALL, { ...RECALL, query: "price" }];
    if (moment === "start") return recalls;
    const steps = events.flatMap((event) => event.type === "step.completed" ? [event.step] : []).slice(-1);
    return [
      recalls[0] ?? RECALL,
      { type: "summarize", when: "own_call", from: moment, to: moment, maxTokens: 50, steps },
      recalls[1] ?? RECALL,
      { type: "summarize", when: "own_call", from: moment, to: moment, maxTokens: 20, steps },
    ];
  });
  let actions = 0;
  return episodeInput({
    policy,
    recaller: recaller((query) => later("recall", { hits: [hit(`g-${query}`)], excluded: [] })),
    browser: fakeBrowser({
      reset: () => later("page", { status: "done", virtualMs: 70 }),
      observe: (turn) => later("page", page(turn)),
    }),
    model: fakeModel((request) =>
      isSummaryCall(request)
        ? later("summary", { text: `Summary no. ${textOf(request).length}` })
        : Promise.resolve({ text: ++actions < 3 ? reply(NEXT) : ANSWER })
    ),
  });
}

Deno.test("facts that arrive in another order give the same transcript", async () => {
  const outputs = [];
  for (const last of ["page", "recall", "summary"] as const) outputs.push(await runEpisode(crowded(last)));
  const [first] = outputs;
  for (const output of outputs) assertEquals(output, first);
  assertEquals(new Set(outputs.map((output) => transcriptHash(output.transcript))).size, 1);
});

Deno.test("work that goes on together is written actor by actor, and time is that of the longest", async () => {
  const { transcript } = await runEpisode(crowded("recall"));
  const from = transcript.findIndex((event) => event.type === "action.done");
  const upTo = transcript.findIndex((event) => event.type === "step.completed");
  assertEquals(transcript.slice(from, upTo + 1).map((event) => `${event.at} ${event.from} ${event.type}`), [
    "1120 browser action.done",
    "1120 agent recall.request",
    "1120 agent recall.request",
    "1120 retriever recall.done",
    "1120 retriever recall.done",
    "1120 agent summary.request",
    "1120 agent summary.request",
    "1120 summarizer model.complete",
    "2120 model model.completed",
    "2120 summarizer summary.written",
    "2120 summarizer model.complete",
    "3120 model model.completed",
    "3120 summarizer summary.written",
    "3120 agent step.completed",
  ]);
});
