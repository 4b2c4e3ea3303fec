import type { HistoryPolicy } from "../policy.ts";

/**
 * Keeps nothing: the agent sees the task and the page before it, and why its last action was refused, if it was.
 *
 * @returns The history policy `none`.
 */
export function none(): HistoryPolicy<null> {
  return {
    id: "none",
    replyFields: ["thought"],
    init: () => null,
    plan: () => [],
    reduce: (memory) => memory,
    render: () => [],
  };
}
