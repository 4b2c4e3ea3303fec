import { Command, CommanderError } from "commander";
import CONFIG from "../deno.json" with { type: "json" };
import { explainDiskError } from "../lab/mod.ts";
import { addAblateCommand } from "./ablate_command.ts";
import { addArchiveCommand } from "./archive_command.ts";
import { addBankCommand } from "./bank_command.ts";
import { commandAsTyped } from "./command_as_typed.ts";
import type { CommandContext } from "./command_context.ts";
import { addDoctorCommand } from "./doctor_command.ts";
import { addDriftCommand } from "./drift_command.ts";
import { EXIT, exitCodeOf } from "./exit_code.ts";
import { explainError } from "./explain_error.ts";
import { addHarCommand } from "./har_command.ts";
import { addHarvestCommand } from "./harvest_command.ts";
import { addImportCommand } from "./import_command.ts";
import { addListCommand } from "./list_command.ts";
import { addRecordCommand } from "./record_command.ts";
import { addReplayCommand } from "./replay_command.ts";
import { addServeModelCommand } from "./serve_model_command.ts";
import { addUseCommand } from "./use_command.ts";
import { addVerifyCommand } from "./verify_command.ts";
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

/** In the order of the help. */
const COMMANDS: readonly ((program: Command, context: CommandContext) => void)[] = [
  addAblateCommand,
  addVerifyCommand,
  addUseCommand,
  addRecordCommand,
  addHarvestCommand,
  addReplayCommand,
  addArchiveCommand,
  addHarCommand,
  addDriftCommand,
  addBankCommand,
  addServeModelCommand,
  addImportCommand,
  addListCommand,
  addDoctorCommand,
];

function makeProgram(world: World, settle: (work: Promise<number>) => Promise<void>): Command {
  const { screen } = world;
  const program = new Command("m2")
    .description("A testbed for the memory of web agents.")
    .version(CONFIG.version)
    .usage("COMMAND [options]")
    .showSuggestionAfterError()
    .showHelpAfterError("hint: deno task m2 --help lists the commands")
    .exitOverride()
    .configureOutput({
      writeOut: screen.out,
      writeErr: screen.err,
    });
  for (const add of COMMANDS) add(program, { world, settle });
  return program;
}
