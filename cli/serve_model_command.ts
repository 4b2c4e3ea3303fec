import { type Command, Option } from "commander";
import { type CommandContext, examples, wholeNumber } from "./command_context.ts";
import { serveModel, type ServeModelFlags } from "./serve_model.ts";

/**
 * Adds `m2 serve-model` to the command line.
 *
 * @param program The command line.
 * @param context What the command needs.
 */
export function addServeModelCommand(program: Command, { world, settle }: CommandContext): void {
  program.command("serve-model")
    .description("offer the simulated model on an OpenAI-compatible port of this machine")
    .addOption(new Option("--port <n>", "port; 0 lets the system choose").argParser(wholeNumber(0)).default(0))
    .addOption(new Option("--preset <name>", "the reader; m2 list models names them").default("gpt-4o-curve"))
    .addHelpText("after", examples("serve-model --port 4010", "serve-model --preset perfect"))
    .action((flags: ServeModelFlags) => settle(serveModel(flags, world)));
}
