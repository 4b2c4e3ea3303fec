/** Where time comes from. Below `cli` nothing else may tell it. */
export interface Clock {
  /**
   * Tells the time.
   *
   * @returns Milliseconds since some fixed origin; it never goes back.
   */
  now(): number;
}

/** A clock that moves only when it is told to. */
export interface VirtualClock extends Clock {
  /**
   * Moves time on.
   *
   * @param ms How far, in milliseconds.
   * @throws {RangeError} When `ms` is negative or not finite.
   */
  advance(ms: number): void;
}

/**
 * Makes a clock that stands still until it is advanced.
 *
 * @param start Where it begins, in milliseconds.
 * @returns The clock.
 *
 * @example Time passes on demand
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { virtualClock } from "./mod.ts";
 *
 * const clock = virtualClock();
 * clock.advance(250);
 * equal(clock.now(), 250);
 * ```
 */
export function virtualClock(start = 0): VirtualClock {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      if (!(ms >= 0 && Number.isFinite(ms))) {
        throw new RangeError(`Cannot advance the clock as time only goes on: got ${ms} ms`);
      }
      now += ms;
    },
  };
}

/**
 * Waits on the real clock. Given by `cli`, used only by the watchdog and by retries of real requests.
 *
 * @returns A function that calls the wait off.
 */
export type WallTimer = (ms: number, expired: () => void) => () => void;
