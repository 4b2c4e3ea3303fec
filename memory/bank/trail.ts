import type { Action, Trajectory } from "../../env/mod.ts";
import { type GoalValues, goalValues, isGeneral } from "./goal_values.ts";
import type { Insight } from "./insight.ts";
import { ancestorsOf, type PageElement, pageElements } from "./page_elements.ts";

/** A page as the miners see it. */
export interface TrailPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly elements: readonly PageElement[];
}

/** A step as the miners see it: the agent's thoughts are left out, only what it did and saw counts. */
export interface TrailStep {
  readonly index: number;
  readonly page: TrailPage;
  readonly action: Action;
  /** What the action was done to. */
  readonly target?: PageElement;
  readonly isDone: boolean;
  /** Why it was refused. */
  readonly reason?: string;
}

/** A successful trajectory, parsed. */
export interface Trail {
  readonly steps: readonly TrailStep[];
  readonly values: GoalValues;
}

/** A lesson that a miner found, before it has an id. */
export interface Finding {
  /** What kind of lesson. */
  readonly kind: Insight["kind"];
  /** One or two sentences. */
  readonly text: string;
  /** Indexes of the steps that show it. */
  readonly steps: readonly number[];
}

/** Looks for one pattern in a trail. Pure. */
export type Miner = (trail: Trail) => Finding[];

/**
 * Parses a trajectory.
 *
 * @param trajectory The trajectory.
 * @returns Its trail.
 */
export function trailOf(trajectory: Trajectory): Trail {
  return {
    values: goalValues(trajectory.goal),
    steps: trajectory.steps.map(({ index, observation, action, outcome }) => {
      const elements = pageElements(observation.text);
      const target = "ref" in action ? elements.find((element) => element.ref === action.ref) : undefined;
      return {
        index,
        page: { ...observation, elements },
        action,
        ...(target === undefined ? {} : { target }),
        isDone: outcome.status === "done",
        ...(outcome.status === "refused" ? { reason: outcome.reason } : {}),
      };
    }),
  };
}

/**
 * The label of a control in quotes, where it is one that a lesson may name.
 *
 * @param trail For the goal's values.
 * @param label The label.
 * @returns `"Sort by"`, or undefined.
 */
export function quoteLabel(trail: Trail, label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  const plain = label.replaceAll(/["“”]/g, "").replaceAll(/\s+/g, " ").replace(/[\s:…»›→]+$/, "").trim();
  return isGeneral(plain, trail.values) ? `"${plain}"` : undefined;
}

/** Longest list of options that can be ways of showing a page; longer ones are lists of values. */
const MODES = 6;

/**
 * The option that a step chose, in quotes, where it is one of a few ways of showing things.
 *
 * @param trail For the goal's values.
 * @param step A step that selects.
 * @returns `"Price, lowest first"`, or undefined.
 */
export function quoteOption(trail: Trail, step: TrailStep): string | undefined {
  if (step.action.kind !== "select") return undefined;
  const options = step.target?.children.filter((child) => child.role === "option") ?? [];
  return options.length > MODES ? undefined : quoteLabel(trail, step.action.option);
}

/**
 * Whether a step filled in a field that was then sent with a button, on the same page: a form's field, not a setting that
 * changes the page at once.
 *
 * @param trail The trail.
 * @param step The step.
 * @returns Whether it did.
 */
export function isFormField({ steps }: Trail, step: TrailStep): boolean {
  const later = steps.filter((other) => other.index > step.index);
  const leaves = later.findIndex((other) => other.page.url !== step.page.url);
  return (leaves < 0 ? later : later.slice(0, leaves)).some((other) => other.isDone && isSending(other));
}

/**
 * Whether a step sends a form: a button pressed, or a field left with Enter.
 *
 * @param step The step.
 * @returns Whether it does.
 */
export function isSending({ action, target }: TrailStep): boolean {
  return (action.kind === "click" && target?.role === "button") || (action.kind === "type" && action.submit === true);
}

/**
 * Whether a control leads to the next page of a list.
 *
 * @param element The control.
 * @returns True for a link "Next page" or a button "Show more".
 */
export function isPaging(element: PageElement | undefined): boolean {
  return element !== undefined && /^(link|button)$/.test(element.role) &&
    /^(next|more|older|load more|show more)\b/i.test(element.name) &&
    !/\b(about|details?|info\w*)\b/i.test(element.name) &&
    !element.states.includes("disabled");
}

/**
 * Whether a control puts a list into another order.
 *
 * @param element The control.
 * @returns True for a combobox "Sort by" or a link "Cheapest first".
 */
export function isSorting(element: PageElement | undefined): boolean {
  return element !== undefined && /^(combobox|listbox|link|button|radio|tab|columnheader)$/.test(element.role) &&
    /\b(sort(ed)?|order(ed)? by|arrange)\b|\bfirst$/i.test(element.name);
}

/**
 * Whether a control narrows or orders what a page lists: a menu, a checkbox, a switch.
 *
 * @param element The control.
 * @returns True for a checkbox "In stock only".
 */
export function isSetting(element: PageElement | undefined): boolean {
  return element !== undefined &&
    (/^(combobox|listbox|checkbox|radio|switch)$/.test(element.role) || isSorting(element));
}

/**
 * Whether an element is one of many of its kind: a thing that the site lists, whose name is a value.
 *
 * @param element The element.
 * @returns True inside a list item, a row or an article that is not part of the navigation.
 */
export function isListed(element: PageElement): boolean {
  const outer = ancestorsOf(element).map(({ role }) => role);
  return outer.some((role) => /^(listitem|row|article|gridcell)$/.test(role)) && !outer.includes("navigation");
}

/**
 * Whether an element is part of the site's navigation.
 *
 * @param element The element.
 * @returns True inside a landmark `navigation`.
 */
export function isInMenu(element: PageElement | undefined): boolean {
  return element !== undefined && ancestorsOf(element).some(({ role }) => role === "navigation");
}

/**
 * Whether a page lists things.
 *
 * @param page The page.
 * @returns True from three listed links on.
 */
export function isList(page: TrailPage): boolean {
  return page.elements.filter((element) => element.role === "link" && isListed(element) && !isPaging(element)).length >=
    3;
}

/**
 * Whether two elements of two pages are the same control: role and name agree.
 *
 * @param a One.
 * @param b The other.
 * @returns Whether they are.
 */
export function isSameControl(a: PageElement | undefined, b: PageElement | undefined): boolean {
  return a !== undefined && b !== undefined && a.role === b.role && a.name === b.name;
}

/**
 * Joins labels as a sentence does.
 *
 * @param items At least one.
 * @returns `a, b and c`.
 */
export function enumerate(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
