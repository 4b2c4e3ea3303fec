import type { Facts, Playbook } from "../../../models/simulated/mod.ts";
import { bestOf, nth, penceOr0 } from "./facts.ts";
import { money } from "../world/format.ts";
import { named, openProduct, priceFact, readFees } from "./product_parts.ts";
import { HOME } from "./text.ts";
import { HIDDEN_FEE, NAMESAKE } from "./traps.ts";

const PARTS = ["price", "express", "handling"];

function whole(facts: Facts, i: number): number {
  return PARTS.reduce((total, part) => total + penceOr0(nth(facts, part, i)), 0);
}

/** The least of three with everything on top. */
export const EXPRESS_OF_THREE: Playbook = {
  id: "shop/express-of-three",
  goal:
    "^Which costs least with express delivery and its handling fee: the (?<item0>.+), the (?<item1>.+) or the (?<item2>.+)\\? Give its name and what it costs in all\\.$",
  home: HOME,
  traps: [NAMESAKE, HIDDEN_FEE],
  subgoals: () =>
    [0, 1, 2].flatMap((i) => {
      const item = named(i, `item${i}`);
      return [
        openProduct(item, [priceFact(i)]),
        readFees(item, { express: "Express delivery", handling: "Handling fee" }),
      ];
    }),
  answerNeeds: () => [0, 1, 2].flatMap((i) => PARTS.map((part) => `${part}.${i}`)),
  answer: (slots, facts) => {
    const best = bestOf([0, 1, 2], (i) => -whole(facts, i)) ?? 0;
    return `The ${slots[`item${best}`]} costs least: ${money(whole(facts, best))} in all.`;
  },
};
