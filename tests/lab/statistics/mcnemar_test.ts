import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { exactMcNemar } from "../../../lab/mod.ts";

Deno.test("exactMcNemar() gives the worked example: 1 against 5", () => {
  // 2 · (C(6,0) + C(6,1)) / 2^6 = 2 · 7 / 64.
  assertAlmostEquals(exactMcNemar(1, 5), 14 / 64);
});

Deno.test("exactMcNemar() is 1 where nothing differs or both sides are even", () => {
  assertEquals(exactMcNemar(0, 0), 1);
  assertEquals(exactMcNemar(4, 4), 1);
});

Deno.test("exactMcNemar() does not care which arm is named first", () => {
  assertEquals(exactMcNemar(2, 9), exactMcNemar(9, 2));
});

Deno.test("exactMcNemar() stays a probability for many pairs", () => {
  const p = exactMcNemar(400, 500);
  // Normal approximation with continuity correction: z = 99 / 30 = 3.3, p = 0.00097.
  assertEquals(p > 0.0005 && p < 0.002, true, `p is ${p}`);
});

Deno.test("exactMcNemar() refuses counts that are no natural numbers", () => {
  const error = assertThrows(() => exactMcNemar(1.5, 2), RangeError);
  assertEquals(error.message, "Cannot test discordant pairs as their counts must be natural numbers: got 1.5");
});
