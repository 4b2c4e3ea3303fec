import type { Pattern } from "../pattern.ts";
import { stepsWhere, type Trail } from "../trail.ts";
import { runs } from "./clicks.ts";

const CERTAIN =
  /(i )?(now )?have (all|enough|sufficient|the (information|answer|result))|already have (all|enough|sufficient)|task is (now )?(complete|done)|let me (now )?(provide|declare|record|give|mark)|(exactly|everything) (as|what) (was )?(requested|asked|needed)|successfully (completed|displayed|shown|added)/;

const scrollRuns = ({ steps }: Trail) =>
  runs(steps, (a, b) => a.action.kind === "scroll" && b.action.kind === "scroll", 4);

/** Scrolling, checking and stopping. */
export const reading: readonly Pattern[] = [
  {
    id: "long-scroll",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: ["page"], anywhere: true },
    find: scrollRuns,
    say: (place) =>
      `${place} scrolling a long page screen by screen uses up turns: use its tabs, contents list, search or filter, or one large jump, and scroll slowly only where the wanted part begins.`,
  },
  {
    id: "aimless-scroll",
    kind: "pitfall",
    teachers: "failed",
    homes: { sites: false, intents: ["extreme", "conditions", "page"], anywhere: true },
    find: (trail) => scrollRuns(trail).length >= trail.steps.length / 4 ? scrollRuns(trail) : [],
    say: (place) =>
      `${place} runs that hit the limit without an answer spent a quarter and more of their turns on scrolling: when a few screens show nothing new, go back to search, filters or menu, and answer with the best that was found before the turns are used up.`,
  },
  {
    id: "panel-scroll",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: ["conditions"], anywhere: false },
    find: (trail) =>
      stepsWhere(
        trail,
        /scroll.{0,40}(filter|sidebar|panel|list|modal|dialog|drop-?down)|(filter|sidebar|panel|modal|drop-?down).{0,60}scroll/,
        ["scroll"],
      ),
    say: (place) =>
      `${place} a filter panel, dialog or drop-down scrolls apart from the page: put the pointer inside it before scrolling, open its folded groups, and search within it where it has a field for that.`,
  },
  {
    id: "tick-off",
    kind: "stopping-rule",
    teachers: "succeeded",
    homes: { sites: true, intents: ["conditions", "extreme", "dates"], anywhere: true },
    find: ({ steps }) =>
      steps.slice(-4).filter(({ said }) =>
        /✓|✅|\ball (the |of the |required |your )?(criteria|filters?|conditions|requirements|settings)\b|\b(match(es)?|meets?|satisf(y|ies)) (all|the|every|your)\b|\n\s*([-*]|\d+\.)\s[^\n]*\b(filter|sorted|selected|applied|criteria|checked)/
          .test(said)
      ).map(({ index }) => index),
    say: (place) =>
      `${place} before answering go through the conditions of the task one by one and name for each what on the page shows it: the active filter, the sort label, the chosen date, the number in the cart. Answer when none is left open.`,
  },
  {
    id: "stop-now",
    kind: "stopping-rule",
    teachers: "succeeded",
    homes: { sites: true, intents: ["page", "cart"], anywhere: true },
    find: ({ steps }) =>
      steps.slice(-3).filter(({ said, action }) => action.kind !== "answer" && CERTAIN.test(said)).map(({ index }) =>
        index
      ),
    say: (place) =>
      `${place} stop as soon as the page shows what was asked, and answer: a further click "to be sure" can lead away, drop a filter or change the state that the task wanted.`,
  },
  {
    id: "show-state",
    kind: "stopping-rule",
    teachers: "succeeded",
    homes: { sites: true, intents: ["page", "compare", "form"], anywhere: false },
    find: ({ steps }) =>
      steps.slice(-3).filter(({ said, action }) =>
        action.kind === "scroll" &&
        /(see|show|view|display).{0,50}(full|complete|chart|result|figure|list|table|details|all)/.test(said)
      ).map(({ index }) => index),
    say: (place) =>
      `${place} what is asked to be shown must be in view at the end: bring the chart, figure, list or result as a whole into the visible part of the page, and answer only then.`,
  },
];
