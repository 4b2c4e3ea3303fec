import type { Facts, Playbook, Slots } from "../../../models/simulated/mod.ts";
import { laterPages, nth, numberOr, readRows, rowsOf } from "./facts.ts";
import { narrowedList } from "./list_parts.ts";
import { openProduct, readSpecifications } from "./product_parts.ts";
import { entry, HOME, literally, ROW } from "./text.ts";
import { DROPPED_FILTER, NAMESAKE } from "./traps.ts";

function pagesOfList(facts: Facts): string[] {
  return [1, ...laterPages(facts["pages.list"])].map((page) => `rows.list.${page}`);
}

/** What is rated well enough, as far as the list is known: name, rating, price, and the fact that tells of it. */
function candidates(slots: Slots, facts: Facts): string[][] {
  return pagesOfList(facts).flatMap((page) => readRows(facts[page], 3).map((row) => [...row, page]))
    .filter(([, rating]) => Number(rating) >= Number(slots["rating"]));
}

/** Three wishes at once, one of which only the product's own page tells. */
export const THREE_WISHES: Playbook = {
  id: "shop/three-wishes",
  goal:
    "^Which article marked (?<mark>.+) in (?<category>.+) is rated at least (?<rating>[\\d.]+) of 5 and has a guarantee of at least (?<years>\\d+) years\\? Give its name and its price\\.$",
  home: HOME,
  traps: [DROPPED_FILTER, NAMESAKE],
  subgoals: (slots, facts) => [
    ...narrowedList("list", "{category}", "{mark}", facts["pages.list"], (page) => ({
      fact: `rows.list.${page}`,
      pattern: ROW,
      derive: rowsOf("name", "rating", "price"),
    })),
    ...candidates(slots, facts).flatMap(([name = "", , , page = ""], i) => {
      const item = { key: String(i), name: literally(name), words: name, needs: [page] };
      return [
        openProduct(item),
        readSpecifications(
          item,
          { fact: `years.${i}`, pattern: entry("Guarantee", String.raw`(?<value>\d+) years`) },
          "look up the guarantee",
        ),
      ];
    }),
  ],
  answerNeeds: (slots, facts) => [
    "pages.list",
    ...pagesOfList(facts),
    ...candidates(slots, facts).map((_, i) => `years.${i}`),
  ],
  answer: (slots, facts) => {
    const found = candidates(slots, facts).find((_, i) =>
      numberOr(nth(facts, "years", i), 0) >= numberOr(slots["years"], 0)
    );
    return found === undefined ? "I found none." : `The ${found[0]}, at ${found[2]}.`;
  },
};
