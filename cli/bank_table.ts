import { z } from "zod";

const quantilesSchema = z.object({ p50: z.number(), p95: z.number(), p99: z.number(), samples: z.number() });

const figuresSchema = z.object({
  machine: z.object({ cpu: z.string(), cores: z.number(), os: z.string(), deno: z.string() }),
  quantileRule: z.string(),
  banks: z.array(z.object({
    size: z.number(),
    embed: quantilesSchema,
    search: quantilesSchema,
    render: quantilesSchema,
    whole: quantilesSchema,
    coldProcess: quantilesSchema,
    coldOpen: quantilesSchema,
    coldAnswer: quantilesSchema,
    bytes: z.number(),
    residentBytes: z.number(),
  })),
  indexes: z.array(z.object({
    vectors: z.string(),
    size: z.number(),
    dimensions: z.number(),
    index: z.string(),
    build: z.number(),
    search: quantilesSchema,
    recallAt5: z.number(),
    recallAt20: z.number(),
  })),
});

/**
 * Writes the figures of `m2 bank bench --json` as two Markdown tables.
 *
 * @param json The figures.
 * @returns Markdown.
 */
export function bankTable(json: string): string {
  const { machine, quantileRule, banks, indexes } = figuresSchema.parse(JSON.parse(json));
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.os}, Deno ${machine.deno}. Milliseconds; quantiles by ${quantileRule}.`,
    "",
    "| groups | embed p50 | search p50 | render p50 | whole p50 | whole p95 | whole p99 | cold process p50 | of it opening | of it answering | on disk MB | resident MB |",
    "| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |",
    ...banks.map((bank) =>
      line([
        bank.size,
        bank.embed.p50,
        bank.search.p50,
        bank.render.p50,
        bank.whole.p50,
        bank.whole.p95,
        bank.whole.p99,
        Math.round(bank.coldProcess.p50),
        Math.round(bank.coldOpen.p50),
        Math.round(bank.coldAnswer.p50),
        megabytes(bank.bytes),
        megabytes(bank.residentBytes),
      ])
    ),
    "",
    "| vectors | size | index | build | p50 | p95 | p99 | recall@5 | recall@20 |",
    "| --- | --: | --- | --: | --: | --: | --: | --: | --: |",
    ...indexes.map((row) =>
      line([
        `${row.vectors}, ${row.dimensions}`,
        row.size,
        row.index,
        Math.round(row.build),
        row.search.p50,
        row.search.p95,
        row.search.p99,
        row.recallAt5,
        row.recallAt20,
      ])
    ),
    "",
  ].join("\n");
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}
