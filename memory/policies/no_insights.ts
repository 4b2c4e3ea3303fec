import type { InsightPolicy } from "../policy.ts";

/**
 * Uses no lessons.
 *
 * @returns The insight policy `none`.
 */
export function noInsights(): InsightPolicy<null> {
  return { id: "none", init: () => null, plan: () => [], reduce: (memory) => memory, render: () => [] };
}
