import type { EnvironmentError } from "../../base/mod.ts";

/** What lets every wait on the browser end at once when the browser is gone. */
export interface Lifeline {
  /** The error with which everything ends; undefined while the browser lives. */
  readonly ended: EnvironmentError | undefined;
  /** Waits for the browser, or for its end. */
  hold<T>(promise: Promise<T>): Promise<T>;
  /** Ends all waits, present and future. */
  end(error: EnvironmentError): void;
}

/**
 * Makes a lifeline. A page in an endless loop answers nothing, so no wait on it may be the only one.
 *
 * @returns The lifeline.
 */
export function lifeline(): Lifeline {
  let ended: EnvironmentError | undefined;
  const { promise: end, reject } = Promise.withResolvers<never>();
  // Nobody may be waiting when the browser goes: that is no unhandled failure.
  end.catch(() => undefined);
  return {
    get ended() {
      return ended;
    },
    async hold(promise) {
      if (ended !== undefined) {
        promise.catch(() => undefined);
        throw ended;
      }
      try {
        return await Promise.race([promise, end]);
      } catch (error) {
        // What the dying browser says is the effect; why it died is what the caller must learn.
        throw ended ?? error;
      }
    },
    end(error) {
      if (ended !== undefined) return;
      ended = error;
      reject(error);
    },
  };
}
