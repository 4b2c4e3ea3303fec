import type { Facts, Playbook } from "../../../models/simulated/mod.ts";
import { money } from "../world/format.ts";
import { bestOf, nth, numberOr, penceOr0 } from "./facts.ts";
import { named, openProduct, priceFact, readPieces } from "./product_parts.ts";
import { HOME } from "./text.ts";
import { NAMESAKE, PACK_PRICE } from "./traps.ts";

function single(facts: Facts, i: number): number {
  return Math.round(penceOr0(nth(facts, "price", i)) / Math.max(1, numberOr(nth(facts, "pieces", i), 1)));
}

/** The least of three by the piece, where packs differ. */
export const PRICE_FOR_A_PIECE: Playbook = {
  id: "shop/price-for-a-piece",
  goal:
    "^Which costs least for a single piece: the (?<item0>.+), the (?<item1>.+) or the (?<item2>.+)\\? Give its name and the price of one piece\\.$",
  home: HOME,
  traps: [NAMESAKE, PACK_PRICE],
  subgoals: () =>
    [0, 1, 2].flatMap((i) => {
      const item = named(i, `item${i}`);
      return [openProduct(item, [priceFact(i)]), readPieces(item)];
    }),
  answerNeeds: () => [0, 1, 2].flatMap((i) => [`price.${i}`, `pieces.${i}`]),
  answer: (slots, facts) => {
    const best = bestOf([0, 1, 2], (i) => -single(facts, i)) ?? 0;
    return `The ${slots[`item${best}`]}, at ${money(single(facts, best))} a piece.`;
  },
};
