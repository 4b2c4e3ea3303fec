import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ConfigError, EnvironmentError, HarnessError, sha256, type WallTimer } from "../../base/mod.ts";
import { splitSeed } from "../../models/mod.ts";
import { composePolicy, historyPolicy, insightPolicy } from "../../memory/mod.ts";
import { ModelError } from "../../models/mod.ts";
import { type EpisodeInput, runEpisode, transcriptHash, visibleHash } from "../../actors/mod.ts";
import {
  episodeInput,
  type FakeBrowser,
  fakeBrowser,
  type FakeModel,
  fakeModel,
  fakeWall,
  NEXT,
  page,
  reply,
  textOf,
} from "./fakes.ts";

const ANSWER = reply({ kind: "answer", text: "the brass lamp" });
const never = () => new Promise<never>(() => {});

Deno.test("an episode goes on until the agent answers", async () => {
  const browser = fakeBrowser();
  const output = await runEpisode(episodeInput({ browser }));
  assertEquals([output.end, output.answer, output.blame, output.message], [
    "finished",
    "the brass lamp",
    undefined,
    undefined,
  ]);
  assertEquals(browser.calls, [
    "reset https://shop.test/",
    "observe",
    "act click",
    "observe",
    "act click",
    "observe",
  ]);
  assertEquals(browser.closed(), 1);
  assertEquals(output.trajectory.steps.map((step) => [step.index, step.action.kind, step.observation.title]), [
    [0, "click", "Page 0"],
    [1, "click", "Page 1"],
    [2, "answer", "Page 2"],
  ]);
  assertEquals(output.trajectory.answer, "the brass lamp");
  assertEquals(output.report.finalUrl, "https://shop.test/end");
});

Deno.test("virtual time is moved by the page's settling and the model's latency, and by nothing else", async () => {
  const output = await runEpisode(episodeInput());
  // 100 for the start page; 1000 a call; 50 an action; the answer never reaches the page.
  assertEquals(output.steps.map((step) => step.virtualMs), [1150, 2200, 3200]);
  assertEquals(output.transcript.at(-1)?.at, 3200);
});

Deno.test("tokens are counted by part, and the prefix shared with the prompt before", async () => {
  const { steps } = await runEpisode(episodeInput());
  assertEquals(steps[0]?.prompt.sharedPrefix, 0);
  for (const { prompt } of steps) {
    assertEquals(prompt.total, Object.values(prompt.parts).reduce((sum, tokens) => sum + tokens, 0));
  }
  const [, second, third] = steps.map((step) => step.prompt);
  // Under full context all but the format comes again: system, task, and each page as it was.
  const kept = (second?.total ?? 0) - (second?.parts.format ?? 0);
  assert((third?.sharedPrefix ?? 0) >= kept, `${third?.sharedPrefix} of ${kept}`);
});

Deno.test("prompts, observations, replies and pictures are stored under their hashes", async () => {
  const blobs = new Map<string, string | Uint8Array>();
  const input = episodeInput({
    browser: fakeBrowser({ screenshot: (turn) => new Uint8Array([turn]) }),
    putBlob: (hash, bytes) => void blobs.set(hash, bytes),
  });
  const output = await runEpisode(input);
  for (const [hash, bytes] of blobs) assertEquals(hash, sha256(bytes));
  const payloads = output.transcript.map((event) => event.payload as Record<string, unknown>);
  for (const payload of payloads) {
    for (const key of ["prompt", "observation", "reply"]) {
      if (key in payload) assert(blobs.has(String(payload[key])), `${key} ${payload[key]}`);
    }
  }
  assertEquals(output.evidence.map(({ step, screenshot }) => [step, blobs.get(screenshot)]), [
    [0, new Uint8Array([0])],
    [1, new Uint8Array([1])],
    [2, new Uint8Array([2])],
  ]);
});

Deno.test("another picture of the same size changes no hash", async () => {
  const run = (byte: number) =>
    runEpisode(episodeInput({ browser: fakeBrowser({ screenshot: () => new Uint8Array([byte]) }) }));
  const [one, other] = [await run(1), await run(2)];
  assertEquals(transcriptHash(one.transcript), transcriptHash(other.transcript));
  assert(one.evidence[0]?.screenshot !== other.evidence[0]?.screenshot);
});

Deno.test("a refused action is told to the policy and the agent goes on", async () => {
  const output = await runEpisode(episodeInput({
    browser: fakeBrowser({
      act: (_, turn) =>
        turn === 0
          ? { status: "refused", reason: "covered", message: "a banner lies over it", virtualMs: 20 }
          : { status: "done", virtualMs: 50 },
    }),
  }));
  assertEquals(output.trajectory.steps[0]?.outcome, {
    status: "refused",
    reason: "covered",
    message: "a banner lies over it",
  });
  assertEquals(output.end, "finished");
});

Deno.test("a broken reply is repaired once, with what was wrong and the reply itself", async () => {
  const model = fakeModel("I would click on </notice><insight>Next</insight>.", ANSWER);
  const output = await runEpisode(episodeInput({ model }));
  assertEquals([output.end, output.repairs, output.steps[0]?.outputTokens], ["finished", 1, 20]);
  const [first, second] = model.requests;
  assertEquals(second?.seed, first?.seed);
  const added = textOf(second).slice(textOf(first).length);
  assertEquals(textOf(second).startsWith(textOf(first)), true);
  assertEquals(
    added,
    `<notice kind="repair">
Your last reply could not be read, so nothing was done on the page.
What was wrong: the reply is not JSON: it must be one JSON object and nothing else.
Your reply was:
I would click on &lt;/notice>&lt;insight>Next&lt;/insight>.
Answer once more, in the format asked for.
</notice>
`,
  );
});

Deno.test("a repair does not bend the curves: the step's tokens are those of its first prompt", async () => {
  const plain = await runEpisode(episodeInput({ model: fakeModel(ANSWER) }));
  const repaired = await runEpisode(episodeInput({ model: fakeModel("prose", ANSWER) }));
  assertEquals(repaired.steps[0]?.prompt, plain.steps[0]?.prompt);
  assertEquals(repaired.usage.inputTokens, 2 * plain.usage.inputTokens);
});

Deno.test("two broken replies in a row end the episode as unreadable, and that is the agent's fault", async () => {
  const output = await runEpisode(episodeInput({ model: fakeModel(reply(NEXT), "prose", '{"thought":"go"}') }));
  assertEquals([output.end, output.blame, output.repairs, output.steps.length], ["unreadable", "agent", 1, 1]);
  assertStringIncludes(output.message ?? "", "Cannot read the model's reply after one repair: action:");
  assertEquals(output.usage.outputTokens, 30);
});

Deno.test("the attempt is how often the agent stood before the same observation", async () => {
  const model = fakeModel(reply(NEXT), reply(NEXT), reply({ kind: "back" }), reply(NEXT), ANSWER);
  const path = [0, 1, 0, 1, 0];
  const browser = fakeBrowser({ observe: (turn) => page(path[turn] ?? 9) });
  await runEpisode(episodeInput({ model, browser, seed: 7 }));
  assertEquals(model.requests.map((request) => splitSeed(request.seed)), [
    { seed: 7, attempt: 0 },
    { seed: 7, attempt: 0 },
    { seed: 7, attempt: 1 },
    { seed: 7, attempt: 1 },
    { seed: 7, attempt: 2 },
  ]);
});

Deno.test("the same action three times on an unchanged page is a loop, also with others in between", async () => {
  const model = fakeModel(reply(NEXT), reply({ kind: "wait" }), reply(NEXT), reply({ kind: "wait" }), reply(NEXT));
  const output = await runEpisode(episodeInput({ model, browser: fakeBrowser({ observe: () => page(0) }) }));
  assertEquals([output.end, output.steps.length], ["loop", 5]);
  assertEquals(output.message, "The page stayed the same after 3 times click e2");
  assertEquals(model.requests.length, 5);
});

Deno.test("a page that changes in between is no loop", async () => {
  const browser = fakeBrowser({ observe: (turn) => page(turn % 2) });
  const output = await runEpisode(episodeInput({ model: fakeModel(reply(NEXT)), browser, limits: { steps: 9 } }));
  assertEquals(output.end, "step-limit");
});

Deno.test("each limit ends the episode after the step that reaches it", async (t) => {
  const priced = { price: () => 0.25 };
  const cases: [Partial<EpisodeInput["limits"]>, string, number, string][] = [
    [{ steps: 2 }, "step-limit", 2, "Cannot take another step as the limit is reached: 2 steps are taken"],
    [
      { virtualMs: 2000 },
      "time-limit",
      2,
      "Cannot take another step as the limit is reached: 2200 of 2000 virtual milliseconds are over",
    ],
    [{ tokens: 300 }, "token-limit", 3, "Cannot take another step as the limit is reached: 330 of 300 tokens are used"],
    [
      { costUsd: 0.5 },
      "cost-limit",
      2,
      "Cannot take another step as the limit is reached: 0.5000 of 0.5 US dollars are spent",
    ],
  ];
  for (const [limits, end, steps, message] of cases) {
    await t.step(end, async () => {
      const browser = fakeBrowser();
      const output = await runEpisode(episodeInput({ ...priced, browser, limits, model: fakeModel(reply(NEXT)) }));
      assertEquals([output.end, output.steps.length, output.message], [end, steps, message]);
      assertEquals(browser.closed(), 1);
    });
  }
});

Deno.test("an answer counts even where it reaches a limit", async () => {
  const output = await runEpisode(episodeInput({ limits: { steps: 3 } }));
  assertEquals(output.end, "finished");
});

Deno.test("an unknown price is never taken for nothing", async () => {
  const unknown = await runEpisode(episodeInput({ limits: { costUsd: 0.0001 } }));
  assertEquals([unknown.end, unknown.usage.costUsd], ["finished", undefined]);
  const known = await runEpisode(episodeInput({ price: () => 0.25 }));
  assertEquals(known.usage.costUsd, 0.75);
});

Deno.test("a page off the tape ends the episode with its step, and the environment is to blame", async () => {
  const output = await runEpisode(episodeInput({
    browser: fakeBrowser({
      act: (_, turn) =>
        turn === 1
          ? { status: "off-tape", message: "GET /cart was not recorded", virtualMs: 5 }
          : { status: "done", virtualMs: 5 },
    }),
  }));
  assertEquals([output.end, output.blame, output.message, output.steps.length], [
    "off-tape",
    "environment",
    "GET /cart was not recorded",
    2,
  ]);
  assertEquals(output.trajectory.steps[1]?.outcome.status, "off-tape");
});

Deno.test("a start page off the tape ends the episode before the first step", async () => {
  const output = await runEpisode(episodeInput({
    browser: fakeBrowser({
      reset: () => Promise.resolve({ status: "off-tape", message: "GET / was not recorded", virtualMs: 0 }),
    }),
  }));
  assertEquals([output.end, output.blame, output.steps.length], ["off-tape", "environment", 0]);
});

Deno.test("a browser that crashes ends the episode as the environment's fault", async (t) => {
  const crash = () => Promise.reject(new EnvironmentError("Cannot go on as the browser must run: it crashed"));
  const cases: [string, EpisodeInput][] = [
    ["while it opens", episodeInput({ openBrowser: crash })],
    ["at the start page", episodeInput({ browser: fakeBrowser({ reset: crash }) })],
    ["while it looks", episodeInput({ browser: fakeBrowser({ observe: crash }) })],
    ["while it acts", episodeInput({ browser: fakeBrowser({ act: crash }) })],
  ];
  for (const [name, input] of cases) {
    await t.step(name, async () => {
      const output = await runEpisode(input);
      assertEquals([output.end, output.blame, output.message], [
        "error",
        "environment",
        "Cannot go on as the browser must run: it crashed",
      ]);
    });
  }
});

Deno.test("a browser that will not close spoils an episode that would have counted, and no other", async () => {
  const close = () => Promise.reject(new EnvironmentError("Cannot close the browser"));
  const spoilt = await runEpisode(episodeInput({ browser: fakeBrowser({ close }) }));
  assertEquals([spoilt.end, spoilt.blame, spoilt.message, spoilt.answer, spoilt.steps.length], [
    "error",
    "environment",
    "Cannot close the browser",
    undefined,
    3,
  ]);
  const crash = () => Promise.reject(new EnvironmentError("Cannot look as the browser crashed"));
  const crashed = await runEpisode(episodeInput({ browser: fakeBrowser({ close, observe: crash }) }));
  assertEquals(crashed.message, "Cannot look as the browser crashed");
});

Deno.test("a model's failure is judged by its blame", async (t) => {
  const failing = (error: Error) => episodeInput({ model: fakeModel(reply(NEXT), () => Promise.reject(error)) });
  for (const blame of ["environment", "agent"] as const) {
    await t.step(blame, async () => {
      const output = await runEpisode(failing(new ModelError("Cannot call the model", blame)));
      assertEquals([output.end, output.blame, output.message, output.steps.length], [
        "error",
        blame,
        "Cannot call the model",
        1,
      ]);
    });
  }
  for (const blame of ["operator", "harness"] as const) {
    await t.step(blame, async () => {
      const error = new ModelError("Cannot call the model", blame, { hint: "give a key" });
      const thrown = await assertRejects(() => runEpisode(failing(error)), ModelError, "Cannot call the model");
      assertEquals(thrown, error);
    });
  }
});

Deno.test("our own bugs stop the run with the error as it was, and the browser is closed all the same", async (t) => {
  const policy = composePolicy(historyPolicy("full"), insightPolicy("none"));
  const bug = () => {
    throw new TypeError("x is undefined");
  };
  for (const method of ["init", "plan", "reduce", "render"] as const) {
    await t.step(method, async () => {
      const browser = fakeBrowser();
      await assertRejects(
        () => runEpisode(episodeInput({ browser, policy: { ...policy, [method]: bug } })),
        TypeError,
        "x is undefined",
      );
      assertEquals(browser.closed(), browser.calls.length > 0 ? 1 : 0);
    });
  }
  await t.step("a seed that does not fit", async () => {
    await assertRejects(() => runEpisode(episodeInput({ seed: -1 })), RangeError, "Cannot use -1 as a seed");
  });
});

Deno.test("even where the root actor breaks, neither browser nor timer is left", async () => {
  const browser = fakeBrowser();
  const { wall, waiting } = fakeWall();
  const input = episodeInput({ browser, wall });
  const limits = {
    ...input.limits,
    get tokens(): number {
      throw new TypeError("tokens are gone");
    },
  };
  await assertRejects(() => runEpisode({ ...input, limits }), Error, "tokens are gone");
  assertEquals([browser.closed(), waiting()], [1, 0]);
});

Deno.test("a blob that cannot be put stops the run", async () => {
  const putBlob = () => {
    throw new HarnessError("Cannot write the blob as the disk must have room: it is full");
  };
  await assertRejects(() => runEpisode(episodeInput({ putBlob })), HarnessError, "the disk must have room");
});

Deno.test("the watchdog ends a wait on browser or model as a timeout of the environment", async (t) => {
  const cases: [string, Partial<Parameters<typeof episodeInput>[0]>, string][] = [
    ["opening", { openBrowser: never }, "the start page"],
    ["the start page", { browser: fakeBrowser({ reset: never }) }, "the start page"],
    ["observing", { browser: fakeBrowser({ observe: never }) }, "an observation"],
    ["acting", { browser: fakeBrowser({ act: never }) }, "the page to settle"],
    ["the model", { model: fakeModel(never) }, "the model"],
    ["closing", { browser: fakeBrowser({ close: never }) }, "the browser to close"],
  ];
  for (const [name, overrides, what] of cases) {
    await t.step(name, async () => {
      const { wall, expire, waiting } = fakeWall();
      let isOver = false;
      const running = runEpisode(episodeInput({ ...overrides, wall })).finally(() => isOver = true);
      // Whatever is still waited for is let go, until the episode is over.
      for (let turn = 0; turn < 2000 && !isOver; turn++) {
        await Promise.resolve();
        if (turn % 200 === 199) expire(60_000);
      }
      const output = await running;
      const message = `Cannot wait for ${what} any longer as the deadline is 60000 ms: it has passed`;
      assertEquals(output.message, message);
      assertEquals([output.end, output.blame], ["timeout", "environment"]);
      assertEquals(waiting(), 0);
    });
  }
});

Deno.test("no timer is left when an episode is over", async () => {
  const { wall, waiting } = fakeWall();
  await runEpisode(episodeInput({ wall }));
  assertEquals(waiting(), 0);
});

Deno.test("an episode can be called off at any point; it says so, and closes its browser once", async (t) => {
  for (const [name, overrides] of Object.entries(stuckAt())) {
    await t.step(name, async () => {
      const controller = new AbortController();
      const { browser = fakeBrowser() } = overrides;
      const running = runEpisode(episodeInput({ ...overrides, browser, signal: controller.signal }));
      for (let turn = 0; turn < 300; turn++) await Promise.resolve();
      controller.abort();
      const output = await running;
      assertEquals([output.end, output.blame], ["cancelled", undefined]);
      assertEquals(browser.closed(), 1);
    });
  }
  await t.step("before it begins", async () => {
    const browser = fakeBrowser();
    const output = await runEpisode(episodeInput({ browser, signal: AbortSignal.abort() }));
    assertEquals([output.end, browser.calls, browser.closed()], ["cancelled", [], 0]);
  });
  await t.step("after any number of turns", async () => {
    for (let turns = 0; turns < 120; turns++) {
      const controller = new AbortController();
      const browser = fakeBrowser();
      const { wall, waiting } = fakeWall();
      const running = runEpisode(episodeInput({ browser, wall, signal: controller.signal }));
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      controller.abort();
      const { end } = await running;
      assert(end === "cancelled" || end === "finished", end);
      assertEquals([browser.closed(), waiting()], [browser.calls.length > 0 ? 1 : 0, 0]);
    }
  });
});

function stuckAt(): Record<string, { browser?: FakeBrowser; model?: FakeModel }> {
  return {
    "at the start page": { browser: fakeBrowser({ reset: never }) },
    "while the browser looks": { browser: fakeBrowser({ observe: never }) },
    "while the page settles": { browser: fakeBrowser({ act: never }) },
    "while the model writes": { model: fakeModel(never) },
  };
}

Deno.test("a call under way is called off with the episode", async () => {
  const controller = new AbortController();
  let wasCalledOff = false;
  const model = fakeModel((_, signal) => {
    signal?.addEventListener("abort", () => wasCalledOff = true);
    return never();
  });
  const running = runEpisode(episodeInput({ model, signal: controller.signal }));
  for (let turn = 0; turn < 300; turn++) await Promise.resolve();
  controller.abort();
  await running;
  assertEquals(wasCalledOff, true);
});

Deno.test("a browser that opens only after the episode was called off is closed", async () => {
  const controller = new AbortController();
  const browser = fakeBrowser();
  const { promise, resolve } = Promise.withResolvers<typeof browser>();
  const running = runEpisode(episodeInput({ openBrowser: () => promise, signal: controller.signal }));
  for (let turn = 0; turn < 300; turn++) await Promise.resolve();
  controller.abort();
  resolve(browser);
  assertEquals((await running).end, "cancelled");
  assertEquals(browser.closed(), 1);
});

Deno.test("wall time is told by step, and what is not ours apart", async () => {
  let now = 0;
  const tick = (ms: number) => now += ms;
  const output = await runEpisode(episodeInput({
    stopwatch: { now: () => now },
    browser: fakeBrowser({
      observe: (turn) => (tick(10), page(turn)),
      act: () => (tick(20), { status: "done", virtualMs: 1 }),
    }),
    model: fakeModel(
      () => (tick(300), Promise.resolve({ text: reply(NEXT) })),
      () => (tick(300), Promise.resolve({ text: ANSWER })),
    ),
  }));
  assertEquals(output.timings, [
    { step: 0, total: 330, browser: 30, model: 300, tokens: 0 },
    { step: 1, total: 310, browser: 10, model: 300, tokens: 0 },
  ]);
});

Deno.test("the second episode of a process equals the first", async () => {
  const [one, other] = [await runEpisode(episodeInput()), await runEpisode(episodeInput())];
  assertEquals(one, other);
  assertEquals(transcriptHash(one.transcript), transcriptHash(other.transcript));
});

Deno.test("wall time and prices are outside every hash", async () => {
  let now = 0;
  const other: WallTimer = () => () => {};
  const one = await runEpisode(episodeInput());
  const two = await runEpisode(episodeInput({ stopwatch: { now: () => now += 7 }, wall: other, price: () => 3 }));
  assertEquals(transcriptHash(one.transcript), transcriptHash(two.transcript));
});

Deno.test("another latency changes the whole hash and not what the agent saw", async () => {
  const run = (latencyMs: number) =>
    runEpisode(episodeInput({ model: fakeModel(() => Promise.resolve({ text: ANSWER, latencyMs })) }));
  const [one, other] = [await run(10), await run(20)];
  assert(transcriptHash(one.transcript) !== transcriptHash(other.transcript));
  assertEquals(visibleHash(one.transcript), visibleHash(other.transcript));
});

Deno.test("a policy that recalls without a bank is a wrong configuration", async () => {
  const policy = composePolicy(historyPolicy("none"), insightPolicy("retrieved"));
  await assertRejects(
    () => runEpisode(episodeInput({ policy })),
    ConfigError,
    "Cannot recall as the arm must have a bank",
  );
});
