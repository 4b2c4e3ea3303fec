import type { FrameStatus } from "./agent.ts";
import type { MessageCount } from "./message_count.ts";
import type { Turnstile } from "./turnstile.ts";
import type { RequestWatch } from "./watch_requests.ts";
import type { PageClock } from "./virtual_clock.ts";

/** What every worker offers to the host, under one hidden name. */
export interface WorkerAgent {
  /** Moves time to `now`, fires what is due if asked to, and waits in real time until the worker is at rest. */
  settle(now: number, fire: boolean, patienceMs: number): Promise<FrameStatus>;
  /** Lets in what has come from the network and from other threads. */
  letIn(): Promise<void>;
}

/**
 * Puts the parts of a worker's agent together.
 *
 * It is sent to the worker as text, so it refers to nothing outside itself.
 *
 * @param clock The worker's clock.
 * @param turnstile What waits for its turn.
 * @param requests What it waits for.
 * @param messages What it said and heard.
 * @param rank Its place among the workers of the page.
 * @returns The agent.
 */
export function assembleWorkerAgent(
  clock: PageClock,
  turnstile: Turnstile,
  requests: RequestWatch,
  messages: MessageCount,
  rank: string,
): WorkerAgent {
  const QUIET_ROUNDS = 2;
  const MAX_ROUNDS = 30;
  const signs = () => requests.started() + clock.timersSet() + messages.balance();
  return {
    letIn: () => turnstile.letIn(),
    async settle(now, fire, patienceMs) {
      clock.setTime(now);
      if (fire) await clock.fire(requests.started);
      let quiet = 0;
      let waited = 0;
      for (let round = 0; round < MAX_ROUNDS && quiet < QUIET_ROUNDS;) {
        const before = signs();
        await clock.hop();
        if (requests.pending() > 0) {
          if (waited++ >= patienceMs) break;
          await clock.pause(1);
          quiet = 0;
          continue;
        }
        await clock.hop();
        quiet = signs() === before ? quiet + 1 : 0;
        round++;
      }
      const busy = requests.pending() > 0;
      return {
        ...clock.status(),
        busy,
        leaving: false,
        opened: 0,
        messages: messages.balance(),
        waiting: turnstile.waiting(),
        rank,
      };
    },
  };
}
