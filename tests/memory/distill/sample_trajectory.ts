import type { ImportedOutcome, ImportedTrajectory } from "../../../memory/mod.ts";

/** A trajectory with the thoughts given; every step clicks, but where an action is given beside the thought. */
export function trajectory(
  n: number,
  goal: string,
  thoughts: readonly (string | readonly [string, Partial<ImportedTrajectory["steps"][number]["action"]>])[],
  outcome: ImportedOutcome = { end: "finished", claimed: "success" },
): ImportedTrajectory {
  return {
    version: 1,
    id: `t-${String(n).padStart(16, "0")}`,
    source: { format: "sample", file: "sample.jsonl", sha256: "f".repeat(64), row: n, model: "reader", licence: "MIT" },
    task: { id: `task-${n}`, goal, site: `site-${n}.test`, startUrl: `https://site-${n}.test/` },
    outcome,
    steps: thoughts.map((one, index) => {
      const [thought, action] = typeof one === "string" ? [one, {}] as const : one;
      return {
        index,
        thought,
        action: { kind: "click", target: `(${index}, ${n})`, raw: `Click at (${index}, ${n})`, ...action },
      };
    }),
    absent: [],
    repairs: [],
  };
}
