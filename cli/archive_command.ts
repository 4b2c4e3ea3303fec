import type { Command } from "commander";
import {
  archiveCheck,
  archiveDiff,
  type ArchiveFlags,
  archiveLayers,
  archivePrune,
  archiveRedact,
  archiveStatistics,
} from "./archive.ts";
import { type CommandContext, examples } from "./command_context.ts";

/**
 * Adds `m2 archive` with its commands to the command line.
 *
 * @param program The command line.
 * @param context What the commands need.
 */
export function addArchiveCommand(program: Command, { world, settle }: CommandContext): void {
  const archive = program.command("archive")
    .description("look into recorded archives, and tidy them")
    .addHelpText("after", examples("archive check wiki-archive", "archive diff wiki-archive wiki-archive-2 --json"));
  const OUT = ["--out <folder>", "where the result goes, instead of the archive's own place"] as const;
  const JSON_FLAG = ["--json", "one JSON value on stdout"] as const;

  archive.command("check")
    .description("check every file, hash, line, rule and secret of an archive")
    .argument("<archive>", "its folder")
    .option("--repair", "write what is sound into a new archive, and say what is lost")
    .option("--out <folder>", "where the new archive goes")
    .option(...JSON_FLAG)
    .addHelpText("after", examples("archive check wiki-archive", "archive check broken --repair --out mended"))
    .action((folder: string, flags: ArchiveFlags & { readonly repair?: true }) =>
      settle(archiveCheck(folder, flags, world))
    );

  archive.command("stats")
    .description("count what is in an archive, by layer, host, kind and type")
    .argument("<archive>", "its folder")
    .option(...JSON_FLAG)
    .addHelpText("after", examples("archive stats wiki-archive", "archive stats wiki-archive --json"))
    .action((folder: string, flags: ArchiveFlags) => settle(archiveStatistics(folder, flags, world)));

  archive.command("diff")
    .description("show how two archives differ, exchange by exchange; exit code 10 when they do")
    .argument("<before>", "the older one")
    .argument("<after>", "the newer one")
    .option(...JSON_FLAG)
    .addHelpText("after", examples("archive diff old new", "archive diff old new --json"))
    .action((before: string, after: string, flags: ArchiveFlags) => settle(archiveDiff(before, after, flags, world)));

  archive.command("prune")
    .description("take out what no run used, or whole layers, with the bodies that only they had")
    .argument("<archive>", "its folder")
    .option("--unused-by <reports...>", "use reports of runs: what none of them used goes")
    .option("--without-layer <names...>", "layers that go")
    .option(...OUT)
    .option(...JSON_FLAG)
    .addHelpText(
      "after",
      examples(
        "archive prune wiki-archive --unused-by runs/a/use.json",
        "archive prune wiki-archive --without-layer crawl-1",
      ),
    )
    .action((
      folder: string,
      flags: ArchiveFlags & { readonly unusedBy?: readonly string[]; readonly withoutLayer?: readonly string[] },
    ) => settle(archivePrune(folder, flags, world)));

  archive.command("redact")
    .description("replace the secrets of an archive by today's rules; fails if one is left")
    .argument("<archive>", "its folder")
    .option("--secret <names...>", "environment variables whose values are secret wherever they stand")
    .option(...OUT)
    .option(...JSON_FLAG)
    .addHelpText("after", examples("archive redact wiki-archive", "archive redact wiki-archive --secret WIKI_PASSWORD"))
    .action((folder: string, flags: ArchiveFlags & { readonly secret?: readonly string[] }) =>
      settle(archiveRedact(folder, flags, world))
    );

  archive.command("layers")
    .description("list the recordings in an archive, and where they answer differently")
    .argument("<archive>", "its folder")
    .option("--merge <archives...>", "put the layers of other archives of the site under them; needs --out")
    .option("--out <folder>", "where the merged archive goes")
    .option(...JSON_FLAG)
    .addHelpText("after", examples("archive layers wiki-archive", "archive layers a --merge b c --out all"))
    .action((folder: string, flags: ArchiveFlags & { readonly merge?: readonly string[] }) =>
      settle(archiveLayers(folder, flags, world))
    );
}
