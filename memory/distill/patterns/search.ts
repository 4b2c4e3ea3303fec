import type { Pattern } from "../pattern.ts";
import { stepsWhere, type Trail } from "../trail.ts";

/** Steps that type, where a suggestion was chosen right after. */
function suggestions({ steps }: Trail): number[] {
  return steps.flatMap(({ action }, i) => {
    const next = steps[i + 1];
    const isChosen = action.kind === "type" && next?.action.kind === "click" &&
      /suggest|autocomplete|auto-complete|drop-?down|first (option|result)|appears? in|matching/.test(next.said);
    return isChosen ? [next.index] : [];
  });
}

const PLACE = /location|city|airport|zip|address|station|destination|state\b|region|town|departure/;

/** Ways of searching. */
export const searching: readonly Pattern[] = [
  {
    id: "suggestion-place",
    kind: "search-strategy",
    teachers: "succeeded",
    homes: { sites: true, intents: ["near", "dates"], anywhere: false },
    find: (trail) =>
      suggestions(trail).filter((at) =>
        PLACE.test(trail.steps.slice(Math.max(0, at - 2), at + 1).map(({ said }) => said).join("\n"))
      ),
    say: (place) =>
      `${place} a place field counts only after an entry of its suggestion list is chosen: type the city, station or zip code, wait for the list, click the entry with the right region, and only then search.`,
  },
  {
    id: "suggestion",
    kind: "navigation-shortcut",
    teachers: "succeeded",
    homes: { sites: true, intents: ["page"], anywhere: true },
    find: (trail) =>
      suggestions(trail).filter((at) =>
        !PLACE.test(trail.steps.slice(Math.max(0, at - 2), at + 1).map(({ said }) => said).join("\n"))
      ),
    say: (place) =>
      `${place} the suggestion list under a search field leads straight to the page of a thing: type its name, wait for the list and click the matching entry; it saves the result page.`,
  },
  {
    id: "search-first",
    kind: "search-strategy",
    teachers: "succeeded",
    homes: { sites: true, intents: [], anywhere: false },
    find: ({ steps }) => {
      const typed = steps.slice(0, 8).findIndex(({ action }, i) =>
        action.kind === "type" && /search/.test(`${steps[i - 1]?.said ?? ""}\n${steps[i]?.said ?? ""}`)
      );
      return typed < 0 ? [] : [steps[typed]!.index];
    },
    say: (place) =>
      `${place} begin with the site's own search field and only the name of the thing, without the conditions of the task: conditions belong into filters and sorting on the result page.`,
  },
  {
    id: "shorter-query",
    kind: "search-strategy",
    teachers: "both",
    homes: { sites: true, intents: ["conditions", "page"], anywhere: true },
    find: (trail) =>
      stepsWhere(
        trail,
        /no (results|matches|jobs|listings|items)|\b0 (results|matches|listings|items|jobs)|zero results|(simpler|broader|different|another|shorter) (search|query|term|keyword)|(didn't|did not) (return|find|match)/,
      ),
    say: (place) =>
      `${place} no result means that the query or the filters are too narrow, not that the thing is missing: search again with fewer or other words, or take one filter away at a time, and see which one emptied the list.`,
  },
  {
    id: "guessed-address",
    kind: "navigation-shortcut",
    teachers: "succeeded",
    homes: { sites: true, intents: ["page"], anywhere: true },
    find: ({ steps }) =>
      laterAddresses(steps).filter((i) => !FAILED.test(steps[i + 1]?.said ?? "")).map((i) => steps[i]!.index),
    say: (place) =>
      `${place} a section or search page whose address follows a plain scheme can be opened directly instead of through menus; read title and heading afterwards to be sure that it is the right page.`,
  },
  {
    id: "guessed-address-fails",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: ["conditions", "page"], anywhere: true },
    find: ({ steps }) =>
      laterAddresses(steps).filter((i) => FAILED.test(steps[i + 1]?.said ?? "")).map((i) => steps[i]!.index),
    say: (place) =>
      `${place} an address made up from guessed paths or parameters often leads to a missing page or is taken without its filters: check which filters are shown as active, and set the missing ones with the page's own controls.`,
  },
  {
    id: "former-text",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: ["form", "near"], anywhere: true },
    find: (trail) =>
      stepsWhere(
        trail,
        /\b(clear|select all|delete|replace|triple|erase)\b.{0,50}\b(text|field|box|input|value|content|existing|current|search)|appended|(existing|previous|old) (text|value|content)/,
        ["click", "press", "type"],
      ),
    say: (place) =>
      `${place} fields keep their former text and typing adds to it: select all of it before you type, and read the field afterwards.`,
  },
  {
    id: "preset-place",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: ["near"], anywhere: false },
    find: (trail) =>
      stepsWhere(
        trail,
        /\b(change|update|edit|correct)\b[^.\n]{0,20}\b(location|store|zip|region|country|place)\b|\b(location|store|region|zip code)\b[^.\n]{0,30}\b(defaults?|preset|detected|currently)\b/,
      ),
    say: (place) =>
      `${place} the site presets a place (store, city or zip code) that is not the task's: change it before searching, and read it again on the result page.`,
  },
];

const FAILED =
  /404|not found|doesn't exist|does not exist|error|isn't|didn't|did not|doesn't|wrong|instead|redirect|not (applied|available|work|load)|blank|no results|unfortunately|let me try/;

/** Positions of addresses that were opened after the start page. */
function laterAddresses(steps: Trail["steps"]): number[] {
  const first = steps.findIndex(({ action }) => action.kind === "goto");
  return steps.flatMap(({ action }, i) => action.kind === "goto" && i > Math.max(first, 0) ? [i] : []);
}
