import type { Pattern } from "../pattern.ts";
import { stepsWhere } from "../trail.ts";

/** Dates, forms, carts and comparisons. */
export const forms: readonly Pattern[] = [
  {
    id: "calendar",
    kind: "search-strategy",
    teachers: "succeeded",
    homes: { sites: true, intents: ["dates"], anywhere: false },
    find: (trail) =>
      stepsWhere(trail, /calendar|date ?picker|pick a date|(check-?in|departure|return|start|end) date/, [
        "click",
        "type",
        "select",
      ]),
    say: (place) =>
      `${place} choose dates in the calendar itself: open the date field, page with its arrows to the right month, click the first and then the last day, confirm if there is a button, and read both dates in the closed field.`,
  },
  {
    id: "relative-date",
    kind: "state-validation",
    teachers: "succeeded",
    homes: { sites: true, intents: ["dates"], anywhere: false },
    find: (trail) =>
      stepsWhere(
        trail,
        /today is|today's date|since today|tomorrow (is|would|\()|next (saturday|sunday|friday|monday|week|month) (is|would|\()|current(ly)? (date|month)|is highlighted/,
      ),
    say: (place) =>
      `${place} turn relative dates ("tomorrow", "next weekend", "in the past month") into a calendar date first, from the day that the site's calendar marks as today, and keep to it in every field.`,
  },
  {
    id: "steps-of-form",
    kind: "search-strategy",
    teachers: "succeeded",
    homes: { sites: true, intents: ["form"], anywhere: false },
    find: (trail) => {
      const found = stepsWhere(
        trail,
        /"?(continue|next|start now|get started|start|submit|calculate|get (rates|quote|estimate)|skip)"? (button|to)|click(ing)? "?(continue|next|submit|calculate|skip)/,
        ["click", "press"],
      );
      return found.length >= 2 ? found : [];
    },
    say: (place) =>
      `${place} forms in several pages go on only when every required answer of the page is given: answer, see that it is marked, press the button that leads on, and check that the question changed.`,
  },
  {
    id: "marked-choice",
    kind: "state-validation",
    teachers: "succeeded",
    homes: { sites: true, intents: ["form", "conditions"], anywhere: false },
    find: (trail) =>
      stepsWhere(trail, /check ?box|radio|toggle|is (now )?(checked|selected|highlighted|active)/, ["click", "scroll"]),
    say: (place) =>
      `${place} a box, radio button or toggle counts only when it is shown as chosen: look at it after the click, because a second click takes the choice back.`,
  },
  {
    id: "preset-values",
    kind: "state-validation",
    teachers: "succeeded",
    homes: { sites: true, intents: ["form", "dates"], anywhere: false },
    find: (trail) =>
      stepsWhere(
        trail,
        /already (set|selected|filled|checked|applied|shows?|chosen|in|on)|(by default|default (is|value|setting))/,
      ),
    say: (place) =>
      `${place} forms come with values filled in: read each preset first, change only those that differ from the task, and do not touch the ones that are right already.`,
  },
  {
    id: "cart",
    kind: "state-validation",
    teachers: "succeeded",
    homes: { sites: true, intents: ["cart"], anywhere: false },
    find: (trail) =>
      stepsWhere(
        trail,
        /add (it )?to (my |the )?(cart|bag|basket)|added to (your |the )?(cart|bag|basket)|view (cart|bag)|"?(cart|bag)"? (page|shows|count)/,
      ),
    say: (place) =>
      `${place} choose size, color, quantity and further options before pressing "Add to cart", pass over offered extras, and then open the cart to see that the right item, variant and number are in it.`,
  },
  {
    id: "compare",
    kind: "navigation-shortcut",
    teachers: "succeeded",
    homes: { sites: true, intents: ["compare"], anywhere: false },
    find: (trail) => stepsWhere(trail, /compar(e|ison|ing)/, ["click", "goto", "type", "select"]),
    say: (place) =>
      `${place} look for the site's own comparison page or "Compare" button instead of opening each thing apart: choose the things there one after the other, confirm, and then use its switches (such as showing only differences).`,
  },
  {
    id: "zip-field",
    kind: "search-strategy",
    teachers: "succeeded",
    homes: { sites: true, intents: ["near"], anywhere: false },
    find: (trail) => stepsWhere(trail, /zip( code)?|postal code|postcode/, ["type", "click"]),
    say: (place) =>
      `${place} give the zip code or place first, in its own field and not in the general search field, confirm it, then set the distance: many pages show other results, prices or nothing before a place is known.`,
  },
];
