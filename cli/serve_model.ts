import { readerPreset, readerPresetNames, simulatedEndpoint } from "../models/simulated/mod.ts";
import { ConfigError, EnvironmentError } from "../base/mod.ts";
import { EXIT } from "./exit_code.ts";
import { allSites } from "./wire.ts";
import type { World } from "./world.ts";

/** Flags of `m2 serve-model`. */
export interface ServeModelFlags {
  /** Port on the loopback interface; 0 lets the system choose. */
  readonly port: number;
  /** A named set of reader parameters. */
  readonly preset: string;
}

/**
 * Offers the simulated model on an OpenAI-compatible port of the loopback interface, until it is interrupted.
 *
 * @param flags Port and reader.
 * @param world The ambient world.
 * @returns The exit code.
 * @throws {M2Error} When the preset is unknown or the port is taken.
 */
export async function serveModel({ port, preset }: ServeModelFlags, world: World): Promise<number> {
  if (!readerPresetNames.includes(preset)) {
    throw new ConfigError(`Cannot serve "${preset}" as there is no such preset`, {
      hint: `choose among ${readerPresetNames.join(", ")}`,
    });
  }
  const playbooks = allSites().flatMap((site) => site.playbooks);
  const answer = simulatedEndpoint({ preset: readerPreset(preset), playbooks });
  const server = listen(port, answer, world.interrupted);
  const url = `http://127.0.0.1:${server.addr.port}/v1`;
  world.screen.err(`serving ${preset}, a simulated reader with ${playbooks.length} playbooks, until Ctrl-C\n`);
  world.screen.err(`  M2_OPENAI_URL=${url} M2_OPENAI_KEY=any\n`);
  world.screen.out(`${url}\n`);
  await server.finished;
  return EXIT.done;
}

function listen(port: number, answer: (request: Request) => Promise<Response>, signal: AbortSignal) {
  try {
    return Deno.serve({ hostname: "127.0.0.1", port, signal, onListen() {} }, answer);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.AddrInUse)) throw cause;
    throw new EnvironmentError(`Cannot serve the model as port ${port} must be free: something listens there`, {
      hint: "name another port, or 0 to let the system choose",
      cause,
    });
  }
}
