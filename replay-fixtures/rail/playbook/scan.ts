import type { Facts, Slots, Subgoal } from "../../../models/simulated/playbook.ts";
import { type Leg, onAnyDay } from "./search.ts";
import { arrivalOf, minutesOf, TRAIN_ROW } from "./train_rows.ts";
import { MIDNIGHT_TRAP } from "./traps.ts";

/** A train and when it arrives, in minutes. */
export type Candidate = readonly [train: string, minutes: number];

/** Picks the better of two trains by when they arrive. */
export type Better = (a: number, b: number) => boolean;

/**
 * Reads a list of trains page by page, and keeps the best of each page by its arrival.
 *
 * @param leg Whose list.
 * @param facts What is known: `pages` once the first page was read.
 * @param better Whether the first arrival beats the second.
 * @param fits Which trains count.
 * @returns A subgoal a page; page N yields `found.N`, a train and its arrival as JSON, `[]` where no train fits.
 */
export function scanArrivals(
  leg: Leg,
  facts: Facts,
  better: Better,
  fits: (row: Slots, slots: Slots) => boolean,
): Subgoal[] {
  const pages = Math.max(1, Number(facts["pages"] ?? "1"));
  const best = (arrival: (row: Slots) => number) => (rows: readonly Slots[], slots: Slots): string => {
    const found = rows.filter((row) => fits(row, slots)).map((row): Candidate => [row["train"] ?? "", arrival(row)]);
    const first = found[0];
    return JSON.stringify(
      first === undefined ? [] : found.reduce((top, next) => better(next[1], top[1]) ? next : top, first),
    );
  };
  return Array.from({ length: pages }, (_, index): Subgoal => ({
    id: `scan.${index + 1}`,
    title: `compare the arrivals on page ${index + 1}`,
    at: String.raw`${onAnyDay(leg)}[\s\S]*page ${index + 1} of`,
    moves: [{
      when: onAnyDay(leg),
      do: { kind: "click", role: "link", name: index === 0 ? "Previous trains" : "More trains" },
      why: index === 0 ? "go back to the first page of the list" : "open the next page of the list",
    }],
    yields: [
      ...(index === 0 ? [{ fact: "pages", pattern: String.raw`page 1 of (?<value>\d+)` }] : []),
      {
        fact: `found.${index + 1}`,
        pattern: TRAIN_ROW,
        derive: best(arrivalOf),
        // Who does not see the mark takes an arrival after midnight for one on the same day.
        whenCaught: { trap: MIDNIGHT_TRAP.id, pattern: TRAIN_ROW, derive: best((row) => minutesOf(row["arrives"])) },
      },
    ],
  }));
}

/**
 * What has to be known to pick the best train: how many pages there are, and the best of each.
 *
 * @param facts What is known.
 */
export function scannedFacts(facts: Facts): string[] {
  const pages = Math.max(1, Number(facts["pages"] ?? "1"));
  return ["pages", ...Array.from({ length: pages }, (_, index) => `found.${index + 1}`)];
}

/**
 * The best train of all pages.
 *
 * @param facts What is known.
 * @param better Whether the first arrival beats the second.
 * @returns Its number; undefined until every page was read, or where no train fits.
 */
export function bestTrain(facts: Facts, better: Better): string | undefined {
  if (facts["pages"] === undefined) return undefined;
  const found = scannedFacts(facts).slice(1).map((name) => parse(facts[name]));
  if (found.some((one) => one === undefined)) return undefined;
  const candidates = found.flatMap((one) => one === undefined || one.length === 0 ? [] : [one]);
  const first = candidates[0];
  return first === undefined
    ? undefined
    : candidates.reduce((top, next) => better(next[1], top[1]) ? next : top, first)[0];
}

function parse(text: string | undefined): Candidate | readonly [] | undefined {
  if (text === undefined) return undefined;
  const match = /^\["([A-Z]{2} \d{3})",(\d+)\]$/.exec(text);
  return match === null ? [] : [match[1] ?? "", Number(match[2])];
}
