import type { Facts, Playbook } from "../../../models/simulated/mod.ts";
import { laterPages, nth, numberOr, penceOr0 } from "./facts.ts";
import { narrowedList } from "./list_parts.ts";
import { HOME, ROW } from "./text.ts";
import { DROPPED_FILTER } from "./traps.ts";

function counts(facts: Facts): string[] {
  return [0, 1].flatMap((i) => [1, ...laterPages(nth(facts, "pages", i))].map((page) => `count.${i}.${page}`));
}

/** Rows of two narrowed lists under a limit. */
export const COUNT_IN_TWO_LISTS: Playbook = {
  id: "shop/count-in-two-lists",
  goal:
    "^How many articles marked (?<mark>.+) in (?<category0>.+) and in (?<category1>.+) together cost less than (?<limit>£[\\d.]+)\\?$",
  home: HOME,
  traps: [DROPPED_FILTER],
  subgoals: (slots, facts) =>
    [0, 1].flatMap((i) =>
      narrowedList(i, `{category${i}}`, "{mark}", nth(facts, "pages", i), (page) => ({
        fact: `count.${i}.${page}`,
        pattern: ROW,
        derive: (rows) => String(rows.filter((row) => penceOr0(row["price"]) < penceOr0(slots["limit"])).length),
      }))
    ),
  answerNeeds: (_slots, facts) => ["pages.0", "pages.1", ...counts(facts)],
  answer: (_slots, facts) =>
    `There are ${counts(facts).reduce((total, name) => total + numberOr(facts[name], 0), 0)} of them.`,
};
