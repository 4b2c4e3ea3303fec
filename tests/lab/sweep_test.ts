import { assertEquals } from "@std/assert";
import { EnvironmentError } from "../../base/mod.ts";
import { planExperiment, planSweep, runSweep, summarizeSweep, type Sweep, type SweepRow } from "../../lab/mod.ts";
import { fakeCatalogue, fakeEpisode, fakeExperiment, fakeInput } from "./fakes.ts";

const sweep: Sweep = {
  axes: [{ parameter: "eta", values: [0, 0.5, 1] }, { parameter: "recall.l50", values: [5, 50, 500] }],
  arms: ["last-2", "full"],
  tasks: { split: "heldout", ids: ["pond-1", "farm-2"] },
  seeds: [1],
};
const planned = () => planSweep(planExperiment(fakeExperiment({ sweep }), fakeCatalogue), sweep);

async function inTemporary(body: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "m2-sweep-" });
  try {
    await body(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Rows of one task in which the first arm is ahead where the word has +, behind where it has -. */
function rowsOf(word: string): SweepRow[] {
  return [...word].flatMap((letter, i) => {
    const cell: [number, number] = [[0, 0.5, 1][Math.floor(i / 3)] ?? 0, [5, 50, 500][i % 3] ?? 0];
    return [["last-2", letter === "+"], ["full", letter === "-"]].map(([arm, success]) => ({
      id: `${cell}/pond-1/${arm}/seed-1`,
      cell,
      task: "pond-1",
      arm: String(arm),
      seed: 1,
      success: success === true,
      steps: 3,
    }));
  });
}

Deno.test("a sweep has every cell, with both arms on the chosen tasks", () => {
  const episodes = planned();
  assertEquals(episodes.length, 3 * 3 * 2 * 2);
  assertEquals(episodes[0]?.id, "eta=0,recall.l50=5/farm-2/full/seed-1");
  assertEquals(episodes[1]?.changes, { eta: 0, "recall.l50": 50 });
});

Deno.test("runSweep() keeps a row an episode, runs only the rest the next time, and ends with the same file", () =>
  inTemporary(async (directory) => {
    const prepare: Parameters<typeof runSweep>[0]["prepare"] = ({ episode }, loan) => fakeInput(episode, loan);
    const call = new AbortController();
    let runs = 0;
    const half = await runSweep({
      directory,
      episodes: planned(),
      prepare,
      signal: call.signal,
      runEpisode: (input) => {
        if (++runs === 10) call.abort();
        return Promise.resolve(fakeEpisode(input));
      },
    });
    assertEquals(half.length > 0 && half.length < 36, true);
    let again = 0;
    const rows = await runSweep({
      directory,
      episodes: planned(),
      prepare,
      runEpisode: (input) => {
        // One failure of the environment is tried again.
        if (++again === 3) return Promise.reject(new EnvironmentError("Cannot go on as the browser must run: it died"));
        return Promise.resolve(fakeEpisode(input));
      },
    });
    assertEquals([rows.length, again], [36, 36 - half.length + 1]);
    const text = await Deno.readTextFile(`${directory}/sweep.jsonl`);
    const whole = await Deno.makeTempDir({ dir: directory });
    await runSweep({
      directory: whole,
      episodes: planned(),
      prepare,
      runEpisode: (input) => Promise.resolve(fakeEpisode(input)),
    });
    assertEquals(text, await Deno.readTextFile(`${whole}/sweep.jsonl`));
  }));

Deno.test("summarizeSweep() says between which neighbours the sign turns", () => {
  const summary = summarizeSweep(sweep, rowsOf("++-+0-000"));
  assertEquals(summary.cells.map((cell) => cell.difference), [1, 1, -1, 1, 0, -1, 0, 0, 0]);
  assertEquals(summary.flips.map(({ between: [from, to], axis }) => [from.at, to.at, axis]), [[[0, 50], [0, 500], 1]]);
  assertEquals(
    summary.sentence,
    "last-2 is ahead of full with 3, behind with 2, level with 4 of 9 readers, on 1 task each; the sign turns once between neighbours.",
  );
});

Deno.test("summarizeSweep() says so where the sign does not turn", () => {
  assertEquals(
    summarizeSweep(sweep, rowsOf("+++++++++")).sentence,
    "last-2 is ahead of full with 9, behind with 0, level with 0 of 9 readers, on 1 task each; the sign does not turn.",
  );
  assertEquals(summarizeSweep(sweep, []).cells, []);
});
