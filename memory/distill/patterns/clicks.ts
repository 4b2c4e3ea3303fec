import type { Pattern } from "../pattern.ts";
import { stepsWhere, type Trail, type TrailStep } from "../trail.ts";

const NO_EFFECT =
  /(didn't|did not|doesn't seem to|does not seem to|doesn't appear to|hasn't|not) (seem to |appear to |actually )?(have )?(navigate|work|register|open|respond|trigger|load|change|close|select|take effect|go through)\w*|nothing happened|same page|click.{0,30}(more precisely|again)|still (showing|on) the/;

/** What cured a click without effect: the first other kind of action after it, when the trouble is not told again at once. */
function cures({ steps }: Trail, isCure: (step: TrailStep) => boolean): number[] {
  return steps.flatMap((step, i) => {
    if (!NO_EFFECT.test(step.said)) return [];
    const next = steps[i + 1];
    const isOver = next === undefined || !NO_EFFECT.test(next.said);
    return isCure(step) && isOver ? [step.index] : [];
  });
}

/** Clicks that did nothing, and what helped. */
export const clicks: readonly Pattern[] = [
  {
    id: "no-effect-address",
    kind: "navigation-shortcut",
    teachers: "succeeded",
    homes: { sites: true, intents: ["page"], anywhere: true },
    find: (trail) => cures(trail, ({ action }) => action.kind === "goto"),
    say: (place) =>
      `${place} a link or result that takes no click at the second try is reached faster by its own address: open it directly, then check that the page is the one you meant.`,
  },
  {
    id: "no-effect-click",
    kind: "pitfall",
    teachers: "succeeded",
    homes: { sites: true, intents: [], anywhere: true },
    find: (trail) => cures(trail, ({ action }) => action.kind === "click"),
    say: (place) =>
      `${place} a click may miss its control: if the page did not change, aim at the middle of its words (not at its icon or edge), and look at the page again after each try.`,
  },
  {
    id: "no-effect-key",
    kind: "navigation-shortcut",
    teachers: "succeeded",
    homes: { sites: false, intents: ["form"], anywhere: true },
    find: (trail) => cures(trail, ({ action }) => action.kind === "press"),
    say: (place) =>
      `${place} where a button or suggestion takes no click, the keyboard does: Enter sends a field, Escape closes what lies over it, Tab goes on to the next.`,
  },
  {
    id: "no-effect-scroll",
    kind: "pitfall",
    teachers: "succeeded",
    homes: { sites: false, intents: ["form"], anywhere: true },
    find: (trail) => cures(trail, ({ action }) => action.kind === "scroll"),
    say: (place) =>
      `${place} a click that seems to do nothing may have worked out of sight: scroll to see whether a message, a further field or the result appeared above or below before clicking again.`,
  },
  {
    id: "same-click",
    kind: "pitfall",
    teachers: "failed",
    homes: { sites: false, intents: [], anywhere: true },
    find: ({ steps }) => runs(steps, (a, b) => a.action.raw === b.action.raw && a.action.kind !== "scroll", 3),
    say: (place) =>
      `${place} repeating one action that did not help used up the turns of runs that never answered: after the second try change the way: another control, the keyboard, the search field, or a direct address.`,
  },
  {
    id: "loading",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: [], anywhere: true },
    find: (trail) =>
      stepsWhere(
        trail,
        /\b(still|stuck|seems? to be|appears? to be)\b[^.\n]{0,15}\b(loading|blank|empty)\b|\b(blank|empty) page\b|spinner|loading (slowly|screen|page)|\bnot (fully )?load(ed|ing)\b|\breload|\brefresh (the|this|it)\b|lost its content|placeholders/,
        ["wait", "reload", "goto", "click", "scroll", "press"],
      ),
    say: (place) =>
      `${place} results can stay blank or half loaded: wait once, then reload; if scrolling emptied the page, reload and read it from the top rather than scroll on.`,
  },
  {
    id: "menu",
    kind: "navigation-shortcut",
    teachers: "succeeded",
    homes: { sites: true, intents: ["page"], anywhere: false },
    find: (trail) =>
      stepsWhere(trail, /(navigation|top|main|side|hamburger) (menu|bar)|\bmenu\b|nav bar|menu item/, [
        "click",
        "hover",
      ]).slice(0, 3),
    say: (place) =>
      `${place} the menu of the site leads to sections and tools faster than its search: open the menu entry that names the kind of thing wanted, and only then look for the one thing.`,
  },
  {
    id: "tabs",
    kind: "navigation-shortcut",
    teachers: "succeeded",
    homes: { sites: true, intents: ["page"], anywhere: false },
    find: (trail) => stepsWhere(trail, /\btabs?\b/, ["click"]),
    say: (place) =>
      `${place} what is asked for often stands on another tab of the same page (reviews, details, monthly view, history): look through the tabs before leaving the page or scrolling far.`,
  },
  {
    id: "footer",
    kind: "navigation-shortcut",
    teachers: "succeeded",
    homes: { sites: true, intents: ["page"], anywhere: true },
    find: (trail) => stepsWhere(trail, /\bfooter\b/),
    say: (place) =>
      `${place} help, company, press, policy and form pages are linked in the footer, and the last button of a form stands at the foot too: jump to the end of the page instead of scrolling there screen by screen.`,
  },
];

/** Steps of runs of at least `least` neighbours that are alike. */
export function runs(
  steps: readonly TrailStep[],
  alike: (a: TrailStep, b: TrailStep) => boolean,
  least: number,
): number[] {
  const found: number[] = [];
  for (let from = 0; from < steps.length;) {
    let to = from + 1;
    while (to < steps.length && alike(steps[to - 1]!, steps[to]!)) to++;
    if (to - from >= least) found.push(...steps.slice(from, to).map(({ index }) => index));
    from = to;
  }
  return found;
}
