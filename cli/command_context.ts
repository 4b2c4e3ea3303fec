import { InvalidArgumentError } from "commander";
import type { World } from "./world.ts";

/** What a command needs to put itself on the command line. */
export interface CommandContext {
  /** The ambient world. */
  readonly world: World;
  /** Waits for a command's work and keeps its exit code. */
  readonly settle: (work: Promise<number>) => Promise<void>;
}

/**
 * Writes the examples that stand at the foot of a command's help.
 *
 * @param lines What follows `deno task m2`, two of them.
 * @returns The text.
 */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  deno task m2 ${line}`).join("\n")}\n`;
}

/**
 * Makes a reader of whole numbers for an option.
 *
 * @param least The smallest that is allowed.
 * @returns Reads the text, or refuses it in words.
 */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
  };
}
