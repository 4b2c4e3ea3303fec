/**
 * Measures the insight bank, and prints the figures as JSON; `m2 bank bench` runs it in a process of its own.
 *
 * `deno run -A bench/bank/main.ts SIZES DIMENSIONS`, each a list with commas
 *
 * @module
 */
import { type IndexRow, machine, measureBank, measureVectors } from "./measure.ts";

const [sizes = "1000,10000,55000", dimensions = "100"] = Deno.args;
const say = (line: string) => console.error(`  ${line}`);
const banks = [];
const indexes: IndexRow[] = [];
for (const size of sizes.split(",").map(Number)) {
  const [bank, rows] = await measureBank(size, say);
  banks.push(bank);
  indexes.push(...rows);
  for (const length of dimensions.split(",").map(Number)) indexes.push(...await measureVectors(size, length, say));
}
const quantileRule = "nearest rank: the ⌈p · n⌉-th of n sorted samples";
console.log(JSON.stringify({ machine: machine(), unit: "ms", quantileRule, banks, indexes }));
