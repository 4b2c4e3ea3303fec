import type { Facts, Playbook, Subgoal } from "../../../models/simulated/mod.ts";
import { laterPages, nth, numberOr } from "./facts.ts";
import { named, openProduct } from "./product_parts.ts";
import { reviewPages } from "./review_parts.ts";
import { HOME } from "./text.ts";
import { NAMESAKE } from "./traps.ts";

function counts(facts: Facts): string[] {
  return [0, 1].flatMap((i) => [1, ...laterPages(nth(facts, "pages", i))].map((page) => `stars.${i}.${page}`));
}

/** Stars over several pages of reviews. */
export const STARS_OF_TWO: Playbook = {
  id: "shop/stars-of-two",
  goal: "^How many reviews with (?<stars>\\d) of 5 stars do the (?<item0>.+) and the (?<item1>.+) have together\\?$",
  home: HOME,
  traps: [NAMESAKE],
  subgoals: (slots, facts) =>
    [0, 1].flatMap((i): Subgoal[] => {
      const item = named(i, `item${i}`);
      return [
        openProduct(item),
        ...reviewPages(item, nth(facts, "pages", i), (page) => ({
          fact: `stars.${i}.${page}`,
          pattern: String.raw`: (?<stars>\d) of 5 stars by`,
          derive: (rows) => String(rows.filter((row) => row["stars"] === slots["stars"]).length),
        })),
      ];
    }),
  answerNeeds: (_slots, facts) => ["pages.0", "pages.1", ...counts(facts)],
  answer: (_slots, facts) =>
    `Together they have ${counts(facts).reduce((total, name) => total + numberOr(facts[name], 0), 0)} such reviews.`,
};
