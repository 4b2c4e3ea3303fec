import type { Facts, Playbook, Subgoal, Yield } from "../../../models/simulated/mod.ts";
import { openAccount, readOrder, SIGN_IN_WORDS } from "./account_parts.ts";
import { nth, penceOr0, readRows } from "./facts.ts";
import { addToBasket, GOODS_FACT, openBasket, openToBuy, type Wanted } from "./product_parts.ts";
import { HOME, literally } from "./text.ts";
import { NAMESAKE, NEWSLETTER } from "./traps.ts";

interface Line {
  readonly quantity: string;
  readonly name: string;
  readonly paid: string;
}

function linesOf(facts: Facts): Line[] {
  return readRows(facts["order"], 3).map(([quantity = "1", name = "", paid = ""]) => ({ quantity, name, paid }));
}

/** What it costs today, from its own page or from the basket. */
function boughtAt(item: Wanted, i: number): Yield {
  return { fact: `price.${i}`, pattern: String.raw`(?:Price |times ${item.name}[^"\n]* at )(?<value>£[\d.]+)` };
}

/** An old order again, without what has become dearer. */
export const ORDER_UNLESS_DEARER: Playbook = {
  id: "shop/order-unless-dearer",
  goal:
    `^${SIGN_IN_WORDS} Put the articles of my order of (?<day>.+) into the basket again, in the same numbers, but leave out what costs more today than it did then\\. What do the goods in the basket cost together\\?$`,
  home: HOME,
  traps: [NAMESAKE, NEWSLETTER],
  subgoals: (_slots, facts) => [
    openAccount(),
    readOrder(),
    ...linesOf(facts).flatMap(({ quantity, name, paid }, i): Subgoal[] => {
      const item = { key: String(i), name: literally(name), words: name, needs: ["order"] };
      const price = nth(facts, "price", i);
      const isKept = price !== undefined && penceOr0(price) <= penceOr0(paid);
      return [
        openToBuy(item, [boughtAt(item, i)]),
        ...(isKept ? [addToBasket(item, quantity)] : []),
      ];
    }),
    openBasket([GOODS_FACT]),
  ],
  answerNeeds: () => ["goods"],
  answer: (_slots, facts) => `The goods in the basket cost ${facts["goods"] ?? "I do not know what"} together.`,
};
