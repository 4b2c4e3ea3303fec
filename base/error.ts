/**
 * Who is to answer for a failure. It decides what an experiment does next: `agent` counts as the arm's failure,
 * `environment` is tried again, `harness` stops the run, `operator` stops before the first token.
 */
export type Blame = "agent" | "environment" | "harness" | "operator";

/** What {@linkcode M2Error} takes beside its message. */
export interface M2ErrorOptions {
  /** What to do next: one imperative sentence, shown after "hint:". */
  readonly hint?: string;
  /** The error that led to this one. */
  readonly cause?: unknown;
}

/**
 * The base of every error that M2Lab throws on purpose.
 *
 * The message follows one pattern: "Cannot ACTION as REQUIREMENT: CURRENT STATE".
 */
export abstract class M2Error extends Error {
  /** Who is to answer for it. */
  abstract readonly blame: Blame;
  /** What to do next, in one imperative sentence. */
  readonly hint?: string;

  /**
   * Makes the error; its name is that of its class.
   *
   * @param message One clause: what could not be done, and why.
   * @param options The hint and the cause.
   */
  constructor(message: string, options: M2ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    if (options.hint !== undefined) this.hint = options.hint;
  }
}

/** Something the person who started the command has to mend: a wrong field, a missing file, an unknown name. */
export class ConfigError extends M2Error {
  /** Always the operator. */
  readonly blame = "operator" as const;
}

/** A part of the machine is missing: a browser, an addon, a folder. */
export class MissingPrerequisiteError extends M2Error {
  /** Always the operator. */
  readonly blame = "operator" as const;
}

/** The world around the agent failed: a browser that crashed, a page that hangs, a disk that is full. */
export class EnvironmentError extends M2Error {
  /** Always the environment. */
  readonly blame = "environment" as const;
}

/** M2Lab broke one of its own rules. */
export class HarnessError extends M2Error {
  /** Always the harness. */
  readonly blame = "harness" as const;
}

/**
 * Reads the blame of anything that was thrown; what is not an {@linkcode M2Error} is our own bug.
 *
 * @param error What was thrown.
 * @returns The blame it carries, or `harness`.
 *
 * @example A stranger is our bug
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { blameOf, ConfigError } from "./mod.ts";
 *
 * equal(blameOf(new ConfigError("Cannot start")), "operator");
 * equal(blameOf(new TypeError("x is undefined")), "harness");
 * ```
 */
export function blameOf(error: unknown): Blame {
  return error instanceof M2Error ? error.blame : "harness";
}
