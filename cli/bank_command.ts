import type { Command } from "commander";
import { bankBuild, type BankBuildFlags, bankCheck } from "./bank.ts";
import { type CommandContext, examples } from "./command_context.ts";

/**
 * Adds the `m2 bank` commands to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addBankCommand(program: Command, { world, settle }: CommandContext): void {
  const bank = program.command("bank").description("build and check insight banks");
  bank.command("build")
    .description("run the training tasks, and distil a bank from the episodes that succeeded")
    .argument("[name]", "the bank's name", "first-light")
    .option("--out <folder>", "where it goes; by default below replay-fixtures/banks/")
    .addHelpText("after", examples("bank build", "bank build first-light --out /tmp/bank"))
    .action((name: string, flags: BankBuildFlags) => settle(bankBuild(name, flags, world)));
  bank.command("check")
    .description("check a bank's files, hashes and provenance")
    .argument("[name]", "the bank's name", "first-light")
    .addHelpText("after", examples("bank check", "bank check first-light"))
    .action((name: string) => settle(bankCheck(name, world)));
}
