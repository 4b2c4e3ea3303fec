import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { wilsonInterval } from "../../../lab/mod.ts";

Deno.test("wilsonInterval() gives the worked example: 4 of 10", () => {
  // z = 1.96: z² = 3.8416; centre (0.4 + 0.19208) / 1.38416 = 0.42776;
  // half 1.96 / 1.38416 · √(0.024 + 0.009604) = 0.25958.
  const { low, high } = wilsonInterval(4, 10);
  assertAlmostEquals(low, 0.42776 - 0.25958, 2e-4);
  assertAlmostEquals(high, 0.42776 + 0.25958, 2e-4);
});

Deno.test("wilsonInterval() keeps inside 0 to 1, and its ends are exact for none and all", () => {
  assertEquals(wilsonInterval(0, 5).low, 0);
  assertEquals(wilsonInterval(5, 5).high, 1);
  for (let n = 1; n <= 30; n++) {
    for (let k = 0; k <= n; k++) {
      const { low, high } = wilsonInterval(k, n);
      assertEquals(0 <= low && low <= k / n && k / n <= high && high <= 1, true, `${k} of ${n}`);
    }
  }
});

Deno.test("wilsonInterval() mirrors when successes and failures change places", () => {
  const [a, b] = [wilsonInterval(3, 17), wilsonInterval(14, 17)];
  assertAlmostEquals(a.low, 1 - b.high);
  assertAlmostEquals(a.high, 1 - b.low);
});

Deno.test("wilsonInterval() refuses counts that make no share", () => {
  const error = assertThrows(() => wilsonInterval(3, 2), RangeError);
  assertEquals(error.message, "Cannot make an interval as successes must be among trials: got 3 of 2");
});
