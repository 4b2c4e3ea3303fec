/** Lets in what comes from other threads and from the network, one thing at a time, when the host says so. */
export interface Turnstile {
  /** A place in the order, taken when something is begun: a request sent, a worker made. */
  place(): number;
  /** Keeps something that has come until its turn. */
  arrived(place: number, run: () => void): void;
  /** How much waits for its turn. */
  waiting(): number;
  /** Lets in everything that waits, in the order of places. */
  letIn(): Promise<void>;
}

/**
 * Makes the turnstile of a frame or a worker. Answers of parallel requests and messages of parallel workers come in any
 * order; let in by the place that each took when it was begun, and only once all of them are there, the page sees one
 * order.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param hop Lets every task that is already queued run.
 * @returns The turnstile.
 */
export function makeTurnstile(hop: () => Promise<void>): Turnstile {
  let places = 0;
  let arrivals = 0;
  let queue: { readonly place: number; readonly arrival: number; readonly run: () => void }[] = [];
  return {
    place: () => ++places,
    arrived(place, run) {
      queue.push({ place, arrival: ++arrivals, run });
    },
    waiting: () => queue.length,
    async letIn() {
      const now = queue.sort((a, b) => a.place - b.place || a.arrival - b.arrival);
      queue = [];
      for (const { run } of now) {
        run();
        // What it sets off runs before the next one is let in.
        await hop();
      }
    },
  };
}
