import type { Command } from "commander";
import { type CommandContext, examples } from "./command_context.ts";
import { exportToHar, type HarExportFlags, type HarImportFlags, importFromHar } from "./har.ts";

/**
 * Adds `m2 har` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addHarCommand(program: Command, { world, settle }: CommandContext): void {
  const command = program.command("har").description("bring recordings in from HAR 1.2, and out to it");
  command.command("import")
    .description("make an archive of a HAR, and say what of it is odd, put right or lost")
    .argument("<file>", "a .har with the files beside it, or the .zip that Playwright writes")
    .requiredOption("--out <folder>", "where the archive goes")
    .option("--site <name>", "the site's name; by default the host of the first document")
    .option("--licence <text>", "whose content it is, and on what terms it may be kept")
    .option("--secret <value...>", "a value that is secret wherever it stands")
    .option("--emails", "replace addresses of people too")
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      examples("har import shop.har --out shop-archive", "har import shop.zip --out shop-archive --json"),
    )
    .action((file: string, flags: HarImportFlags) => settle(importFromHar(file, flags, world)));
  command.command("export")
    .description("write an archive as a HAR that viewers open")
    .argument("<archive>", "the archive's folder")
    .requiredOption("--out <file>", "the HAR that is written")
    .option("--layer <name...>", "only these layers")
    .addHelpText(
      "after",
      examples("har export shop-archive --out shop.har", "har export shop-archive --layer base --out base.har"),
    )
    .action((folder: string, flags: HarExportFlags) => settle(exportToHar(folder, flags, world)));
}
