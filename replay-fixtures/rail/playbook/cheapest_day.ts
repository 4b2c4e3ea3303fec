import type { Facts, Playbook } from "../../../models/simulated/playbook.ts";
import { bookingFee } from "./fee.ts";
import { centsOf, sayMoney, sumOf } from "./money.ts";
import { firstBy, laterDay, type Leg, onItsDay, searchFor } from "./search.ts";
import { FEE_TRAP, SORT_TRAP } from "./traps.ts";

const LEGS: readonly Leg[] = ["{first}", "{second}", "{third}"].map((date, n) => ({
  n,
  from: "{from}",
  to: "{to}",
  date,
}));
const SLOTS = ["first", "second", "third"];
const FARES = LEGS.map(({ n }) => `fare.${n}`);

function cheapest(facts: Facts): number {
  const cents = FARES.map((name) => centsOf(facts, name) ?? Infinity);
  return cents.indexOf(Math.min(...cents));
}

/** The day on which the cheapest train is cheapest. */
export const cheapestDay: Playbook = {
  id: "rail/cheapest-day",
  goal: "^On which day, (?<first>.+?), (?<second>.+?) or (?<third>.+?), is the cheapest train from (?<from>.+?) to " +
    "(?<to>.+?) the cheapest, and what does it cost with the booking fee\\?$",
  home: "https://rail.test/",
  traps: [SORT_TRAP, FEE_TRAP],
  subgoals: () => [
    ...LEGS.flatMap((leg) => [
      leg.n === 0 ? searchFor(leg, false) : laterDay(leg),
      firstBy(leg, "Price", { heading: onItsDay(leg) }),
    ]),
    bookingFee('heading "{from} to {to}, {third}"'),
  ],
  answerNeeds: () => [...FARES, "fee"],
  answer: (slots, facts) => {
    const best = cheapest(facts);
    return `On ${slots[SLOTS[best] ?? ""] ?? "an unknown day"}, ${
      sayMoney(sumOf(facts, [`fare.${best}`, "fee"]))
    } with ` +
      `the booking fee`;
  },
};
