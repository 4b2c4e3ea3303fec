import type { RandomSource } from "../base/mod.ts";

/** Waits in real time; rejects with the signal's reason when it is called off. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

/** How often, how long, and by what chance a failed request is sent again. */
export interface RetryPolicy {
  /** Tries after the first. @default 2 */
  readonly retries?: number;
  /** Milliseconds that all the waits of one call may add up to. @default 60000 */
  readonly budgetMs?: number;
  /** The first wait in milliseconds; each later one is twice as long, at most 8 seconds, less up to a quarter by chance. @default 500 */
  readonly firstMs?: number;
  /** Waits. */
  readonly wait: Wait;
  /** Spreads the waits of many episodes. */
  readonly random: RandomSource;
}

/** What another try needs to know of a failure. */
export interface Failure {
  /** Whether another try may mend it. */
  readonly passing: boolean;
  /** How long the endpoint asked to wait, where it did. */
  readonly afterMs?: number;
}

const LONGEST_WAIT = 8_000;

/**
 * Does something again while its failure may pass.
 *
 * @param work What to do; it is told which try it is, from 0.
 * @param failureOf Judges what was thrown.
 * @param policy How often and how long.
 * @param signal Calls the waits off.
 * @returns What `work` returned.
 * @throws What `work` threw last: when the failure does not pass, the tries are used up, or the wait asked for does not
 * fit into what is left of the budget.
 *
 * @example The second try
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { seededRandom } from "../base/mod.ts";
 * import { withRetries } from "./retry.ts";
 *
 * const waits: number[] = [];
 * const result = await withRetries(
 *   (attempt) => attempt === 0 ? Promise.reject(new Error("busy")) : Promise.resolve("done"),
 *   () => ({ passing: true, afterMs: 250 }),
 *   { wait: (ms) => (waits.push(ms), Promise.resolve()), random: seededRandom(1) },
 * );
 * equal(`${result} after ${waits}`, "done after 250");
 * ```
 */
export async function withRetries<T>(
  work: (attempt: number) => Promise<T>,
  failureOf: (error: unknown) => Failure,
  policy: RetryPolicy,
  signal?: AbortSignal,
): Promise<T> {
  const { retries = 2, budgetMs = 60_000, firstMs = 500, wait, random } = policy;
  let left = budgetMs;
  for (let attempt = 0;; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      const { passing, afterMs } = failureOf(error);
      const own = Math.min(firstMs * 2 ** attempt, LONGEST_WAIT) * (1 - random.next() / 4);
      const pause = afterMs ?? own;
      if (!passing || attempt >= retries || pause > left || signal?.aborted === true) throw error;
      left -= pause;
      await wait(pause, signal);
    }
  }
}
