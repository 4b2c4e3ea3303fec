import { facetsIn, ordersIn } from "../facets.ts";
import { listed, type Pattern } from "../pattern.ts";
import { PRESSING, stepsWhere, type Trail } from "../trail.ts";

const FILTERING = /\bfilters?\b|refine|narrow/;
const filterSteps = (trail: Trail) => stepsWhere(trail, FILTERING, [...PRESSING, "type"]);
const saidAt = ({ steps }: Trail, at: readonly number[]) => at.map((index) => steps[index]?.said ?? "");

/** Filters, orders and pages of lists. */
export const lists: readonly Pattern[] = [
  {
    id: "filter",
    kind: "search-strategy",
    teachers: "succeeded",
    homes: { sites: true, intents: ["conditions"], anywhere: false },
    find: filterSteps,
    details: (trail, at) => facetsIn(saidAt(trail, at)),
    say: (place, facets) =>
      `${place} turn each condition of the task into a filter of the result list${
        facets.length > 0 ? ` (${listed(facets.slice(0, 6))} may be offered)` : ""
      }, one at a time, before you read or open any item.`,
  },
  {
    id: "filter-apply",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: ["conditions"], anywhere: true },
    find: (trail) =>
      stepsWhere(
        trail,
        /"?(apply|see results|show results|view results|display results|update|save & search|show \d+|see \d+|done|go|add)"?.{0,20}(button|to apply)|(see|show|view|display) "?[\d,]* ?(results|matches)|apply (the |these |all )?(filters?|price|selection)/,
        ["click", "scroll", "press"],
      ).filter((at) =>
        FILTERING.test(trail.steps.slice(Math.max(0, at - 3), at + 1).map(({ said }) => said).join("\n"))
      ),
    say: (place) =>
      `${place} boxes ticked in a filter panel count only after its own button ("Apply", "Show results", "Done"), which stands at the foot of the panel: scroll inside the panel to reach it, then see that the number of results changed.`,
  },
  {
    id: "filter-read",
    kind: "state-validation",
    teachers: "succeeded",
    homes: { sites: true, intents: ["conditions", "extreme"], anywhere: false },
    find: (trail) =>
      stepsWhere(
        trail,
        /filters?.{0,40}(is|are|has been|have been|been|now|successfully|correctly).{0,12}(applied|active|set|selected|checked|shows?)|active filters|current filters|filters applied|now shows? \d|shows? "?\d+ (results|matches|items|listings)/,
      ),
    say: (place) =>
      `${place} after every filter read the chips of active filters and the number of results: both must have changed as expected before the next filter is set.`,
  },
  {
    id: "filter-lost",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: ["conditions"], anywhere: true },
    find: (trail) =>
      stepsWhere(
        trail,
        /(filters?|selections?|sort\w*|search|dates?|criteria|page|form)\b.{0,50}(was|were|been|got|have|has|is|are|seems?).{0,20}(reset|lost|cleared|removed|reverted|unchecked|gone)|re-?apply|lost (the|my|its)/,
      ),
    say: (place) =>
      `${place} setting one more filter, sorting, searching again or going back can silently drop filters set before: read all of them again before you trust the list, and set the lost ones anew.`,
  },
  {
    id: "filter-missing",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: ["conditions"], anywhere: false },
    find: (trail) =>
      stepsWhere(
        trail,
        /\b(no|isn't an?|not an?|don't see (an?|any)|doesn't (seem to )?have an?|lacks an?)\b[^.\n]{0,30}\b(filter|sort|option)s?\b|\bnot (listed|available) as\b|\bno (specific|dedicated|direct|separate)\b/,
      ),
    say: (place) =>
      `${place} not every condition has a filter: after one look through the panel stop hunting for it; put that condition into the search words, or check it on the pages of the few items that are left.`,
  },
  {
    id: "sort",
    kind: "search-strategy",
    teachers: "succeeded",
    homes: { sites: true, intents: ["extreme"], anywhere: false },
    find: (trail) => stepsWhere(trail, /\bsort/, PRESSING),
    details: (trail, at) => ordersIn(saidAt(trail, at)),
    say: (place, orders) =>
      `${place} let the sort menu of the list find the first or last of its kind${
        orders.length > 0 ? ` (sites offer ${listed(orders.slice(0, 4))})` : ""
      }: the default order is by relevance, so the first item is not the cheapest, newest or best until the sort label says so.`,
  },
  {
    id: "filter-then-sort",
    kind: "search-strategy",
    teachers: "succeeded",
    homes: { sites: true, intents: ["extreme"], anywhere: false },
    find: (trail) => {
      const [filter] = filterSteps(trail).filter((at) => !/\bsort/.test(trail.steps[at]?.said ?? ""));
      const sort = stepsWhere(trail, /\bsort/, PRESSING).at(-1);
      return filter !== undefined && sort !== undefined && filter < sort ? [filter, sort] : [];
    },
    say: (place) =>
      `${place} set all filters first and sort last: a later filter can put the list back into its default order, and the first item after the last sort is the one to take.`,
  },
  {
    id: "range",
    kind: "search-strategy",
    teachers: "succeeded",
    homes: { sites: true, intents: ["conditions"], anywhere: false },
    find: (trail) =>
      stepsWhere(
        trail,
        /(min|max)(imum)?\b.{0,30}(price|year|field|box|input|bed|rent|value)|(price|year|mileage) (range|slider|filter)|from and to|custom (price|range)|slider/,
        ["click", "type", "select", "slide", "drag"],
      ),
    say: (place) =>
      `${place} ranges are set in a pair of minimum and maximum fields or menus, which beat dragging a slider: fill them in, confirm with Enter or the button beside them, and read the range in the active filters.`,
  },
  {
    id: "drop-down",
    kind: "search-strategy",
    teachers: "succeeded",
    homes: { sites: true, intents: ["form"], anywhere: false },
    find: (trail) => stepsWhere(trail, /drop-?down|select (menu|picker)|picker/, ["click", "select"]),
    say: (place) =>
      `${place} open a drop-down, choose the option by its words, and read the closed field afterwards: long lists need scrolling or typing the first letters, and the neighbour of the wanted option is easily taken.`,
  },
  {
    id: "more",
    kind: "navigation-shortcut",
    teachers: "both",
    homes: { sites: true, intents: ["page", "extreme"], anywhere: true },
    find: (trail) =>
      stepsWhere(
        trail,
        /\b(click|clicking|open|press|use)\b[^.\n]{0,25}\b(load|show|view|see) (more|all)\b|\bnext page\b|pagination|\bto expand\b/,
        ["click", "goto"],
      ),
    say: (place) =>
      `${place} lists and filter groups show only their first entries: open "Show more", "View all" or the next page before you conclude that something is not offered.`,
  },
  {
    id: "details-page",
    kind: "state-validation",
    teachers: "succeeded",
    homes: { sites: true, intents: ["extreme", "conditions"], anywhere: false },
    find: (trail) =>
      stepsWhere(
        trail,
        /\b(click|open|go to)\b[^.\n]{0,60}\b(details?|product page|listing|first (result|item|listing))\b|\bmore details\b/,
        ["click"],
      ),
    say: (place) =>
      `${place} cards in a list leave out conditions: open the first item that fits and check on its own page what the card does not show (exact features, size, date or total price) before you answer with it.`,
  },
];
