import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import {
  lengthFactor,
  positionFactor,
  readerPreset,
  readerPresetNames,
  recallProbability,
} from "../../../models/simulated/mod.ts";

const LENGTHS = [500, 1_000, 4_000, 16_000, 64_000, 250_000];

function meanOf(length: number, of: (at: number) => number): number {
  const places = Array.from({ length: 1_000 }, (_, i) => (i + 0.5) / 1_000 * length);
  return places.reduce((sum, at) => sum + of(at), 0) / places.length;
}

Deno.test("the position factor has mean 1 at every length", () => {
  for (const name of readerPresetNames) {
    const { recall } = readerPreset(name);
    for (const length of LENGTHS) {
      assertAlmostEquals(meanOf(length, (at) => positionFactor(recall, length, at)), 1, 1e-3);
    }
  }
});

Deno.test("mean recall over positions is the published length curve", () => {
  for (const name of readerPresetNames) {
    const { recall } = readerPreset(name);
    for (const length of LENGTHS) {
      const mean = meanOf(length, (at) => recallProbability(recall, length, at, 0));
      assertAlmostEquals(mean, recall.ceil * lengthFactor(recall, length), 2e-3);
    }
  }
});

Deno.test("recall dips in the middle once the prompt is long", () => {
  const { recall } = readerPreset("gpt-4o-curve");
  const at = (share: number) => recallProbability(recall, 32_000, share * 32_000, 0);
  assert(at(0) > at(0.5) + 0.1);
  assert(at(1) > at(0.5) + 0.1);
  assert(at(0) > at(1), "the head start is the larger one");
});

Deno.test("facts of the same kind beyond the calibrated number make recall worse, fewer do not make it better", () => {
  const { recall } = readerPreset("gpt-4o-curve");
  const withSimilar = (count: number) => recallProbability(recall, 8_000, 4_000, count);
  assertEquals(withSimilar(0), withSimilar(recall.calibratedSimilar));
  assertAlmostEquals(withSimilar(recall.calibratedSimilar + 3), withSimilar(0) * recall.delta ** 3, 1e-12);
});

Deno.test("the perfect reader recalls everything, whatever the length", () => {
  const { recall } = readerPreset("perfect");
  for (const length of [1, ...LENGTHS, 1e9]) assertEquals(recallProbability(recall, length, length / 2, 50), 1);
});
