import type { Command } from "commander";
import { type CommandContext, examples } from "./command_context.ts";
import { list, LISTS } from "./list.ts";

/**
 * Adds `m2 list` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addListCommand(program: Command, { world, settle }: CommandContext): void {
  program.command("list")
    .description("list what experiments can name")
    .argument("<what>", LISTS.join(", "))
    .addHelpText("after", examples("list tasks", "list policies"))
    .action((what: string) => settle(list(what, world)));
}
