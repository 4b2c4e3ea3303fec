import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { seededRandom } from "../../../base/mod.ts";
import { bootstrapInterval } from "../../../lab/mod.ts";

const values = [1, 0, 0, 1, -1, 0, 1, 1, 0, 0.5, 1, -0.5];

Deno.test("bootstrapInterval() holds the mean, and mirrors when the arms change places", () => {
  const { low, high } = bootstrapInterval(values, seededRandom(3));
  assertEquals(low < 0.3334 && 0.3333 < high, true);
  const turned = bootstrapInterval(values.map((value) => -value), seededRandom(3));
  assertAlmostEquals(turned.low, -high, 1e-9);
  assertAlmostEquals(turned.high, -low, 1e-9);
});

Deno.test("bootstrapInterval() is about as wide as the normal approximation", () => {
  // s² = Σ(v − 1/3)² / 12 = 0.43056; the mean's standard error √(s² / 12) = 0.18942; 2 · 1.96 of it = 0.7425.
  const { low, high } = bootstrapInterval(values, seededRandom(5));
  assertAlmostEquals(high - low, 0.7425, 0.06);
});

Deno.test("bootstrapInterval() of tasks whose seeds agree does not shrink with the number of seeds", () => {
  // The unit is the task: more seeds of the same tasks give the same per-task means, so the same interval. Tasks passed
  // twice, as if seeds were tasks, would look √2 times as certain: that is the mistake the unit guards against.
  const honest = bootstrapInterval(values, seededRandom(3));
  const twice = bootstrapInterval([...values, ...values], seededRandom(3));
  assertEquals(honest.high - honest.low > 1.25 * (twice.high - twice.low), true);
});

Deno.test("bootstrapInterval() of equal values is a point", () => {
  assertEquals(bootstrapInterval([0.1, 0.1, 0.1], seededRandom(1)), { low: 0.1, high: 0.1 });
});

Deno.test("bootstrapInterval() gives the same interval for the same seed", () => {
  assertEquals(bootstrapInterval(values, seededRandom(9)), bootstrapInterval(values, seededRandom(9)));
});

Deno.test("bootstrapInterval() refuses no tasks", () => {
  const error = assertThrows(() => bootstrapInterval([], seededRandom(1)), RangeError);
  assertEquals(error.message, "Cannot bootstrap a mean as there must be at least one task: got none");
});
