import type { Playbook } from "../../../models/simulated/mod.ts";
import { nth, sum } from "./facts.ts";
import { firstOf } from "./list_parts.ts";
import { named, openProduct, priceFact, readFees } from "./product_parts.ts";
import { HOME } from "./text.ts";
import { HIDDEN_FEE, POPULAR_FIRST } from "./traps.ts";

/** The cheapest of two lists, handling fees included. */
export const CHEAPEST_OF_TWO: Playbook = {
  id: "shop/cheapest-of-two",
  goal:
    "^What do the cheapest article in (?<category0>.+) and the cheapest article in (?<category1>.+) cost together, handling fees included\\?$",
  home: HOME,
  traps: [POPULAR_FIRST, HIDDEN_FEE],
  subgoals: () =>
    [0, 1].flatMap((i) => {
      const item = named(i, `item.${i}`, [`item.${i}`]);
      return [
        firstOf(i, `{category${i}}`, "Lowest price first"),
        openProduct(item, [priceFact(i)]),
        readFees(item, { handling: "Handling fee" }),
      ];
    }),
  answerNeeds: () => ["price.0", "handling.0", "price.1", "handling.1"],
  answer: (_slots, facts) =>
    `Together they cost ${sum([0, 1].flatMap((i) => [[nth(facts, "price", i), 1], [nth(facts, "handling", i), 1]]))}.`,
};
