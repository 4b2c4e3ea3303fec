import type { Clock } from "../base/mod.ts";
import { ModelError } from "./error.ts";
import type { Wait } from "./retry.ts";

/** What an account may use within any 60 seconds. */
export interface RateLimits {
  /** Requests a minute; no limit where left out. */
  readonly requestsPerMinute?: number;
  /** Tokens a minute, input and reserved output together; no limit where left out. */
  readonly tokensPerMinute?: number;
}

/** Lets requests pass as fast as an account allows; one serves all episodes of a process. */
export interface RateLimiter {
  /**
   * Waits until a request fits, in the order of asking, and counts it.
   *
   * @param tokens Input and the most it may write.
   * @param signal Gives the place in the queue up.
   * @returns Corrects the count once the real use is known.
   * @throws {ModelError} With blame `operator` when it can never fit.
   */
  admit(tokens: number, signal?: AbortSignal): Promise<(used: number) => void>;
}

const WINDOW_MS = 60_000;

/**
 * Makes a limiter over a sliding window of a minute.
 *
 * @param limits What the account may use.
 * @param clock Tells real time.
 * @param wait Waits in real time.
 * @returns The limiter.
 *
 * @example The third request of two a minute waits
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { virtualClock } from "../base/mod.ts";
 * import { rateLimiter } from "./rate_limiter.ts";
 *
 * const clock = virtualClock();
 * const limiter = rateLimiter({ requestsPerMinute: 2 }, clock, (ms) => (clock.advance(ms), Promise.resolve()));
 * for (let request = 0; request < 3; request++) await limiter.admit(100);
 * equal(clock.now(), 60_000);
 * ```
 */
export function rateLimiter(limits: RateLimits, clock: Clock, wait: Wait): RateLimiter {
  const { requestsPerMinute = Infinity, tokensPerMinute = Infinity } = limits;
  const admitted: { readonly at: number; tokens: number }[] = [];
  let queue: Promise<unknown> = Promise.resolve();

  /** Milliseconds until it fits; 0 when it does now. */
  function untilFits(tokens: number): number {
    const now = clock.now();
    while (admitted.length > 0 && admitted[0]!.at <= now - WINDOW_MS) admitted.shift();
    let sum = admitted.reduce((total, entry) => total + entry.tokens, 0);
    let count = admitted.length;
    if (count < requestsPerMinute && sum + tokens <= tokensPerMinute) return 0;
    for (const entry of admitted) {
      sum -= entry.tokens;
      count--;
      if (count < requestsPerMinute && sum + tokens <= tokensPerMinute) return entry.at + WINDOW_MS - now;
    }
    return WINDOW_MS;
  }

  async function pass(tokens: number, signal: AbortSignal | undefined): Promise<(used: number) => void> {
    for (let pause = untilFits(tokens); pause > 0; pause = untilFits(tokens)) {
      signal?.throwIfAborted();
      await wait(pause, signal);
    }
    signal?.throwIfAborted();
    const entry = { at: clock.now(), tokens };
    admitted.push(entry);
    return (used) => void (entry.tokens = used);
  }

  return {
    async admit(tokens, signal) {
      if (tokens > tokensPerMinute) {
        throw new ModelError(
          `Cannot send a request of ${tokens} tokens as ${tokensPerMinute} a minute are allowed: it never fits`,
          "operator",
          { hint: "raise tokensPerMinute, or take a policy with shorter prompts" },
        );
      }
      const turn = queue.then(() => pass(tokens, signal));
      // One that gives up must not hold up those behind it.
      queue = turn.catch(() => undefined);
      return await turn;
    },
  };
}
