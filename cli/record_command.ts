import { type Command, Option } from "commander";
import { type CommandContext, examples, wholeNumber } from "./command_context.ts";
import { record, type RecordFlags } from "./record.ts";

/**
 * Adds `m2 record` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addRecordCommand(program: Command, { world, settle }: CommandContext): void {
  program.command("record")
    .description("record a site into an archive")
    .argument("[site]", "one of this repository's sites; all of them when left out")
    .option("--map <host=url>", "record a site that runs elsewhere: wiki.test=http://127.0.0.1:8080")
    .option("--out <folder>", "where the archive goes")
    .addOption(new Option("--pages <n>", "pages of a mapped site, at most").argParser(wholeNumber(1)).default(500))
    .addHelpText("after", examples("record shop", "record --map wiki.test=http://127.0.0.1:8080 --out wiki-archive"))
    .action((site: string | undefined, flags: RecordFlags) => settle(record(site, flags, world)));
}
