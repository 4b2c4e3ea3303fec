import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { quantile } from "../../../lab/mod.ts";

Deno.test("quantile() interpolates between order statistics", () => {
  // Index 0.95 · 4 = 3.8: between 40 and 50.
  assertAlmostEquals(quantile([50, 10, 40, 20, 30], 0.95), 48);
  assertEquals([quantile([3, 1, 2], 0), quantile([3, 1, 2], 1), quantile([7], 0.3)], [1, 3, 7]);
});

Deno.test("quantile() does not sort its argument in place", () => {
  const values = [3, 1, 2];
  quantile(values, 0.5);
  assertEquals(values, [3, 1, 2]);
});

Deno.test("quantile() refuses nothing and shares beyond 1", () => {
  const error = assertThrows(() => quantile([], 0.5), RangeError);
  assertEquals(error.message, "Cannot take quantile 0.5 of 0 values as both must make sense");
  assertThrows(() => quantile([1], 1.1), RangeError);
});
