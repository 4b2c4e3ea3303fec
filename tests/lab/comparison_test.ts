import { assertAlmostEquals, assertEquals } from "@std/assert";
import { comparePaired, type ResultRow, summarizeRun, type SummaryPlan } from "../../lab/mod.ts";
import { fakeRow } from "./fakes.ts";

const none = { policy: "none" };
const plan: SummaryPlan = {
  arms: [
    { name: "full", history: { policy: "full" }, insights: none },
    { name: "m2", history: { policy: "summary-chain" }, insights: { policy: "retrieved" } },
  ],
  reference: "full",
  seeds: [1],
};

/** Outcomes by task, as a word of 1 and 0. */
function rowsOf(arm: string, word: string, overrides: Partial<ResultRow> = {}): ResultRow[] {
  return [...word].map((letter, i) => fakeRow(arm, `pond-${String(i).padStart(2, "0")}`, letter === "1", overrides));
}

Deno.test("a comparison is by task: better, worse, equal and their mean", () => {
  const one = comparePaired(rowsOf("m2", "1111100100"), rowsOf("full", "1100000101"));
  assertEquals([one?.tasks, one?.better, one?.worse, one?.equal], [10, 3, 1, 6]);
  assertAlmostEquals(one?.difference ?? NaN, 0.2);
  // Four tasks differ, three of them one way: 2 · (1 + 4) / 2^4.
  assertAlmostEquals(one?.p ?? NaN, 10 / 16);
  assertAlmostEquals(one?.mcnemar ?? NaN, 10 / 16);
});

Deno.test("swapping the arms flips every sign and nothing else", () => {
  const [a, b] = [rowsOf("m2", "1111100100"), rowsOf("full", "1100000101")];
  const [there, back] = [comparePaired(a, b), comparePaired(b, a)];
  if (there === undefined || back === undefined) throw new Error("both compare");
  assertAlmostEquals(there.difference, -back.difference);
  assertAlmostEquals(there.interval.low, -back.interval.high, 1e-9);
  assertAlmostEquals(there.interval.high, -back.interval.low, 1e-9);
  assertEquals([there.p, there.better, there.worse], [back.p, back.worse, back.better]);
  assertAlmostEquals(there.tokenRatio, 1 / back.tokenRatio);
});

Deno.test("more seeds of the same outcome make nothing more certain: the task is the unit", () => {
  const words = ["1111100100", "1100000101"] as const;
  const once = comparePaired(rowsOf("m2", words[0]), rowsOf("full", words[1]));
  const seeds = [1, 2, 3, 4];
  const often = comparePaired(
    seeds.flatMap((seed) => rowsOf("m2", words[0], { seed })),
    seeds.flatMap((seed) => rowsOf("full", words[1], { seed })),
  );
  assertEquals([often?.interval, often?.p, often?.difference], [once?.interval, once?.p, once?.difference]);
  assertEquals(often?.mcnemar, undefined);
});

Deno.test("only tasks and seeds that both arms have are compared", () => {
  const one = comparePaired(rowsOf("m2", "111"), rowsOf("full", "00000"));
  assertEquals([one?.tasks, one?.difference], [3, 1]);
  assertEquals(comparePaired([], rowsOf("full", "1")), undefined);
});

Deno.test("tokens are compared over all pairs and over the tasks that both solved", () => {
  const steps = (promptTokens: number) => [{ ...fakeRow("m2", "pond-00", true).steps[0]!, promptTokens }];
  const one = comparePaired(
    [fakeRow("m2", "pond-00", true, { steps: steps(50) }), fakeRow("m2", "pond-01", false, { steps: steps(10) })],
    [fakeRow("full", "pond-00", true, { steps: steps(100) }), fakeRow("full", "pond-01", true, { steps: steps(100) })],
  );
  assertEquals([one?.tokenRatio, one?.tokenRatioSolved], [0.3, 0.5]);
});

Deno.test("each comparison is one plain sentence", () => {
  const sentences = (a: string, b: string) =>
    summarizeRun(plan, [...rowsOf("m2", a), ...rowsOf("full", b)]).comparisons.map((one) => one.sentence);
  assertEquals(sentences("1111111111", "0000000000"), [
    "m2 solved 100 points more than full (better on 10, worse on 0, equal on 0 of 10 tasks); as many prompt tokens.",
  ]);
  assertEquals(sentences("1100000000", "1000000000"), [
    "m2: 10 points more solved than by full, which this run cannot tell from chance (better on 1, worse on 0, equal on 9 of 10 tasks); as many prompt tokens.",
  ]);
  assertEquals(sentences("10", "10"), [
    "m2: no difference in success (better on 0, worse on 0, equal on 2 of 2 tasks); as many prompt tokens.",
  ]);
});

Deno.test("undecided and off-tape count against an arm; clean-only leaves episodes with a miss out", () => {
  const rows = [
    fakeRow("full", "pond-00", true),
    fakeRow("full", "pond-01", true, { verdict: { outcome: "undecided", explanation: "unreadable", judge: "j" } }),
    fakeRow("full", "pond-02", false, { end: "off-tape", validity: "diverged", misses: ["GET /x is not there"] }),
  ];
  const [arm] = summarizeRun(plan, rows).arms;
  assertEquals([arm?.successes, arm?.episodes], [1, 3]);
  assertEquals(arm?.clean, { episodes: 2, successes: 1 });
  assertEquals(arm?.ends, { finished: 2, "off-tape": 1 });
  assertEquals(arm?.diverged, 1);
});

Deno.test("an arm's success has Wilson's interval with one seed, and one over tasks with more", () => {
  const once = summarizeRun(plan, rowsOf("full", "1111000000")).arms[0];
  assertEquals(once?.successInterval.low.toFixed(3), "0.168");
  const twice = summarizeRun(plan, [1, 2].flatMap((seed) => rowsOf("full", "1111000000", { seed }))).arms[0];
  assertEquals(twice?.successInterval, { low: 0.1, high: 0.7 });
});

Deno.test("a cost is unknown as soon as one price is", () => {
  const usage = { ...fakeRow("full", "pond-00", true).usage, costUsd: 0.5 };
  const known = [fakeRow("full", "pond-00", true, { usage }), fakeRow("full", "pond-01", true, { usage })];
  assertEquals(summarizeRun(plan, known).arms[0]?.costUsd, 0.5);
  assertEquals(summarizeRun(plan, [known[0]!, fakeRow("full", "pond-01", true)]).arms[0]?.costUsd, undefined);
});

Deno.test("uncached tokens are a prompt's less the prefix it shares with the one before", () => {
  const row = fakeRow("full", "pond-00", true, {
    steps: [
      { promptTokens: 100, sharedPrefixTokens: 0, outputTokens: 1, parts: {}, virtualMs: 1 },
      { promptTokens: 150, sharedPrefixTokens: 90, outputTokens: 2, parts: {}, virtualMs: 2 },
    ],
  });
  const [arm] = summarizeRun(plan, [row]).arms;
  assertEquals([arm?.promptTokens, arm?.uncachedTokens, arm?.outputTokens, arm?.peakTokens], [250, 160, 3, 150]);
});

Deno.test("what deserves doubt is marked", () => {
  const rows = [
    ...rowsOf("full", "11"),
    ...rowsOf("m2", "1", { misses: ["GET /x"], leaks: 2 }),
  ];
  assertEquals(summarizeRun(plan, rows).marks.map((mark) => mark.sentence), [
    "only 2 tasks: below 20 a difference says little",
    "m2 has 1 of 2 episodes: it is compared on those alone",
    "m2 never recalled an insight: it tells nothing of its bank",
    "m2 asked 1 times for what the recording does not hold",
    "m2 opened 2 connections to somewhere else: its episodes are not a replay",
  ]);
});

Deno.test("a sound run has no marks, and levels are counted by site", () => {
  const word = "1".repeat(20);
  const summary = summarizeRun(plan, [...rowsOf("full", word), ...rowsOf("m2", word, { recalled: ["g-1"] })]);
  assertEquals(summary.marks, []);
  assertEquals(summary.levels, { pond: { exact: 120, canonical: 40 } });
});
