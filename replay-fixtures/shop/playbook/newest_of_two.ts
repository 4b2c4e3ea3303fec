import type { Playbook } from "../../../models/simulated/mod.ts";
import { nth, sum } from "./facts.ts";
import { firstOf } from "./list_parts.ts";
import { named, openProduct, priceFact, readFees } from "./product_parts.ts";
import { HOME } from "./text.ts";
import { HIDDEN_FEE, POPULAR_FIRST } from "./traps.ts";

const PARTS = ["price", "express", "handling"];

/** The newest of two lists, sent by express. */
export const NEWEST_OF_TWO: Playbook = {
  id: "shop/newest-of-two",
  goal:
    "^What do the newest article in (?<category0>.+) and the newest article in (?<category1>.+) cost together, each with express delivery and its handling fee\\?$",
  home: HOME,
  traps: [POPULAR_FIRST, HIDDEN_FEE],
  subgoals: () =>
    [0, 1].flatMap((i) => {
      const item = named(i, `item.${i}`, [`item.${i}`]);
      return [
        firstOf(i, `{category${i}}`, "Newest first"),
        openProduct(item, [priceFact(i)]),
        readFees(item, { express: "Express delivery", handling: "Handling fee" }),
      ];
    }),
  answerNeeds: () => [0, 1].flatMap((i) => PARTS.map((part) => `${part}.${i}`)),
  answer: (_slots, facts) =>
    `In all they cost ${sum([0, 1].flatMap((i) => PARTS.map((part) => [nth(facts, part, i), 1] as const)))}.`,
};
