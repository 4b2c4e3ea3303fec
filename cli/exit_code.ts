import { blameOf } from "../base/mod.ts";

/** What the process tells its caller. A failing agent is data, not an exit code. */
export const EXIT = {
  /** Everything that was asked for is there. */
  done: 0,
  /** Our own error. */
  error: 1,
  /** Wrong use, or something the person has to put right first. */
  usage: 2,
  /** The world around failed and episodes are missing; the same command goes on. */
  missing: 3,
  /** A threshold given on the command line is not met, or a run cannot be verified. */
  threshold: 10,
  /** Called off by the person. */
  interrupted: 130,
} as const;

/**
 * Chooses the exit code for something that was thrown.
 *
 * @param error What was thrown.
 * @returns The code, by blame.
 *
 * @example The operator's mistakes
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { ConfigError } from "../base/mod.ts";
 * import { exitCodeOf } from "./exit_code.ts";
 *
 * equal(exitCodeOf(new ConfigError("Cannot start")), 2);
 * ```
 */
export function exitCodeOf(error: unknown): number {
  switch (blameOf(error)) {
    case "operator":
      return EXIT.usage;
    case "environment":
      return EXIT.missing;
    default:
      return EXIT.error;
  }
}
