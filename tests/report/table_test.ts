import { assertEquals } from "@std/assert";
import { summarizeRun, summarizeSweep, type Sweep, type SweepRow } from "../../lab/mod.ts";
import { renderSweep } from "../../report/sweep_table.ts";
import { renderTable, shortCount } from "../../report/table.ts";
import { fakeRow } from "../lab/fakes.ts";

const none = { policy: "none" };
const plan = {
  arms: [
    { name: "full-context", history: { policy: "full" }, insights: none },
    { name: "m2", history: { policy: "summary-chain" }, insights: { policy: "retrieved" } },
  ],
  reference: "full-context",
  seeds: [1],
};

Deno.test("renderTable() prints arms, pairs, sentences and doubts", () => {
  const rows = ["pond-1", "pond-2", "pond-3", "pond-4"].flatMap((task, i) => [
    fakeRow("full-context", task, i < 1, i === 3 ? { end: "step-limit" } : {}),
    fakeRow("m2", task, i < 3, { levels: { exact: 3, miss: 1 } }),
  ]);
  assertEquals(
    renderTable(summarizeRun(plan, rows), { simulated: true, reference: "full-context" }),
    `  arm           simulated success      95 %  clean only  steps  prompt tokens  uncached  output  growth     cost
  full-context           1/4 25 %   [5, 70]         1/4    1.0            100        60      10       -  unknown
  m2 !                   3/4 75 %  [30, 95]         3/4    1.0            100        60      10       -  unknown

  less full-context     success       95 %      p   Holm  McNemar  better/equal/worse  steps  tokens  both solved
  m2                 +50 points  [0, +100]  0.500  0.500    0.500               2/2/0    0.0   x1.00        x1.00

  m2: 50 points more solved than by full-context, which this run cannot tell from chance (better on 2, worse on 0, equal on 2 of 4 tasks); as many prompt tokens.

  pond: 88 % of 32 documents and data answers exact or canonical (4 canonical, 24 exact, 4 miss); 4 misses
  full-context: 1 step-limit
  ! only 4 tasks: below 20 a difference says little
  ! m2 never recalled an insight: it tells nothing of its bank
`,
  );
});

Deno.test("renderTable() says which arms left the recording, and nothing where none did", () => {
  const left = { end: "off-tape", validity: "diverged", misses: ["GET /x is not there"] } as const;
  const rows = (diverged: boolean) => [
    fakeRow("full-context", "pond-1", true),
    fakeRow("m2", "pond-1", false, diverged ? { ...left, misses: [...left.misses] } : {}),
  ];
  const text = (diverged: boolean) =>
    renderTable(summarizeRun(plan, rows(diverged)), { simulated: true, reference: "full-context" });
  assertEquals(text(true).includes("left the recording: full-context 0/1 0 %, m2 1/1 100 %"), true);
  assertEquals(text(false).includes("left the recording"), false);
});

Deno.test("renderTable() does not call the success of a real model simulated", () => {
  const text = renderTable(summarizeRun(plan, [fakeRow("full-context", "pond-1", true)]), {
    simulated: false,
    reference: "full-context",
  });
  assertEquals(text.includes("simulated"), false);
});

Deno.test("renderSweep() prints the grid and where the sign turns", () => {
  const sweep: Sweep = {
    axes: [{ parameter: "recall.l50", values: [5000, 70000] }, { parameter: "eta", values: [0, 1] }],
    arms: ["m2", "full-context"],
    tasks: { split: "heldout" },
    seeds: [1],
  };
  const row = (cell: [number, number], arm: string, success: boolean): SweepRow => ({
    id: `${cell}/pond-1/${arm}/seed-1`,
    cell,
    task: "pond-1",
    arm,
    seed: 1,
    success,
    steps: 1,
  });
  const rows = [
    row([5000, 0], "m2", true),
    row([5000, 0], "full-context", false),
    row([5000, 1], "m2", true),
    row([5000, 1], "full-context", false),
    row([70000, 0], "m2", false),
    row([70000, 0], "full-context", true),
  ];
  assertEquals(
    renderSweep(summarizeSweep(sweep, rows)),
    `  simulated success of m2 less full-context, in points
  recall.l50 \\ eta     0     1
              5000  +100  +100
             70000  -100     -
  turns between recall.l50 5000 (+100) and 70000 (-100) at eta 0
  m2 is ahead of full-context with 2, behind with 1, level with 0 of 3 readers, on 1 task each; the sign turns once between neighbours.
`,
  );
});

Deno.test("shortCount() rounds without crossing its own borders", () => {
  assertEquals([0, 999, 1000, 41_312, 999_949, 999_950].map(shortCount), [
    "0",
    "999",
    "1.0k",
    "41.3k",
    "999.9k",
    "1.00M",
  ]);
});
