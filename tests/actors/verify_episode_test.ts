import { assertEquals } from "@std/assert";
import type { MemoryPolicy } from "../../memory/mod.ts";
import { firstDifference, runEpisode, type TranscriptEvent, verifyEpisode } from "../../actors/mod.ts";
import { episodeInput, fakeBrowser, fakeModel, NEXT, page, reply } from "./fakes.ts";

Deno.test("a recorded episode that runs the same is verified", async () => {
  const { transcript } = await runEpisode(episodeInput());
  const { difference, output } = await verifyEpisode(JSON.parse(JSON.stringify(transcript)), episodeInput());
  assertEquals([difference, output.end], [undefined, "finished"]);
});

Deno.test("one word of a prompt is found, with the step", async () => {
  const { transcript } = await runEpisode(episodeInput());
  const { policy } = episodeInput();
  const changed: MemoryPolicy = {
    ...policy,
    render: (memory, input) =>
      policy.render(memory, input).map((part) =>
        part.name === "format" && input.index === 1
          ? { ...part, content: [{ type: "text", text: "Answer in prose.\n" }] }
          : part
      ),
  };
  const { difference } = await verifyEpisode(transcript, episodeInput({ policy: changed }));
  assertEquals([difference?.step, difference?.type, difference?.field], [1, "model.complete", "payload.prompt"]);
});

Deno.test("another page is found, with what was expected and what was there", async () => {
  const { transcript } = await runEpisode(episodeInput());
  const browser = fakeBrowser({
    observe: (turn) => turn === 2 ? { ...page(2), url: "https://shop.test/elsewhere" } : page(turn),
  });
  const { difference } = await verifyEpisode(transcript, episodeInput({ browser }));
  assertEquals([difference?.step, difference?.type, difference?.field], [2, "step.observed", "payload.observation"]);
});

Deno.test("another action is found in words", async () => {
  const { transcript } = await runEpisode(episodeInput());
  const model = fakeModel(reply(NEXT), reply({ kind: "back" }));
  const { difference } = await verifyEpisode(transcript, episodeInput({ model, limits: { steps: 3 } }));
  assertEquals(difference?.step, 1);
  assertEquals(difference?.type, "model.completed");
});

function event(overrides: Partial<TranscriptEvent>): TranscriptEvent {
  return {
    seq: 0,
    at: 0,
    from: "agent",
    to: "browser",
    type: "browser.act",
    payload: {},
    visible: false,
    ...overrides,
  };
}

Deno.test("differences are said in one sentence", async (t) => {
  const cases: [name: string, expected: TranscriptEvent[], got: TranscriptEvent[], message: string | undefined][] = [
    ["none", [event({})], [event({})], undefined],
    [
      "a field deep inside",
      [event({ payload: { step: 4, action: { kind: "click", ref: "e1" } } })],
      [event({ payload: { step: 4, action: { kind: "click", ref: "e2" } } })],
      'Step 4: browser.act differs in payload.action.ref: expected "e1", got "e2"',
    ],
    [
      "a field that went missing",
      [event({ payload: { step: 4, submit: true } })],
      [event({ payload: { step: 4 } })],
      "Step 4: browser.act differs in payload.submit: expected true, got nothing",
    ],
    [
      "the time alone",
      [event({ at: 10 })],
      [event({ at: 20 })],
      "Before the first step: browser.act differs in at: expected 10, got 20",
    ],
    [
      "another event, and so other fields",
      [event({ payload: { step: 2 } }), event({ type: "action.done", payload: { step: 2, virtualMs: 5 } })],
      [event({ payload: { step: 2 } }), event({ type: "action.refused", payload: { step: 2, message: "no" } })],
      "Step 2: expected action.done, got action.refused",
    ],
    [
      "too short",
      [event({ payload: { step: 2 } }), event({ type: "action.done" })],
      [event({ payload: { step: 2 } })],
      "Step 2: expected action.done, got the end",
    ],
    ["too long", [], [event({})], "Before the first step: expected the end, got browser.act"],
    [
      "lists by place",
      [event({ payload: { groups: ["a", "b"] } })],
      [event({ payload: { groups: ["b", "a"] } })],
      'Before the first step: browser.act differs in payload.groups: expected ["a","b"], got ["b","a"]',
    ],
  ];
  for (const [name, expected, got, message] of cases) {
    await t.step(name, () => assertEquals(firstDifference(expected, got)?.message, message));
  }
});
