import type { Command } from "commander";
import { type CommandContext, examples } from "./command_context.ts";
import { doctor } from "./doctor.ts";

/**
 * Adds `m2 doctor` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addDoctorCommand(program: Command, { world, settle }: CommandContext): void {
  program.command("doctor")
    .description("check what this machine has, and say how to get what it lacks")
    .addHelpText("after", examples("doctor", "doctor 2>/dev/null"))
    .action(() => settle(doctor(world)));
}
