import { assertEquals } from "@std/assert";
import { readTotals } from "../../tools/gate.ts";

Deno.test("readTotals() reads the closing line of a green run", () => {
  assertEquals(readTotals("running 2 tests\n\nok | 7 passed (2 steps) | 0 failed | 1 ignored (19ms)\n"), {
    passed: 7,
    failed: 0,
    ignored: 1,
  });
});

Deno.test("readTotals() reads the closing line of a red run", () => {
  assertEquals(readTotals("FAILED | 5 passed | 2 failed (1s)\n\nerror: Test failed\n"), {
    passed: 5,
    failed: 2,
    ignored: 0,
  });
});

Deno.test("readTotals() gives nothing where no run ended", () => {
  assertEquals(readTotals("error: Module not found"), undefined);
});
