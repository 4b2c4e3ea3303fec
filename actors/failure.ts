import { type Blame, blameOf } from "../base/mod.ts";
import type { End } from "../env/mod.ts";

/** What went wrong, as plain data that can travel in an event and lie in a snapshot. */
export interface Failure {
  /** How the episode ends because of it. */
  readonly end: Extract<End, "error" | "timeout">;
  readonly blame: Blame;
  /** One sentence. */
  readonly message: string;
}

/**
 * Puts anything that was thrown into plain data.
 *
 * @param error What was thrown.
 * @returns Its message and blame.
 */
export function failureOf(error: unknown): Failure {
  return {
    end: "error",
    blame: blameOf(error),
    message: error instanceof Error ? error.message : `Something was thrown that is no error: ${String(error)}`,
  };
}

/**
 * The failure of a wait that outlasted its deadline. The environment is to blame, so that the episode is tried again.
 *
 * @param what What was waited for: `the browser to act`.
 * @param wallMs The deadline in real milliseconds.
 * @returns The failure.
 */
export function timeoutOf(what: string, wallMs: number): Failure {
  return {
    end: "timeout",
    blame: "environment",
    message: `Cannot wait for ${what} any longer as the deadline is ${wallMs} ms: it has passed`,
  };
}
