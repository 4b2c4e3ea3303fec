import { type Command, Option } from "commander";
import { ablate, type AblateFlags } from "./ablate.ts";
import { type CommandContext, examples, wholeNumber } from "./command_context.ts";

/**
 * Adds `m2 ablate` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addAblateCommand(program: Command, { world, settle }: CommandContext): void {
  program.command("ablate")
    .description("run an experiment, or what is left of it, and print its table")
    .argument("<experiment>", "the experiment file")
    .option("--out <folder>", "the run's folder; by default below runs/, named after what the run is made of")
    .addOption(new Option("--workers <n>", "episodes at a time").argParser(wholeNumber(1)).default(2))
    .addOption(new Option("--retries <n>", "tries after the environment failed").argParser(wholeNumber(0)).default(2))
    .option("--dry-run", "print the episodes and run none")
    .option("--json", "print the figures as JSON")
    .addHelpText(
      "after",
      examples("ablate experiments/first-light.json", "ablate experiments/smoke.json --out /tmp/smoke"),
    )
    .action((path: string, flags: AblateFlags) => settle(ablate(path, flags, world)));
}
