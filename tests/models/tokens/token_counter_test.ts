import { assert, assertEquals, assertThrows } from "@std/assert";
import { ConfigError } from "../../../base/mod.ts";
import { imageFormulas, tokenCounter } from "../../../models/mod.ts";

Deno.test("image() gives the published counts for two common viewports", () => {
  const published: Readonly<Record<string, readonly [number, number]>> = {
    "openai-tiles": [765, 1105],
    "qwen2.5-vl": [999, 1196],
    "qwen3-vl": [768, 880],
    "claude": [1049, 1229],
    "none": [0, 0],
  };
  assertEquals(Object.keys(published), [...imageFormulas]);
  for (const [formula, [small, large]] of Object.entries(published)) {
    const count = tokenCounter(formula);
    assertEquals([formula, count.image(1024, 768), count.image(1280, 720)], [formula, small, large]);
  }
});

Deno.test("image() shrinks what is too large before it counts", () => {
  // 4096 × 2048 fits into 2048 × 1024, then 1536 × 768: 3 × 2 tiles.
  assertEquals(tokenCounter("openai-tiles").image(4096, 2048), 85 + 170 * 6);
  assertEquals(tokenCounter("openai-tiles").image(512, 512), 255);
  // 1568 × 1176 pixels are more than the cap.
  assertEquals(tokenCounter("claude").image(3136, 2352), 1600);
  assertEquals(tokenCounter("claude").image(3000, 300), Math.ceil(1568 * 156.8 / 750));
  assert(tokenCounter("qwen2.5-vl").image(8000, 6000) <= 12_845_056 / 28 ** 2);
  assert(tokenCounter("qwen3-vl").image(9000, 9000) <= 16_777_216 / 32 ** 2);
});

Deno.test("image() blows up what is smaller than the least a model takes", () => {
  assertEquals(tokenCounter("qwen3-vl").image(32, 32), 64);
  assertEquals(tokenCounter("qwen2.5-vl").image(28, 28), 4);
});

Deno.test("text() counts o200k tokens, and takes special tokens for plain text", () => {
  const { text } = tokenCounter("none");
  assertEquals(text(""), 0);
  assertEquals(text("hello world"), 2);
  assert(text("<|endoftext|>") > 1, "a page must not be able to end the text");
  assertEquals(text("\ud800") > 0, true);
});

Deno.test("text() gives the same count from its cache as without", () => {
  const { text } = tokenCounter("none");
  const page = Array.from({ length: 200 }, (_, i) => `- link "Thing ${i}" [ref=e${i}]`).join("\n");
  const first = text(page);
  // More than the cache holds, so that the page is counted anew.
  for (let i = 0; i < 40; i++) text(`${i}${" word".repeat(200_000)}`);
  assertEquals(text(page), first);
});

Deno.test("tokenCounter() refuses an unknown formula and names those there are", () => {
  const error = assertThrows(() => tokenCounter("toString"), ConfigError);
  assertEquals(
    error.message,
    "Cannot count image tokens as the formula must be one of openai-tiles, qwen2.5-vl, qwen3-vl, claude, none: " +
      'got "toString"',
  );
});
