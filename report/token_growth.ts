import type { ResultRow } from "../lab/mod.ts";

/**
 * Mean prompt tokens at each step, over the episodes that reached it.
 *
 * @param results Episodes of one arm.
 * @param atLeast Steps that fewer episodes reached are left out. @default 3, or all episodes where there are fewer
 * @returns Points from step 0 on.
 */
export function tokenGrowth(results: readonly ResultRow[], atLeast = 3): { x: number; y: number }[] {
  const least = Math.min(atLeast, results.length);
  const longest = Math.max(0, ...results.map((row) => row.steps.length));
  return Array.from({ length: longest }, (_, step) => {
    const values = results.flatMap((row) => row.steps[step]?.promptTokens ?? []);
    return { step, values };
  }).filter(({ values }) => values.length >= least && values.length > 0).map(({ step, values }) => ({
    x: step,
    y: values.reduce((sum, value) => sum + value, 0) / values.length,
  }));
}
