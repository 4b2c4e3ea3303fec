import { type Command, Option } from "commander";
import { type CommandContext, examples, wholeNumber } from "./command_context.ts";
import { type DriftFlags, showDrift } from "./drift.ts";

/**
 * Adds `m2 drift` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addDriftCommand(program: Command, { world, settle }: CommandContext): void {
  program.command("drift")
    .description("hold a recording against the live site: what is fresh, has moved, has changed, or is gone")
    .argument("<archive>", "the archive's folder")
    .option("--map <host=url...>", "a site that runs elsewhere: wiki.test=http://127.0.0.1:8080")
    .option("--locators <file>", "JSON list of elements that trajectories used: {url, selector} or {url, role, name}")
    .addOption(new Option("--sample <n>", "addresses to ask for, at most").argParser(wholeNumber(1)).default(50))
    .addOption(
      new Option("--delay <ms>", "least time between two requests to a host").argParser(wholeNumber(0)).default(1000),
    )
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      examples("drift shop-archive --sample 20", "drift wiki-archive --map wiki.test=http://127.0.0.1:8080 --json"),
    )
    .action((folder: string, flags: DriftFlags) => settle(showDrift(folder, flags, world)));
}
