import type { NetworkEvent } from "../../browser.ts";

/** Exchanges of an episode, as a report tells them. */
export interface ExchangeLog {
  /** Adds one. */
  add(event: NetworkEvent): void;
  /** All of them, ordered by step, then URL, then occurrence. */
  sorted(): readonly NetworkEvent[];
}

/**
 * Starts an empty log.
 *
 * @returns The log. Parallel requests arrive in any order; the log's order does not depend on it.
 */
export function exchangeLog(): ExchangeLog {
  const events: NetworkEvent[] = [];
  return {
    add: (event) => void events.push(event),
    // The sort is stable: equal requests of one step keep the order in which they came.
    sorted: () =>
      events.toSorted((a, b) =>
        a.step - b.step || compare(a.url, b.url) || compare(a.method, b.method) || compare(a.body ?? "", b.body ?? "")
      ),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
