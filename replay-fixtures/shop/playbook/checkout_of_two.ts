import type { Playbook } from "../../../models/simulated/mod.ts";
import { firstOf } from "./list_parts.ts";
import { addToBasket, named, openToBuy } from "./product_parts.ts";
import { both, entry, HOME, titled } from "./text.ts";
import { NEWSLETTER, POPULAR_FIRST } from "./traps.ts";

/** The cheapest of two lists, put into the basket. */
export const CHECKOUT_OF_TWO: Playbook = {
  id: "shop/checkout-of-two",
  goal:
    "^Put the cheapest article in (?<category0>.+) and the cheapest article in (?<category1>.+) into the basket\\. What is there to pay at the checkout with standard delivery\\?$",
  home: HOME,
  traps: [POPULAR_FIRST, NEWSLETTER],
  subgoals: () => [
    ...[0, 1].flatMap((i) => {
      const item = named(i, `item.${i}`, [`item.${i}`]);
      return [firstOf(i, `{category${i}}`, "Lowest price first"), openToBuy(item), addToBasket(item, "1")];
    }),
    {
      id: "checkout",
      title: "see what there is to pay at the checkout",
      at: both(titled("Checkout"), "Sent by standard delivery"),
      moves: [
        { do: { kind: "click", role: "link", name: "Checkout" }, why: "go to the checkout" },
        { do: { kind: "click", role: "link", name: "Basket" }, why: "open the basket" },
      ],
      yields: [{ fact: "pay", pattern: entry("To pay", String.raw`(?<value>£[\d.]+)`) }],
    },
  ],
  answerNeeds: () => ["pay"],
  answer: (_slots, facts) => `There is ${facts["pay"] ?? "something that I do not know"} to pay.`,
};
