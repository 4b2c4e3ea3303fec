import { type Command, Option } from "commander";
import { type CommandContext, examples, wholeNumber } from "./command_context.ts";
import { harvest, type HarvestFlags } from "./harvest.ts";

/**
 * Adds `m2 harvest` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addHarvestCommand(program: Command, { world, settle }: CommandContext): void {
  program.command("harvest")
    .description("record live what runs have missed, as a new layer of their archive")
    .argument("<queue>", "what m2 use RUN --harvest FILE wrote")
    .requiredOption("--into <archive>", "the archive that the runs stood on")
    .option("--out <folder>", "where the result goes; by default, in the archive's place")
    .option("--map <host=url...>", "where a host really lives: wiki.test=http://127.0.0.1:8080")
    .addOption(new Option("--limit <n>", "requests at most").argParser(wholeNumber(1)).default(200))
    .option("--json", "print what was done as JSON")
    .addHelpText(
      "after",
      examples(
        "harvest misses.jsonl --into wiki-archive",
        "harvest misses.jsonl --into wiki-archive --map wiki.test=http://127.0.0.1:8080",
      ),
    )
    .action((queue: string, flags: HarvestFlags) => settle(harvest(queue, flags, world)));
}
