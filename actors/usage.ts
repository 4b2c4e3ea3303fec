import type { Usage } from "../models/mod.ts";

/** The usage of no call at all. */
export const NO_USAGE: Usage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  costUsd: 0,
};

/**
 * Adds two usages. The sum has a cost only where both have one: an unknown price is never taken for nothing.
 *
 * @param a One.
 * @param b The other.
 * @returns Their sum.
 */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    ...(a.costUsd === undefined || b.costUsd === undefined ? {} : { costUsd: a.costUsd + b.costUsd }),
  };
}

/**
 * The input and output tokens of a usage together.
 *
 * @param usage The usage.
 * @returns Their number; reasoning tokens are part of the output.
 */
export function allTokens(usage: Usage): number {
  return usage.inputTokens + usage.cachedInputTokens + usage.cacheWriteTokens + usage.outputTokens;
}
