import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { canonicalJson, EnvironmentError, sha256, virtualClock } from "../../base/mod.ts";
import type { EpisodeInput, EpisodeOutput } from "../../actors/mod.ts";
import { makeManifest, planExperiment, runEpisodes, type RunEvent, type RunOptions } from "../../lab/mod.ts";
import { fakeCatalogue, fakeEpisode, fakeExperiment, fakeFacts, fakeInput, hashedFiles } from "./fakes.ts";

function optionsFor(directory: string, overrides: Partial<RunOptions> = {}, experiment = fakeExperiment()): RunOptions {
  const plan = planExperiment(experiment, fakeCatalogue);
  return {
    directory,
    manifest: makeManifest(plan, fakeFacts),
    episodes: plan.episodes,
    prepare: fakeInput,
    runEpisode: (input) => Promise.resolve(fakeEpisode(input)),
    stopwatch: virtualClock(),
    ...overrides,
  };
}

async function inTemporary(body: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "m2-runner-" });
  try {
    await body(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Lets other episodes go first, a different number of turns for each. */
async function outOfOrder(input: EpisodeInput): Promise<EpisodeOutput> {
  for (let turn = 0; turn < input.id.length * 7 % 11; turn++) await Promise.resolve();
  return fakeEpisode(input);
}

Deno.test("a run keeps every episode and sorts its results", () =>
  inTemporary(async (directory) => {
    const outcome = await runEpisodes(optionsFor(`${directory}/a`));
    assertEquals(outcome.status, "complete");
    assertEquals(outcome.results.length, 24);
    const ids = (await Deno.readTextFile(`${directory}/a/results.jsonl`)).trim().split("\n").map((line) =>
      (JSON.parse(line) as { id: string }).id
    );
    assertEquals(ids, [...ids].sort());
    assertEquals(ids[0], "farm-1/full/seed-1");
  }));

Deno.test("two runs have the same hashed files, whatever the order of arms, sites and seeds and the number of workers", () =>
  inTemporary(async (directory) => {
    await runEpisodes(optionsFor(`${directory}/a`, { concurrency: 1 }));
    const experiment = fakeExperiment();
    const turned = fakeExperiment({
      arms: [...experiment.arms].reverse(),
      sites: [...experiment.sites].reverse(),
      seeds: [...experiment.seeds].reverse(),
    });
    await runEpisodes(optionsFor(`${directory}/b`, { concurrency: 5, runEpisode: outOfOrder }, turned));
    assertEquals(await hashedFiles(`${directory}/b`), await hashedFiles(`${directory}/a`));
  }));

Deno.test("episodes that end together may share their prompts and pages", () =>
  inTemporary(async (directory) => {
    const pages = Array.from({ length: 40 }, (_, i) => `page ${i} `.repeat(500));
    const outcome = await runEpisodes(optionsFor(directory, {
      concurrency: 6,
      runEpisode: (input) => {
        for (const page of pages) input.putBlob(sha256(page), page);
        return Promise.resolve(fakeEpisode(input));
      },
    }));
    assertEquals(outcome.status, "complete");
    for (const page of pages) assertEquals(await Deno.readTextFile(`${directory}/blobs/${sha256(page)}`), page);
  }));

Deno.test("a run that was called off keeps what ended, and the next command runs only the rest", () =>
  inTemporary(async (directory) => {
    const call = new AbortController();
    let begun = 0;
    const first = await runEpisodes(optionsFor(`${directory}/a`, {
      signal: call.signal,
      concurrency: 2,
      runEpisode: (input) => {
        if (++begun === 7) call.abort();
        return Promise.resolve(fakeEpisode(input, input.signal?.aborted ? { end: "cancelled" } : {}));
      },
    }));
    assertEquals(first.status, "interrupted");
    const kept = first.results.length;
    assertEquals(kept > 0 && kept < 24, true);
    let again = 0;
    const second = await runEpisodes(optionsFor(`${directory}/a`, {
      runEpisode: (input) => {
        again++;
        return Promise.resolve(fakeEpisode(input));
      },
    }));
    assertEquals([second.status, again], ["complete", 24 - kept]);
    await runEpisodes(optionsFor(`${directory}/b`));
    assertEquals(await hashedFiles(`${directory}/a`), await hashedFiles(`${directory}/b`));
  }));

Deno.test("a complete run runs nothing again", () =>
  inTemporary(async (directory) => {
    await runEpisodes(optionsFor(directory));
    const events: RunEvent[] = [];
    const outcome = await runEpisodes(optionsFor(directory, {
      runEpisode: () => Promise.reject(new Error("must not be called")),
      progress: (event) => events.push(event),
    }));
    assertEquals(outcome.status, "complete");
    assertEquals(events, [{ type: "run.started", total: 24, done: 24 }]);
  }));

Deno.test("results.jsonl cut at any byte is completed to the same files", () =>
  inTemporary(async (directory) => {
    const experiment = fakeExperiment({ sites: ["pond"], tasks: { ids: ["pond-1"] } });
    await runEpisodes(optionsFor(`${directory}/a`, {}, experiment));
    const whole = await hashedFiles(`${directory}/a`);
    const bytes = await Deno.readFile(`${directory}/a/results.jsonl`);
    for (let length = 0; length < bytes.length; length += 97) {
      await Deno.writeFile(`${directory}/a/results.jsonl`, bytes.subarray(0, length));
      await runEpisodes(optionsFor(`${directory}/a`, {}, experiment));
      assertEquals(await hashedFiles(`${directory}/a`), whole, `cut at byte ${length}`);
    }
  }));

Deno.test("an episode whose transcript is torn is run again, and temporary blobs are cleared away", () =>
  inTemporary(async (directory) => {
    await runEpisodes(optionsFor(directory));
    const whole = await hashedFiles(directory);
    await Deno.writeTextFile(`${directory}/episodes/pond-1/full/seed-1/transcript.jsonl`, '{"at":0');
    await Deno.writeTextFile(`${directory}/blobs/abc.tmp`, "half");
    let again = 0;
    await runEpisodes(optionsFor(directory, {
      runEpisode: (input) => {
        again++;
        return Promise.resolve(fakeEpisode(input));
      },
    }));
    assertEquals(again, 1);
    assertEquals(await hashedFiles(directory), whole);
  }));

Deno.test("an end by the environment's fault is tried again, and counted once it works", () =>
  inTemporary(async (directory) => {
    const tries = new Map<string, number>();
    const events: RunEvent[] = [];
    const outcome = await runEpisodes(optionsFor(directory, {
      progress: (event) => events.push(event),
      runEpisode: (input) => {
        const attempt = (tries.get(input.id) ?? 0) + 1;
        tries.set(input.id, attempt);
        if (input.id === "pond-1/full/seed-1" && attempt === 1) {
          return Promise.reject(new EnvironmentError("Cannot act as the browser must be there: it crashed"));
        }
        if (input.id === "pond-2/full/seed-1" && attempt < 3) {
          return Promise.resolve(fakeEpisode(input, { end: "timeout", blame: "environment", message: "it hangs" }));
        }
        return Promise.resolve(fakeEpisode(input));
      },
    }));
    assertEquals(outcome.status, "complete");
    assertEquals([tries.get("pond-1/full/seed-1"), tries.get("pond-2/full/seed-1")], [2, 3]);
    assertEquals(events.filter((event) => event.type === "episode.retried").length, 3);
  }));

Deno.test("an episode that never works is listed and left for the next command", () =>
  inTemporary(async (directory) => {
    const outcome = await runEpisodes(optionsFor(directory, {
      retries: 1,
      runEpisode: (input) =>
        input.id === "pond-1/full/seed-1"
          ? Promise.reject(new EnvironmentError("Cannot open a page as the browser must be there: it crashed"))
          : Promise.resolve(fakeEpisode(input)),
    }));
    assertEquals(outcome.status, "incomplete");
    assertEquals(outcome.results.length, 23);
    assertEquals(outcome.missing, [{
      id: "pond-1/full/seed-1",
      message: "Cannot open a page as the browser must be there: it crashed",
    }]);
    assertEquals((await runEpisodes(optionsFor(directory))).status, "complete");
  }));

Deno.test("off-tape is the arm's failure and is not tried again", () =>
  inTemporary(async (directory) => {
    let calls = 0;
    const outcome = await runEpisodes(optionsFor(directory, {
      runEpisode: (input) => {
        calls++;
        return Promise.resolve(fakeEpisode(input, { end: "off-tape", blame: "environment", answer: "right" }));
      },
    }));
    assertEquals([outcome.status, calls], ["complete", 24]);
    assertEquals(outcome.results.every((row) => row.verdict.outcome === "failure"), true);
  }));

Deno.test("our own bug stops the run and loses nothing that ended before", () =>
  inTemporary(async (directory) => {
    let calls = 0;
    await assertRejects(
      () =>
        runEpisodes(optionsFor(directory, {
          concurrency: 1,
          runEpisode: (input) => {
            if (++calls === 4) return Promise.reject(new TypeError("x is undefined"));
            return Promise.resolve(fakeEpisode(input));
          },
        })),
      TypeError,
      "x is undefined",
    );
    assertEquals(calls, 4);
    assertEquals((await Deno.readTextFile(`${directory}/results.jsonl`)).trim().split("\n").length, 3);
  }));

Deno.test("a folder that holds another run is refused, with the fields that differ", () =>
  inTemporary(async (directory) => {
    await runEpisodes(optionsFor(directory));
    const error = await assertRejects(() => runEpisodes(optionsFor(directory, {}, fakeExperiment({ seeds: [1, 3] }))));
    assertEquals(
      error.message,
      `Cannot go on with run ${directory} as it must be made of the same parts: experiment.seeds differ`,
    );
  }));

Deno.test("a damaged line before the last is named", () =>
  inTemporary(async (directory) => {
    await runEpisodes(optionsFor(directory));
    const text = await Deno.readTextFile(`${directory}/results.jsonl`);
    await Deno.writeTextFile(`${directory}/results.jsonl`, text.replace('{"answer"', '{"answer'));
    const error = await assertRejects(() => runEpisodes(optionsFor(directory)));
    assertStringIncludes(error.message, `Cannot read line 1 of ${directory}/results.jsonl as it must be JSON`);
  }));

Deno.test("a full disk is said in one sentence and costs nothing that was kept", () =>
  inTemporary(async (directory) => {
    const noSpace = Object.assign(new Error("No space left on device (os error 28)"), { code: "ENOSPC" });
    const write = Deno.writeTextFile;
    let left = 30;
    Deno.writeTextFile = (path, data, options) => {
      if (--left < 0) return Promise.reject(noSpace);
      return write(path, data, options);
    };
    try {
      const error = await assertRejects(() => runEpisodes(optionsFor(directory)), EnvironmentError);
      assertStringIncludes(error.message, "as the disk must have room: no space is left");
    } finally {
      Deno.writeTextFile = write;
    }
    const before = (await Deno.readTextFile(`${directory}/results.jsonl`)).split("\n").length - 1;
    assertEquals(before > 0, true);
    assertEquals((await runEpisodes(optionsFor(directory))).status, "complete");
  }));

Deno.test("the verdict is the transcript's last event", () =>
  inTemporary(async (directory) => {
    await runEpisodes(optionsFor(directory));
    const text = await Deno.readTextFile(`${directory}/episodes/pond-1/full/seed-1/transcript.jsonl`);
    assertEquals(
      text.trim().split("\n").at(-1),
      canonicalJson({
        seq: 3,
        at: 2000,
        from: "judge",
        to: "episode",
        type: "episode.judged",
        payload: { outcome: "success", explanation: "the answer is right", judge: "pond-graders-1" },
        visible: true,
      }),
    );
  }));
