import type { Step } from "../env/mod.ts";
import type { Limits } from "./episode.ts";
import type { Ending, Tally } from "./events.ts";
import { allTokens } from "./usage.ts";

/** What limits are held against. */
export interface Spent {
  readonly limits: Limits;
  readonly steps: readonly Step[];
  /** Virtual milliseconds. */
  readonly at: number;
  readonly tally: Tally;
}

/**
 * Tells which limit an episode has reached after a step, where it has. The order is fixed: steps, time, tokens, cost.
 *
 * @param spent What the episode has used, and what it may.
 * @returns The ending, or nothing where it may go on.
 */
export function limitReached({ limits, steps, at, tally }: Spent): Ending | undefined {
  if (steps.length >= limits.steps) return ending("step-limit", `${limits.steps} steps are taken`);
  if (at >= limits.virtualMs) return ending("time-limit", `${at} of ${limits.virtualMs} virtual milliseconds are over`);
  const tokens = allTokens(tally.usage);
  if (tokens >= limits.tokens) return ending("token-limit", `${tokens} of ${limits.tokens} tokens are used`);
  const cost = tally.usage.costUsd;
  if (cost !== undefined && cost >= limits.costUsd) {
    return ending("cost-limit", `${cost.toFixed(4)} of ${limits.costUsd} US dollars are spent`);
  }
  return undefined;
}

function ending(end: Ending["end"], state: string): Ending {
  return { end, blame: "agent", message: `Cannot take another step as the limit is reached: ${state}` };
}
