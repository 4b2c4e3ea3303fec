import type { Command } from "commander";
import { SEARCH_METHODS } from "../memory/mod.ts";
import { bankBuild, type BankBuildFlags, bankCheck } from "./bank.ts";
import { bankFrom } from "./bank_from.ts";
import { bankBench, type BankBenchFlags } from "./bank_bench.ts";
import { bankQuery, type BankQueryFlags } from "./bank_query.ts";
import { type CommandContext, examples, wholeNumber } from "./command_context.ts";

/**
 * Adds the `m2 bank` commands to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addBankCommand(program: Command, { world, settle }: CommandContext): void {
  const bank = program.command("bank").description("build, ask and check insight banks");
  bank.command("build")
    .description("distil a bank: from the training tasks' successful episodes, or from imported trajectories")
    .argument("[name]", "the bank's name", "first-light")
    .option("--out <folder>", "where it goes; by default below replay-fixtures/banks/")
    .option("--from <path>", "trajectories of any known format, or what m2 import wrote")
    .option("--embedder <name>", "what goals are compared by, with --from: hashed-tfidf-512-v1 or glove-100-v1")
    .option("--json", "print what was distilled as JSON, with --from")
    .addHelpText(
      "after",
      examples("bank build first-light --out bank", "bank build --from runs/imported.jsonl --out bank"),
    )
    .action((name: string, flags: BankBuildFlags) =>
      settle(flags.from === undefined ? bankBuild(name, flags, world) : bankFrom(flags.from, flags, world))
    );
  bank.command("query")
    .description("ask a bank for the lessons that help with a goal")
    .requiredOption("--bank <folder>", "the bank's folder, or the name of one below replay-fixtures/banks/")
    .requiredOption("--goal <text>", "what is to be done")
    .option("--groups <count>", "how many groups at most", wholeNumber(1), 5)
    .option("--site <name>", "only lessons seen on this site")
    .option("--leave-task <id>", "without what this task's own trajectories taught")
    .option("--leave-template <id>", "without what tasks of this template taught")
    .option("--leave-site <name>", "without what this site taught")
    .option("--method <name>", `how groups are ranked: ${SEARCH_METHODS.join(", ")}`, "dense")
    .option("--diverse", "pass over groups that repeat others")
    .option("--json", "print hits, what was left out, and latencies as JSON")
    .addHelpText(
      "after",
      examples(
        'bank query --bank first-light --goal "Find the cheapest lamp in stock"',
        'bank query --bank bank --goal "Book a direct train" --leave-task rail-01 --json',
      ),
    )
    .action((flags: BankQueryFlags) => settle(bankQuery(flags, world)));
  bank.command("bench")
    .description("measure retrieval: quantiles by size and index, recall, cold starts")
    .option("--sizes <list>", "numbers of groups", "1000,10000,55000")
    .option("--dimensions <list>", "lengths of generated vectors", "100")
    .option("--json", "print the figures as JSON instead of a table")
    .addHelpText("after", examples("bank bench", "bank bench --sizes 55000,250000 --dimensions 100,384 --json"))
    .action((flags: BankBenchFlags) => settle(bankBench(flags, world)));
  bank.command("check")
    .description("check a bank's files, hashes and provenance")
    .argument("[name]", "the bank's name", "first-light")
    .addHelpText("after", examples("bank check", "bank check first-light"))
    .action((name: string) => settle(bankCheck(name, world)));
}
