import type { Command } from "commander";
import { type CommandContext, examples } from "./command_context.ts";
import { replay, type ReplayFlags } from "./replay.ts";

/**
 * Adds `m2 replay` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addReplayCommand(program: Command, { world, settle }: CommandContext): void {
  program.command("replay")
    .description("open a recorded site in a browser that reaches nothing else, and list what is missing")
    .argument("<archive>", "the archive's folder, or a site of this repository")
    .option("--url <address...>", "pages to open, one after another; by default the first that was recorded")
    .option("--script <file>", "then take the steps of a JSON file, as m2 record does")
    .option("--headless", "without a window: open the pages, print the summary, and end")
    .option("--without <layer...>", "leave layers out")
    .option("--json", "print the summary as JSON")
    .addHelpText(
      "after",
      examples("replay shop", "replay example-archive --headless --url https://example.org/ --json"),
    )
    .action((path: string, flags: ReplayFlags) => settle(replay(path, flags, world)));
}
