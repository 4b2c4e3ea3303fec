import { linearRegression } from "simple-statistics";

/** How prompts grow with the steps of an episode. */
export interface Growth {
  /**
   * Slope of log cumulative tokens on log steps: 1 where every prompt is equally long, towards 2 where each is longer
   * than the last by as much.
   */
  readonly exponent: number;
  /** Tokens by which a prompt is longer than the one before. */
  readonly slope: number;
}

/**
 * Fits how prompt tokens grow over an episode.
 *
 * @param promptTokens Tokens of each step's prompt, in order.
 * @param from First step of the exponent's fit, counted from 1: the start of an episode says little of its growth. @default 8
 * @returns The growth, or undefined where fewer than four steps are left to fit.
 *
 * @example Prompts that do not grow
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { growth } from "../mod.ts";
 *
 * equal(growth(Array(16).fill(500))?.exponent.toFixed(2), "1.00");
 * ```
 *
 * @see M² (arXiv 2603.00503): the token curves that this figure sums up.
 */
export function growth(promptTokens: readonly number[], from = 8): Growth | undefined {
  if (promptTokens.length < from + 3) return undefined;
  let sum = 0;
  const logs = promptTokens.map((tokens, index) => [Math.log(index + 1), Math.log(sum += tokens)]);
  return {
    exponent: linearRegression(logs.slice(from - 1)).m,
    slope: linearRegression(promptTokens.map((tokens, index) => [index + 1, tokens])).m,
  };
}
