import type { Command } from "commander";
import { bankBuild, type BankBuildFlags, bankCheck } from "./bank.ts";
import { bankFrom } from "./bank_from.ts";
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
    .description("distil a bank: from the training tasks' successful episodes, or from imported trajectories")
    .argument("[name]", "the bank's name", "first-light")
    .option("--out <folder>", "where it goes; by default below replay-fixtures/banks/")
    .option("--from <path>", "trajectories of any known format, or what m2 import wrote")
    .option("--json", "print what was distilled as JSON, with --from")
    .addHelpText(
      "after",
      examples("bank build first-light --out bank", "bank build --from runs/imported.jsonl --out bank"),
    )
    .action((name: string, flags: BankBuildFlags) =>
      settle(flags.from === undefined ? bankBuild(name, flags, world) : bankFrom(flags.from, flags, world))
    );
  bank.command("check")
    .description("check a bank's files, hashes and provenance")
    .argument("[name]", "the bank's name", "first-light")
    .addHelpText("after", examples("bank check", "bank check first-light"))
    .action((name: string) => settle(bankCheck(name, world)));
}
