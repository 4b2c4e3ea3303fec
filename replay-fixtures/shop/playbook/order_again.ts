import type { Playbook } from "../../../models/simulated/mod.ts";
import { openAccount, readOrder, SIGN_IN_WORDS } from "./account_parts.ts";
import { nth, numberOr, readRows, sum } from "./facts.ts";
import { openProduct, priceFact } from "./product_parts.ts";
import { HOME, literally } from "./text.ts";
import { NAMESAKE } from "./traps.ts";

/** An old order at today's prices. */
export const ORDER_AGAIN: Playbook = {
  id: "shop/order-again",
  goal: `^${SIGN_IN_WORDS} What would the articles of my order of (?<day>.+) cost today, in the same numbers\\?$`,
  home: HOME,
  traps: [NAMESAKE],
  subgoals: (_slots, facts) => [
    openAccount(),
    readOrder(),
    ...readRows(facts["order"], 3).map(([, name = ""], i) =>
      openProduct({ key: String(i), name: literally(name), words: name, needs: ["order"] }, [priceFact(i)])
    ),
  ],
  answerNeeds: (_slots, facts) => ["order", ...readRows(facts["order"], 3).map((_, i) => `price.${i}`)],
  answer: (_slots, facts) =>
    `Today they would cost ${
      sum(readRows(facts["order"], 3).map(([quantity], i) => [nth(facts, "price", i), numberOr(quantity, 1)]))
    }.`,
};
