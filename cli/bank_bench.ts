import { join } from "node:path";
import { HarnessError } from "../base/mod.ts";
import { EXIT } from "./exit_code.ts";
import type { World } from "./world.ts";
import { bankTable } from "./bank_table.ts";

/** Flags of `m2 bank bench`. */
export interface BankBenchFlags {
  /** Numbers of groups, with commas. */
  readonly sizes: string;
  /** Lengths of vectors without words, with commas. */
  readonly dimensions: string;
  /** Print JSON. */
  readonly json?: boolean;
}

/**
 * Measures retrieval in a process of its own, cold starts in further ones, and prints a table.
 *
 * @param flags What is measured.
 * @param world The ambient world.
 * @returns The exit code.
 * @throws {HarnessError} When the measuring process failed.
 */
export async function bankBench(flags: BankBenchFlags, world: World): Promise<number> {
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", join(world.root, "bench/bank/main.ts"), flags.sizes, flags.dimensions],
    cwd: world.root,
    stdin: "null",
    stderr: "inherit",
    signal: world.interrupted,
  }).output();
  if (world.interrupted.aborted) return EXIT.interrupted;
  if (!success) throw new HarnessError("Cannot measure the bank as the measuring process must end well: it did not");
  const text = new TextDecoder().decode(stdout);
  world.screen.out(flags.json === true ? text : bankTable(text));
  return EXIT.done;
}
