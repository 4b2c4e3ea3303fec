import { assertEquals, assertNotEquals } from "@std/assert";
import { runEpisode, type TranscriptEvent, transcriptHash, visibleHash } from "../../actors/mod.ts";
import { episodeInput, fakeBrowser, fakeModel, NEXT, reply } from "./fakes.ts";

Deno.test("a step in the transcript: who told whom what, and when", async () => {
  const { transcript } = await runEpisode(episodeInput({ model: fakeModel(reply({ kind: "answer", text: "brass" })) }));
  assertEquals(
    transcript.map(({ at, from, to, type, visible }) => `${at} ${from}>${to} ${type}${visible ? "*" : ""}`),
    [
      "0 agent>browser browser.reset",
      "100 browser>agent page.opened",
      "100 agent>browser browser.observe",
      "100 browser>agent step.observed*",
      "100 agent>model model.complete*",
      "1100 model>agent model.completed",
      "1100 agent>episode action.chosen*",
      "1100 agent>episode step.completed",
      "1100 episode>browser browser.close",
      "1100 episode>operator episode.ended",
    ],
  );
  assertEquals(transcript.map((event) => event.seq), transcript.map((_, i) => i));
  assertEquals(transcript.at(-1)?.payload, { end: "finished", answer: "brass" });
});

Deno.test("a transcript is plain data: JSON gives it back as it was", async () => {
  const { transcript } = await runEpisode(
    episodeInput({ browser: fakeBrowser({ screenshot: () => new Uint8Array(4) }) }),
  );
  assertEquals(JSON.parse(JSON.stringify(transcript)), transcript);
  assertEquals(JSON.stringify(transcript).includes("x:"), false, "no session id of XState");
});

const LINE: TranscriptEvent = {
  seq: 0,
  at: 5,
  from: "agent",
  to: "episode",
  type: "action.chosen",
  payload: { step: 0, action: NEXT },
  visible: true,
};

Deno.test("the whole hash changes with every field, the visible one with type and payload of visible lines only", () => {
  const whole = transcriptHash([LINE]);
  const seen = visibleHash([LINE]);
  const changes: Partial<TranscriptEvent>[] = [{ seq: 1 }, { at: 6 }, { from: "browser" }, { to: "model" }];
  for (const change of changes) {
    assertNotEquals(transcriptHash([{ ...LINE, ...change }]), whole);
    assertEquals(visibleHash([{ ...LINE, ...change }]), seen);
  }
  for (const change of [{ type: "other" }, { payload: { step: 1 } }, { visible: false }]) {
    assertNotEquals(transcriptHash([{ ...LINE, ...change }]), whole);
    assertNotEquals(visibleHash([{ ...LINE, ...change }]), seen);
  }
  assertEquals(visibleHash([LINE, { ...LINE, visible: false }]), seen);
});
