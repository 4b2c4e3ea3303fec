import type { Command } from "commander";
import { type CommandContext, examples } from "./command_context.ts";
import { importFiles, type ImportFlags } from "./import.ts";

/**
 * Adds `m2 import` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addImportCommand(program: Command, { world, settle }: CommandContext): void {
  const command = program.command("import").description("import trajectories of other agents and benchmarks");
  command.command("trajectories")
    .description("read trajectories of any known format into one form, and say what was lost on the way")
    .argument("<path>", "a file, or a folder of them")
    .option("--format <id>", "a format of `m2 list formats`, or auto: by what stands in each file", "auto")
    .option("--out <file>", "where the trajectories go, one a line")
    .option("--licence <name>", "the data's licence, where the format does not tell it")
    .option("--revision <name>", "the data's revision")
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      examples(
        "import trajectories results/ --out runs/imported.jsonl",
        "import trajectories log.json --format atif --json",
      ),
    )
    .action((path: string, flags: ImportFlags) => settle(importFiles(path, flags, world)));
}
