import { assertEquals } from "@std/assert";
import { holm } from "../../../lab/mod.ts";

Deno.test("holm() gives the worked example, in the order of the arguments", () => {
  // Sorted 0.01, 0.03, 0.04 times 3, 2, 1: 0.03, 0.06, 0.04, and the last may not be below the one before.
  assertEquals(holm([0.04, 0.01, 0.03]), [0.06, 0.03, 0.06]);
});

Deno.test("holm() never goes beyond 1 nor below its own p, and leaves one p as it is", () => {
  assertEquals(holm([0.9, 0.8]), [1, 1]);
  assertEquals(holm([0.2]), [0.2]);
  assertEquals(holm([]), []);
});
