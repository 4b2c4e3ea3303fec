import { assertAlmostEquals, assertEquals } from "@std/assert";
import { seededRandom } from "../../../base/mod.ts";
import { exactMcNemar, signFlipTest } from "../../../lab/mod.ts";

Deno.test("signFlipTest() gives the worked example of unequal sizes", () => {
  // Sizes 1, 2, 4 with sum 7 - 2·1 = 5 seen: of the 8 sums ±1±2±4 = ±7, ±5, ±3, ±1 four are at least 5 from 0.
  assertEquals(signFlipTest([-1, 2, 4], seededRandom(1)), { p: 0.5, exact: true });
});

Deno.test("signFlipTest() equals McNemar's exact test where every difference is one task", () => {
  const differences = [1, 1, 1, 1, 1, -1, 0, 0, 0];
  assertAlmostEquals(signFlipTest(differences, seededRandom(1)).p, exactMcNemar(5, 1));
});

Deno.test("signFlipTest() does not change when the arms change places", () => {
  const differences = [0.5, -0.25, 1, 0, 0.75, -0.1];
  assertEquals(
    signFlipTest(differences, seededRandom(1)).p,
    signFlipTest(differences.map((difference) => -difference), seededRandom(1)).p,
  );
});

Deno.test("signFlipTest() is 1 where nothing differs", () => {
  assertEquals(signFlipTest([0, 0, 0], seededRandom(1)), { p: 1, exact: true });
  assertEquals(signFlipTest([], seededRandom(1)), { p: 1, exact: true });
});

Deno.test("signFlipTest() looks at every pattern up to 16 differences and draws beyond", () => {
  const mixed = (n: number) => Array.from({ length: n }, (_, i) => i % 4 === 0 ? -1 : 1);
  assertEquals(signFlipTest(mixed(16), seededRandom(1)).exact, true);
  const drawn = signFlipTest(mixed(17), seededRandom(1));
  assertEquals(drawn.exact, false);
  // Of 17, 5 are behind: the same as McNemar's exact test of 5 against 12, within the noise of 20,000 draws.
  assertAlmostEquals(drawn.p, exactMcNemar(5, 12), 0.012);
});

Deno.test("signFlipTest() draws the same patterns for the same seed, and never says 0", () => {
  const all = Array.from({ length: 40 }, () => 1);
  assertEquals(signFlipTest(all, seededRandom(7), 999), { p: 0.001, exact: false });
  const some = all.map((one, i) => i < 15 ? -one : one);
  assertEquals(signFlipTest(some, seededRandom(7)), signFlipTest(some, seededRandom(7)));
});
