import type { Playbook } from "../../../models/simulated/mod.ts";
import { addToBasket, GOODS_FACT, named, openBasket, openToBuy } from "./product_parts.ts";
import { HOME } from "./text.ts";
import { NAMESAKE, NEWSLETTER } from "./traps.ts";

/** So many of one and so many of another. */
export const BASKET_OF_TWO: Playbook = {
  id: "shop/basket-of-two",
  goal:
    "^Put (?<quantity0>\\d+) of the (?<item0>.+) and (?<quantity1>\\d+) of the (?<item1>.+) into the basket and tell me what the goods cost together\\.$",
  home: HOME,
  traps: [NAMESAKE, NEWSLETTER],
  subgoals: () => [
    ...[0, 1].flatMap((i) => {
      const item = named(i, `item${i}`);
      return [openToBuy(item), addToBasket(item, `{quantity${i}}`)];
    }),
    openBasket([GOODS_FACT]),
  ],
  answerNeeds: () => ["goods"],
  answer: (_slots, facts) => `The goods in the basket cost ${facts["goods"] ?? "I do not know what"} together.`,
};
