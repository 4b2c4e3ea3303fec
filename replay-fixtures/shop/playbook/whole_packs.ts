import type { Playbook } from "../../../models/simulated/mod.ts";
import { nth, numberOr, sum } from "./facts.ts";
import { named, openProduct, priceFact, readPieces } from "./product_parts.ts";
import { HOME } from "./text.ts";
import { NAMESAKE, PACK_PRICE } from "./traps.ts";

/** Whole packs for so many pieces. */
export const WHOLE_PACKS: Playbook = {
  id: "shop/whole-packs",
  goal:
    "^I need (?<pieces>\\d+) pieces each of the (?<item0>.+), the (?<item1>.+) and the (?<item2>.+)\\. What do I pay for them, buying whole packs only\\?$",
  home: HOME,
  traps: [NAMESAKE, PACK_PRICE],
  subgoals: () =>
    [0, 1, 2].flatMap((i) => {
      const item = named(i, `item${i}`);
      return [openProduct(item, [priceFact(i)]), readPieces(item)];
    }),
  answerNeeds: () => [0, 1, 2].flatMap((i) => [`price.${i}`, `pieces.${i}`]),
  answer: (slots, facts) =>
    `You pay ${
      sum([0, 1, 2].map((i) => [
        nth(facts, "price", i),
        Math.ceil(numberOr(slots["pieces"], 1) / Math.max(1, numberOr(nth(facts, "pieces", i), 1))),
      ]))
    } for them.`,
};
