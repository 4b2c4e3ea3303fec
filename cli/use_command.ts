import type { Command } from "commander";
import { type CommandContext, examples } from "./command_context.ts";
import { use, type UseFlags } from "./use.ts";

/**
 * Adds `m2 use` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addUseCommand(program: Command, { world, settle }: CommandContext): void {
  program.command("use")
    .description("tell what a run used of its recordings: levels, misses, coverage, divergence by policy")
    .argument("<run>", "the run's folder")
    .option("--harvest <file>", "write what was missed there, for m2 harvest")
    .option("--json", "print the report as JSON")
    .addHelpText("after", examples("use runs/smoke-0123456789ab", "use runs/mine --harvest misses.jsonl"))
    .action((run: string, flags: UseFlags) => settle(use(run, flags, world)));
}
