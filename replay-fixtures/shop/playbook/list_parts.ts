import type { Move, Subgoal, Yield } from "../../../models/simulated/mod.ts";
import { laterPages } from "./facts.ts";
import { both, ROW, titled } from "./text.ts";
import { DROPPED_FILTER, POPULAR_FIRST } from "./traps.ts";

/** The link of a category, which every page has. */
function openCategory(category: string): Move {
  return {
    unless: titled(category),
    do: { kind: "click", role: "link", name: category },
    why: "open the list of the category",
  };
}

/**
 * The first row of a list in a certain order. A reader who takes the list as it opens reads the wrong row.
 *
 * @param key Sets the fact apart.
 * @param category Pattern of its name: `{category0}`.
 * @param order What the menu calls the order.
 * @returns A subgoal `first.<key>` with the fact `item.<key>`.
 */
export function firstOf(key: string | number, category: string, order: string): Subgoal {
  return {
    id: `first.${key}`,
    title: `find what stands first in ${category}, ${order.toLowerCase()}`,
    at: both(titled(category), `, ${order}, 1 to `),
    atWhenCaught: { trap: POPULAR_FIRST.id, at: titled(category) },
    moves: [
      {
        trap: POPULAR_FIRST.id,
        when: titled(category),
        do: { kind: "select", role: "combobox", name: "Sort by", option: order },
        why: `choose ${order.toLowerCase()}, as the list opens in popular order`,
      },
      {
        ...openCategory(category),
      },
    ],
    yields: [{ fact: `item.${key}`, pattern: ROW, derive: (rows) => rows[0]?.["name"] }],
  };
}

/**
 * All pages of a narrowed list. A reader who does not see that turning the page forgets the mark reads other rows.
 *
 * @param key Sets subgoals and facts apart.
 * @param category Pattern of its name.
 * @param mark Pattern of what the menu calls the mark.
 * @param pages The fact `pages.<key>`, where it is known.
 * @param rows What is read on each page: a fact named for the page, such as `rows.<key>.2`.
 * @returns Subgoals `list.<key>.<page>`; the first gives `pages.<key>`.
 */
export function narrowedList(
  key: string | number,
  category: string,
  mark: string,
  pages: string | undefined,
  rows: (page: number) => Yield,
): Subgoal[] {
  const narrow: Move["do"] = { kind: "select", role: "combobox", name: "Show", option: mark };
  const first: Subgoal = {
    id: `list.${key}.1`,
    title: `read the first page of ${category}, marked ${mark}`,
    at: both(titled(category), `${mark}, popular first, 1 to `),
    moves: [
      { when: both(titled(category), "popular first, 1 to "), do: narrow, why: "choose the mark above the list" },
      { do: { kind: "click", role: "link", name: category }, why: "open the list of the category" },
    ],
    yields: [
      { fact: `pages.${key}`, pattern: String.raw`${mark}, popular first, [^\n]*page 1 of (?<value>\d+)` },
      rows(1),
    ],
  };
  return [
    first,
    ...laterPages(pages).map((page): Subgoal => ({
      id: `list.${key}.${page}`,
      title: `read page ${page} of ${category}, marked ${mark}`,
      at: both(titled(category), String.raw`${mark}, popular first, [^\n]*page ${page} of`),
      atWhenCaught: {
        trap: DROPPED_FILTER.id,
        at: both(titled(category), String.raw`popular first, [^\n]*page ${page} of`),
      },
      moves: [
        {
          trap: DROPPED_FILTER.id,
          when: both(titled(category), String.raw`popular first, [^\n]*page ${page} of`),
          do: narrow,
          why: "choose the filter once more, as the link to the next page of the list drops it",
        },
        {
          when: both(titled(category), String.raw`popular first, [^\n]*page ${page - 1} of`),
          do: { kind: "click", role: "link", name: "Next page" },
          why: "turn to the next page of the list",
        },
        { do: { kind: "click", role: "link", name: category }, why: "open the list of the category" },
      ],
      yields: [rows(page)],
    })),
  ];
}
