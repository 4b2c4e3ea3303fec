import type { Subgoal } from "../../../models/simulated/playbook.ts";
import { DATE_TRAP, FILTER_TRAP, SORT_TRAP } from "./traps.ts";
import { TRAIN_ROW } from "./train_rows.ts";

/** A search, in patterns: `{from}`. */
export interface Leg {
  /** Tells the searches of one job apart: facts and subgoals end in it. */
  readonly n: number;
  readonly from: string;
  readonly to: string;
  readonly date: string;
}

/** The heading of a leg's list, on any day. */
export function onAnyDay({ from, to }: Leg): string {
  return `heading "${from} to ${to}, `;
}

/** The heading of a leg's list on its day. */
export function onItsDay(leg: Leg): string {
  return `${onAnyDay(leg)}${leg.date}"`;
}

/**
 * Fills in the search form.
 *
 * @param leg What to search.
 * @param mayTrap Whether the day chosen beforehand can mislead here.
 * @returns The subgoal, over on the list of trains.
 */
export function searchFor(leg: Leg, mayTrap: boolean): Subgoal {
  const isChosen = (label: string, value: string): string => String.raw`combobox "${label}" \[ref=e\d+\]: ${value}$`;
  return {
    id: `search.${leg.n}`,
    title: `search trains from ${leg.from} to ${leg.to} on ${leg.date}`,
    at: onItsDay(leg),
    ...(mayTrap ? { atWhenCaught: { trap: DATE_TRAP.id, at: onAnyDay(leg) } } : {}),
    moves: [
      {
        unless: 'heading "Plan a journey"',
        do: { kind: "click", role: "link", name: "Search" },
        why: "open the search form",
      },
      {
        unless: isChosen("From", leg.from),
        do: { kind: "select", role: "combobox", name: "From", option: leg.from },
        why: "choose where the journey begins",
      },
      {
        unless: isChosen("To", leg.to),
        do: { kind: "select", role: "combobox", name: "To", option: leg.to },
        why: "choose where the journey ends",
      },
      {
        unless: isChosen("Date", leg.date),
        ...(mayTrap ? { trap: DATE_TRAP.id } : {}),
        do: { kind: "select", role: "combobox", name: "Date", option: leg.date },
        why: "set the date, as the default value of the search form is not the wanted date",
      },
      { do: { kind: "click", role: "button", name: "Search trains" }, why: "run the search" },
    ],
  };
}

/** How a list can be ordered. */
export type Order = "Price" | "Duration";

/**
 * Puts a list in order and reads its first train.
 *
 * @param leg Whose list.
 * @param order What comes first.
 * @param options `heading`: the list's heading; `kind`: what the list says about its filter.
 * @returns The subgoal; it yields `train.N` and `fare.N`.
 */
export function firstBy(
  leg: Leg,
  order: Order,
  options: { readonly heading?: string; readonly kind?: string } = {},
): Subgoal {
  const heading = options.heading ?? onAnyDay(leg);
  const kind = options.kind ?? "";
  const by = (sort: string): string => String.raw`${heading}[\s\S]*sorted by ${sort}, ${kind}`;
  return {
    id: `best.${leg.n}`,
    title: `find the first train by ${order.toLowerCase()} from ${leg.from} to ${leg.to}`,
    at: by(order.toLowerCase()),
    atWhenCaught: { trap: SORT_TRAP.id, at: by(String.raw`\w+`) },
    moves: [{
      when: heading,
      trap: SORT_TRAP.id,
      do: { kind: "select", role: "combobox", name: "Sort by", option: order },
      why:
        "set the sort order, as the list is sorted by departure by default and the first train is not the one to take",
    }],
    yields: [
      { fact: `train.${leg.n}`, pattern: TRAIN_ROW, derive: (rows) => rows[0]?.["train"] },
      { fact: `fare.${leg.n}`, pattern: TRAIN_ROW, derive: (rows) => rows[0]?.["price"] },
    ],
  };
}

/**
 * Goes on to the next day's list.
 *
 * @param leg The search on that next day.
 * @returns The subgoal.
 */
export function laterDay(leg: Leg): Subgoal {
  return {
    id: `day.${leg.n}`,
    title: `see the trains on ${leg.date}`,
    at: onItsDay(leg),
    moves: [{
      when: onAnyDay(leg),
      do: { kind: "click", role: "link", name: "Later day" },
      why: "go on to the next day",
    }],
  };
}

/**
 * Counts the direct trains of one page of a list.
 *
 * @param leg Whose list.
 * @param page From 1.
 * @param heading The list's heading.
 * @returns The subgoal; it yields `count.N.PAGE`, and on the first page `pages.N`.
 */
export function countDirect(leg: Leg, page: number, heading: string): Subgoal {
  const shows = (kind: string): string => String.raw`${heading}[\s\S]*${kind}, page ${page} of`;
  const tick = { kind: "click", role: "checkbox", name: "Direct trains only" } as const;
  const count = {
    fact: `count.${leg.n}.${page}`,
    pattern: TRAIN_ROW,
    derive: (rows: readonly unknown[]) => String(rows.length),
  };
  if (page === 1) {
    return {
      id: `direct.${leg.n}.1`,
      title: `count the direct trains from ${leg.from} to ${leg.to}`,
      at: shows("direct only"),
      moves: [
        {
          when: heading,
          do: { kind: "click", role: "link", name: "Previous trains" },
          why: "go back to the first page of the list",
        },
        { when: shows("direct and changing"), do: tick, why: "show direct trains only" },
      ],
      yields: [{ fact: `pages.${leg.n}`, pattern: String.raw`direct only, page 1 of (?<value>\d+)` }, count],
    };
  }
  return {
    id: `direct.${leg.n}.${page}`,
    title: `count the direct trains from ${leg.from} to ${leg.to} on page ${page}`,
    at: shows("direct only"),
    atWhenCaught: { trap: FILTER_TRAP.id, at: shows("direct (?:only|and changing)") },
    moves: [
      {
        when: shows("direct and changing"),
        trap: FILTER_TRAP.id,
        do: tick,
        why: "set the filter for direct trains again, it resets on the next page of the list",
      },
      {
        when: heading,
        do: { kind: "click", role: "link", name: "More trains" },
        why: "open the next page of the list",
      },
    ],
    yields: [count],
  };
}
