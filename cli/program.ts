import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { explainDiskError } from "../lab/mod.ts";
import { ablate, type AblateFlags } from "./ablate.ts";
import { bankBuild, type BankBuildFlags, bankCheck } from "./bank.ts";
import { commandAsTyped } from "./command_as_typed.ts";
import { doctor } from "./doctor.ts";
import { EXIT, exitCodeOf } from "./exit_code.ts";
import { explainError } from "./explain_error.ts";
import { list, LISTS } from "./list.ts";
import { record, type RecordFlags } from "./record.ts";
import { verify, type VerifyFlags } from "./verify.ts";
import type { World } from "./world.ts";

/**
 * Reads the command line and runs the command it names.
 *
 * @param world The ambient world; its `typed` words are read.
 * @returns The exit code. Nothing is thrown: errors are shown on the screen.
 */
export async function runCommandLine(world: World): Promise<number> {
  const { screen } = world;
  let code: number = EXIT.done;
  const settle = async (work: Promise<number>) => {
    code = await work;
  };
  try {
    await makeProgram(world, settle).parseAsync([...world.typed], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (world.interrupted.aborted) return EXIT.interrupted;
    const told = explainDiskError(error, "the results");
    const exit = exitCodeOf(told);
    screen.err(explainError(told, (world.environment("M2_DEBUG") ?? "") !== ""));
    if (exit === EXIT.missing) screen.err(`\n  resume   ${commandAsTyped(world.typed)}\n`);
    return exit;
  }
}

function makeProgram(world: World, settle: (work: Promise<number>) => Promise<void>): Command {
  const { screen } = world;
  const program = new Command("m2")
    .description("A testbed for the memory of web agents.")
    .usage("COMMAND [options]")
    .showSuggestionAfterError()
    .showHelpAfterError("hint: deno task m2 --help lists the commands")
    .exitOverride()
    .configureOutput({
      writeOut: screen.out,
      writeErr: screen.err,
    });
  const examples = (...lines: string[]) => `\nExamples:\n${lines.map((line) => `  deno task m2 ${line}`).join("\n")}\n`;

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

  program.command("verify")
    .description("run every episode of a run again and compare the transcripts")
    .argument("<run>", "the run's folder")
    .option("--only <text>", "only the episodes whose id contains this")
    .addOption(new Option("--workers <n>", "episodes at a time").argParser(wholeNumber(1)).default(2))
    .addHelpText("after", examples("verify tests/golden/run", "verify runs/smoke-0123456789ab --only m2/seed-1"))
    .action((path: string, flags: VerifyFlags) => settle(verify(path, flags, world)));

  program.command("record")
    .description("record a site into an archive")
    .argument("[site]", "one of this repository's sites; all of them when left out")
    .option("--map <host=url>", "record a site that runs elsewhere: wiki.test=http://127.0.0.1:8080")
    .option("--out <folder>", "where the archive goes")
    .addOption(new Option("--pages <n>", "pages of a mapped site, at most").argParser(wholeNumber(1)).default(500))
    .addHelpText("after", examples("record shop", "record --map wiki.test=http://127.0.0.1:8080 --out wiki-archive"))
    .action((site: string | undefined, flags: RecordFlags) => settle(record(site, flags, world)));

  program.command("list")
    .description("list what experiments can name")
    .argument("<what>", LISTS.join(", "))
    .addHelpText("after", examples("list tasks", "list policies"))
    .action((what: string) => settle(list(what, world)));

  program.command("doctor")
    .description("check what this machine has, and say how to get what it lacks")
    .addHelpText("after", examples("doctor", "doctor 2>/dev/null"))
    .action(() => settle(doctor(world)));

  const bank = program.command("bank").description("build and check insight banks");
  bank.command("build")
    .description("run the training tasks, and distil a bank from the episodes that succeeded")
    .argument("[name]", "the bank's name", "first-light")
    .option("--out <folder>", "where it goes; by default below replay-fixtures/banks/")
    .addHelpText("after", examples("bank build", "bank build first-light --out /tmp/bank"))
    .action((name: string, flags: BankBuildFlags) => settle(bankBuild(name, flags, world)));
  bank.command("check")
    .description("check a bank's files, hashes and provenance")
    .argument("[name]", "the bank's name", "first-light")
    .addHelpText("after", examples("bank check", "bank check first-light"))
    .action((name: string) => settle(bankCheck(name, world)));
  return program;
}

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
  };
}
