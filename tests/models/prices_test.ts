import { assertAlmostEquals, assertEquals } from "@std/assert";
import { costOf, priceOf } from "../../models/mod.ts";

Deno.test("costOf() prices each kind of token by its own price", () => {
  const usage = {
    inputTokens: 1_000_000,
    cachedInputTokens: 2_000_000,
    cacheWriteTokens: 400_000,
    outputTokens: 100_000,
    reasoningTokens: 50_000,
  };
  // 3 + 2 × 0.30 + 0.4 × 3.75 + 0.1 × 15; reasoning is part of the output and not paid twice.
  assertAlmostEquals(costOf(usage, priceOf("claude-sonnet-4")) ?? NaN, 6.6);
});

Deno.test("priceOf() passes over a dated name's date", () => {
  assertEquals(priceOf("gpt-4o-2024-08-06"), priceOf("gpt-4o"));
  assertEquals(priceOf("claude-sonnet-4-20250514"), priceOf("claude-sonnet-4"));
  assertEquals(priceOf("claude-3-7-sonnet-latest"), priceOf("claude-3-7-sonnet"));
  assertEquals(priceOf("gpt-4o-mini")?.input, 0.15);
});

Deno.test("an unknown price is undefined, never 0", () => {
  for (const name of ["qwen3-vl-32b", "", "constructor", "gpt-4o-something"]) {
    assertEquals(priceOf(name), undefined);
  }
  const usage = { inputTokens: 5, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 5, reasoningTokens: 0 };
  assertEquals(costOf(usage, undefined), undefined);
});
