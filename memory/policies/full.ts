import type { Step } from "../../env/mod.ts";
import type { HistoryPolicy } from "../policy.ts";
import { pagePart, replyPart } from "./step_parts.ts";

/** The completed steps, oldest first. */
export interface FullMemory {
  readonly steps: readonly Step[];
}

/**
 * Keeps everything: every page with its picture, every reply, every refusal. The prompt only ever grows at its end.
 *
 * @returns The history policy `full`.
 *
 * @see M² (arXiv 2603.00503): the baseline "Normal".
 */
export function full(): HistoryPolicy<FullMemory> {
  return {
    id: "full",
    replyFields: ["thought"],
    init: () => ({ steps: [] }),
    plan: () => [],
    reduce: (memory, event) => event.type === "step.completed" ? { steps: [...memory.steps, event.step] } : memory,
    render: (memory) => memory.steps.flatMap((step) => [pagePart(step), replyPart(step)]),
  };
}
