import { z } from "zod";
import type { Usage } from "../model.ts";

const count = z.int().nonnegative();

/** What endpoints report, OpenAI's names and the ones others add; all of it optional, as compatible servers vary. */
const wireUsageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({
    cached_tokens: count.nullish(),
    cache_write_tokens: count.nullish(),
    cache_creation_tokens: count.nullish(),
  }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: count.nullish() }).nullish(),
});

/**
 * Turns an endpoint's usage into ours, whose counts do not overlap.
 *
 * @param reported The reply's `usage`, as it came.
 * @param estimate Counts input and output where the endpoint reports nothing usable.
 * @returns The usage without a price, and whether it is an estimate.
 */
export function readUsage(
  reported: unknown,
  estimate: () => { input: number; output: number },
): { readonly usage: Usage; readonly estimated: boolean } {
  const parsed = wireUsageSchema.safeParse(reported);
  if (!parsed.success) {
    const { input, output } = estimate();
    const counted = { inputTokens: input, outputTokens: output, reasoningTokens: 0 };
    return { usage: { ...counted, cachedInputTokens: 0, cacheWriteTokens: 0 }, estimated: true };
  }
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details } = parsed.data;
  const cached = Math.min(prompt_tokens, prompt_tokens_details?.cached_tokens ?? 0);
  const asked = prompt_tokens_details?.cache_write_tokens ?? prompt_tokens_details?.cache_creation_tokens ?? 0;
  const written = Math.min(prompt_tokens - cached, asked);
  const usage = {
    inputTokens: prompt_tokens - cached - written,
    cachedInputTokens: cached,
    cacheWriteTokens: written,
    outputTokens: completion_tokens,
    reasoningTokens: Math.min(completion_tokens, completion_tokens_details?.reasoning_tokens ?? 0),
  };
  return { usage, estimated: false };
}
