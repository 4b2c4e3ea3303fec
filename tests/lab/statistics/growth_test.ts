import { assertAlmostEquals, assertEquals } from "@std/assert";
import { growth } from "../../../lab/mod.ts";

// The token model that reproduces the paper's published totals: system and task 1,300, an observation 500, a reply 120,
// insights and rule 1,200, a summary 80.
const fullContext = Array.from({ length: 32 }, (_, i) => 1300 + 500 * (i + 1) + 120 * i);
const dualMemory = Array.from({ length: 32 }, (_, i) => 1300 + 1200 + 500 + 80 * i);

Deno.test("growth() tells full context from dual memory on the paper's token model", () => {
  const [full, dual] = [growth(fullContext), growth(dualMemory)];
  assertAlmostEquals(full?.exponent ?? NaN, 1.76, 0.03);
  assertAlmostEquals(dual?.exponent ?? NaN, 1.19, 0.03);
  assertAlmostEquals(full?.slope ?? NaN, 620, 1e-6);
  assertAlmostEquals(dual?.slope ?? NaN, 80, 1e-6);
});

Deno.test("growth() does not change with the unit of tokens", () => {
  const thousands = growth(fullContext.map((tokens) => tokens / 1000));
  assertAlmostEquals(thousands?.exponent ?? NaN, growth(fullContext)?.exponent ?? 0, 1e-9);
});

Deno.test("growth() says nothing of episodes that are too short", () => {
  assertEquals(growth([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), undefined);
  assertEquals(growth([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) !== undefined, true);
});
