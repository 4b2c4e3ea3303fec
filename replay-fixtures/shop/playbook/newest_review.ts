import type { Facts, Playbook } from "../../../models/simulated/mod.ts";
import { bestOf, laterPages, readRows, rowsOf } from "./facts.ts";
import { narrowedList } from "./list_parts.ts";
import { openProduct } from "./product_parts.ts";
import { reviewPages } from "./review_parts.ts";
import { HOME, literally, ROW } from "./text.ts";
import { DROPPED_FILTER, NAMESAKE } from "./traps.ts";

function pagesOfList(facts: Facts): string[] {
  return [1, ...laterPages(facts["pages.list"])].map((page) => `rows.list.${page}`);
}

/** The best rated, once the whole list is known. */
function best(facts: Facts): string | undefined {
  const pages = pagesOfList(facts).map((name) => facts[name]);
  if (facts["pages.list"] === undefined || pages.includes(undefined)) return undefined;
  return bestOf(pages.flatMap((page) => readRows(page, 2)), ([, rating]) => Number(rating))?.[0];
}

/** A list over several pages, then reviews over several pages. */
export const NEWEST_REVIEW: Playbook = {
  id: "shop/newest-review",
  goal: "^Who wrote the newest review of the best rated article marked (?<mark>.+) in (?<category>.+)\\?$",
  home: HOME,
  traps: [DROPPED_FILTER, NAMESAKE],
  subgoals: (_slots, facts) => {
    const list = narrowedList("list", "{category}", "{mark}", facts["pages.list"], (page) => ({
      fact: `rows.list.${page}`,
      pattern: ROW,
      derive: rowsOf("name", "rating"),
    }));
    const name = best(facts);
    if (name === undefined) return list;
    const item = { key: "best", name: literally(name), words: name, needs: pagesOfList(facts) };
    return [
      ...list,
      openProduct(item),
      ...reviewPages(item, facts["pages.best"], (page) => ({
        fact: `author.${page}`,
        pattern: String.raw`of 5 stars by (?<author>.+) on \d`,
        derive: (rows) => rows.at(-1)?.["author"],
      })),
    ];
  },
  answerNeeds: (_slots, facts) => [
    "pages.list",
    ...pagesOfList(facts),
    "pages.best",
    `author.${laterPages(facts["pages.best"]).at(-1) ?? 1}`,
  ],
  answer: (_slots, facts) =>
    `${facts[`author.${laterPages(facts["pages.best"]).at(-1) ?? 1}`] ?? "Somebody"} wrote it.`,
};
