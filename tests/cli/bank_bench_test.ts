import { assertEquals } from "@std/assert";
import { quantiles } from "../../bench/bank/quantiles.ts";
import { bankTable } from "../../cli/bank_table.ts";

Deno.test("quantiles() gives measured values by the nearest rank", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  assertEquals(quantiles(hundred), { samples: 100, p50: 50, p95: 95, p99: 99 });
  assertEquals(quantiles([3, 1, 2]), { samples: 3, p50: 2, p95: 3, p99: 3 });
  assertEquals(quantiles([7]), { samples: 1, p50: 7, p95: 7, p99: 7 });
});

Deno.test("m2 bank bench names the machine and the quantile rule above its tables", () => {
  const machine = { cpu: "A processor", cores: 2, os: "linux x86_64", deno: "2.9.6" };
  const search = { samples: 10, p50: 0.2, p95: 0.3, p99: 0.4 };
  const row = {
    vectors: "uniform",
    size: 9,
    dimensions: 4,
    index: "exact",
    build: 1.6,
    search,
    recallAt5: 1,
    recallAt20: 1,
  };
  const table = bankTable(JSON.stringify({ machine, quantileRule: "nearest rank", banks: [], indexes: [row] }));
  const lines = table.split("\n");
  assertEquals(
    lines[0],
    "A processor, 2 cores, linux x86_64, Deno 2.9.6. Milliseconds; quantiles by nearest rank.",
  );
  assertEquals(lines.at(-2), "| uniform, 4 | 9 | exact | 2 | 0.2 | 0.3 | 0.4 | 1 | 1 |");
});
