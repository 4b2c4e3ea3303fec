import { assertEquals, assertRejects } from "@std/assert";
import { ConfigError, sha256, virtualClock } from "../../base/mod.ts";
import type { EpisodeInput, EpisodeOutput } from "../../actors/mod.ts";
import { makeManifest, planExperiment, runEpisodes, verifyEpisodes, type VerifyOptions } from "../../lab/mod.ts";
import { fakeCatalogue, fakeEpisode, fakeExperiment, fakeFacts, fakeInput } from "./fakes.ts";

const plan = planExperiment(fakeExperiment({ sites: ["pond"], seeds: [1] }), fakeCatalogue);

/** The fake episode as it would be, had one word of a prompt been another. */
function withOtherWord(input: EpisodeInput): EpisodeOutput {
  const output = fakeEpisode(input);
  const prompt = `prompt 1 of ${input.id}\nwith one more line`;
  input.putBlob(sha256(prompt), prompt);
  const transcript = output.transcript.map((event, i) =>
    i === 1
      ? { ...event, payload: { step: 1, prompt: sha256(prompt) } }
      : { ...event, payload: { step: i, ...event.payload as object } }
  );
  return { ...output, transcript };
}

/** The fake episode with the step in each payload, as real ones have it. */
function withSteps(input: EpisodeInput): EpisodeOutput {
  const output = fakeEpisode(input);
  return {
    ...output,
    transcript: output.transcript.map((event, i) => ({ ...event, payload: { step: i, ...event.payload as object } })),
  };
}

async function withRun(body: (options: VerifyOptions) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "m2-verify-" });
  const runEpisode = (input: EpisodeInput) => Promise.resolve(withSteps(input));
  try {
    await runEpisodes({
      directory,
      manifest: makeManifest(plan, fakeFacts),
      episodes: plan.episodes,
      prepare: fakeInput,
      runEpisode,
      stopwatch: virtualClock(),
    });
    await body({ directory, episodes: plan.episodes, prepare: fakeInput, runEpisode });
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("an episode that does the same is verified", () =>
  withRun(async (options) => {
    const verified = await verifyEpisodes(options);
    assertEquals(verified.map((one) => [one.id, one.difference, one.steps]).slice(0, 2), [
      ["pond-1/full/seed-1", undefined, 3],
      ["pond-1/last-2/seed-1", undefined, 3],
    ]);
    assertEquals(verified.length, 6);
  }));

Deno.test("one word of a prompt is found, with its step and its line", () =>
  withRun(async (options) => {
    const [one] = await verifyEpisodes({
      ...options,
      episodes: plan.episodes.slice(0, 1),
      runEpisode: (input) => Promise.resolve(withOtherWord(input)),
    });
    assertEquals([one?.difference?.step, one?.difference?.type, one?.difference?.field], [
      1,
      "model.complete",
      "payload.prompt",
    ]);
    assertEquals(one?.text, { line: 2, expected: "nothing", got: "with one more line" });
  }));

Deno.test("another verdict of the same steps is a difference", () =>
  withRun(async (options) => {
    const [one] = await verifyEpisodes({
      ...options,
      episodes: plan.episodes.slice(0, 1),
      runEpisode: (input) => Promise.resolve({ ...withSteps(input), answer: "wrong" }),
    });
    assertEquals([one?.difference?.type, one?.difference?.field], ["episode.judged", "payload.explanation"]);
  }));

Deno.test("a transcript that is missing is named", () =>
  withRun(async (options) => {
    const path = `${options.directory}/episodes/pond-1/full/seed-1/transcript.jsonl`;
    await Deno.remove(path);
    const error = await assertRejects(() => verifyEpisodes(options), ConfigError);
    assertEquals(error.message, `Cannot verify pond-1/full/seed-1 as its transcript must be there: ${path} is missing`);
  }));
