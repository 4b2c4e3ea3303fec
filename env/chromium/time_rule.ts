/** What is known before time moves on. All times are virtual milliseconds since the episode began. */
export interface TimeQuestion {
  readonly now: number;
  /** When settling began. */
  readonly start: number;
  /** When something that is not part of an endless series last fired. */
  readonly freshAt: number;
  /** Time goes on at least this far: for an agent that waits on purpose. */
  readonly until: number;
  /** When the next timer of any frame is due. */
  readonly nextDue: number | undefined;
  /** When the next timer is due that is not part of an endless series. */
  readonly nextFresh: number | undefined;
}

/** A page that is never at rest is left after this much time. */
export const MAX_SETTLE_MS = 5_000;
/** What is due later than this belongs to the page's future: a message that fades, a session that ends. */
export const HORIZON_MS = 2_000;
/** How long an endless series (a clock, a carousel, polling) may go on alone. */
export const SERIES_MS = 500;

/**
 * Decides how far time moves before the page is looked at again.
 *
 * @param question What waits.
 * @returns The time of the next timer to fire; undefined when the page is at rest.
 */
export function nextTime(question: TimeQuestion): number | undefined {
  const { now, start, freshAt, until, nextDue, nextFresh } = question;
  if (nextDue === undefined || nextDue > Math.max(start + MAX_SETTLE_MS, until)) return undefined;
  const due = Math.max(nextDue, now);
  if (due <= until) return due;
  if (nextFresh !== undefined && nextFresh <= now + HORIZON_MS) return due;
  return due <= freshAt + SERIES_MS ? due : undefined;
}
