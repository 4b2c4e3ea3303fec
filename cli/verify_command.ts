import { type Command, Option } from "commander";
import { type CommandContext, examples, wholeNumber } from "./command_context.ts";
import { verify, type VerifyFlags } from "./verify.ts";

/**
 * Adds `m2 verify` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addVerifyCommand(program: Command, { world, settle }: CommandContext): void {
  program.command("verify")
    .description("run every episode of a run again and compare the transcripts")
    .argument("<run>", "the run's folder")
    .option("--only <text>", "only the episodes whose id contains this")
    .addOption(new Option("--workers <n>", "episodes at a time").argParser(wholeNumber(1)).default(2))
    .addHelpText("after", examples("verify tests/golden/run", "verify runs/smoke-0123456789ab --only m2/seed-1"))
    .action((path: string, flags: VerifyFlags) => settle(verify(path, flags, world)));
}
