/**
 * A memory policy of your own, in one file: it keeps what the agent thought and did, and no page.
 *
 * A policy is a pure reducer. `init` makes the memory, `reduce` takes what happened, `render` says what of it stands in the
 * next prompt, and `plan` may ask for work (a recall, a summary), which is done by others and told to `reduce`. To make it
 * one of ours, move it to `memory/policies/`, give it a test, and add a line to `memory/policies/registry.ts`.
 *
 * Run `deno run -A examples/02_your_own_policy.ts`.
 *
 * @module
 */
import { describeAction } from "../env/mod.ts";
import { composePolicy, type HistoryPolicy, insightPolicy } from "../memory/mod.ts";
import { section } from "../models/mod.ts";
import { runOnShop, tell } from "./run_on_shop.ts";

/** One line a step: the thought, and the action. */
type Diary = readonly string[];

/** Keeps the newest `lines` lines of the agent's diary. */
export function diary(lines: number): HistoryPolicy<Diary> {
  return {
    id: `diary(${lines})`,
    replyFields: ["thought"],
    init: () => [],
    plan: () => [],
    reduce: (memory, event) =>
      event.type === "step.completed"
        ? [...memory, `Step ${event.step.index}: ${event.step.thought} -> ${describeAction(event.step.action)}`]
        : memory,
    render: (memory) =>
      memory.length === 0 ? [] : [{
        name: "history",
        role: "user",
        content: [{
          type: "text",
          text: section("folded", { from: "0", to: String(memory.length - 1) }, memory.slice(-lines).join("\n")),
        }],
      }],
  };
}

if (import.meta.main) {
  console.log(tell(await runOnShop(composePolicy(diary(12), insightPolicy("none")))));
}
