import type { Insight } from "../bank/insight.ts";
import type { Trail } from "./trail.ts";

/** A habit or a mishap that shows in trajectories, and the lesson in it. */
export interface Pattern {
  readonly id: string;
  readonly kind: Insight["kind"];
  /** Which trajectories teach it: those that came out well, those that did not, or both. */
  readonly teachers: "succeeded" | "failed" | "both";
  /** Where it is told: with the kind of site, with these intents, for any site. */
  readonly homes: { readonly sites: boolean; readonly intents: readonly string[]; readonly anywhere: boolean };
  /** The steps that show it; none where it is not there. Pure. */
  find(trail: Trail): readonly number[];
  /** General words that the lesson is made more exact with, from fixed lists. */
  details?(trail: Trail, steps: readonly number[]): readonly string[];
  /** The lesson. `place` begins it; details are those that enough trajectories share, perhaps none. */
  say(place: string, details: readonly string[]): string;
}

/**
 * Joins words as a sentence does.
 *
 * @param words At least one.
 * @returns `a, b and c`.
 */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
