import type { Usage } from "./model.ts";

/** What a model costs, in US dollars for a million tokens. */
export interface Price {
  /** Input neither read from nor written to a cache. */
  readonly input: number;
  /** A million tokens of output. */
  readonly output: number;
  /** Input read from the provider's cache. */
  readonly cachedInput: number;
  /** Input written to the provider's cache (kept five minutes); equals `input` where writing is not charged apart. */
  readonly cacheWrite: number;
  /** Until when the price is known to have held, `YYYY-MM`. */
  readonly asOf: string;
}

const SONNET: Price = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75, asOf: "2026-01" };

/** List prices by the models' names, as their makers write them. Others are unknown: give your own. */
const PRICES: Readonly<Record<string, Price>> = {
  "claude-3-7-sonnet": SONNET,
  "claude-sonnet-4": SONNET,
  "claude-haiku-4-5": { input: 1, output: 5, cachedInput: 0.1, cacheWrite: 1.25, asOf: "2026-01" },
  "gpt-4o": { input: 2.5, output: 10, cachedInput: 1.25, cacheWrite: 2.5, asOf: "2026-01" },
  "gpt-4o-mini": { input: 0.15, output: 0.6, cachedInput: 0.075, cacheWrite: 0.15, asOf: "2026-01" },
};

/**
 * Looks a model's list price up.
 *
 * @param model Its name; a date at the end (`-2024-08-06`, `-20250514`) or `-latest` is passed over.
 * @returns The price, or undefined where it is not in the table: an unknown price is never 0.
 */
export function priceOf(model: string): Price | undefined {
  const bare = model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, "");
  return Object.hasOwn(PRICES, bare) ? PRICES[bare] : undefined;
}

/**
 * Prices a usage.
 *
 * @param usage Tokens of one call or many.
 * @param price The model's price, where it is known.
 * @returns US dollars, or undefined where the price is unknown.
 *
 * @example A million tokens in, none out
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { costOf, priceOf } from "./prices.ts";
 *
 * const usage = { inputTokens: 1e6, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
 * equal(costOf(usage, priceOf("gpt-4o")), 2.5);
 * equal(costOf(usage, priceOf("qwen3-vl-32b")), undefined);
 * ```
 */
export function costOf(usage: Usage, price: Price | undefined): number | undefined {
  if (price === undefined) return undefined;
  return (usage.inputTokens * price.input + usage.cachedInputTokens * price.cachedInput +
    usage.cacheWriteTokens * price.cacheWrite + usage.outputTokens * price.output) / 1e6;
}
