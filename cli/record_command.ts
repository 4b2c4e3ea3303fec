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
    .description("record sites into an archive: by their links, by a walk from a file, or by hand")
    .argument("[what...]", "addresses, or sites of this repository")
    .option("--out <folder>", "where the archive goes")
    .option("--replace", "replace the archive that is there")
    .option("--map <host=url...>", "where a host really lives: wiki.test=http://127.0.0.1:8080")
    .addOption(
      new Option("--crawl <n>", "pages to visit at most, following links").argParser(wholeNumber(1)).default(50),
    )
    .option("--script <file>", "take the steps of a JSON file instead of following links")
    .option("--headed", "walk yourself, in a window, until you close it")
    .option("--missing <archive>", "fetch only what this archive lacks, and add it as a layer")
    .option("--also <host...>", "further hosts that may be asked, with what is below them")
    .option("--all-hosts", "ask any host that the pages name")
    .option(
      "--secret <name...>",
      "environment variables whose values must not be kept; {{secret:NAME}} in a walk is one",
    )
    .option("--emails", "replace addresses of people too")
    .addHelpText(
      "after",
      examples(
        "record https://example.org/ --crawl 20 --out example-archive",
        "record --map wiki.test=http://127.0.0.1:8080 --out wiki-archive",
      ),
    )
    .action((what: readonly string[], flags: RecordFlags) => settle(record(what, flags, world)));
}
