import { runCommandLine } from "./cli/program.ts";
import { makeWorld } from "./cli/wire.ts";

Deno.exit(await runCommandLine(makeWorld(Deno.args)));
