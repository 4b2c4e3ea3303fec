import type { Facts, Playbook, Subgoal } from "../../../models/simulated/playbook.ts";
import { bookingFee } from "./fee.ts";
import { AMOUNT, sayMoney, sumOf } from "./money.ts";
import { bestTrain, type Better, scanArrivals, scannedFacts } from "./scan.ts";
import { type Leg, searchFor } from "./search.ts";
import { openTrain } from "./train.ts";
import { DATE_TRAP, FEE_TRAP, MIDNIGHT_TRAP } from "./traps.ts";

const LEG: Leg = { n: 0, from: "{from}", to: "{to}", date: "{date}" };
const later: Better = (a, b) => a > b;

function train(facts: Facts): Subgoal[] {
  const number = bestTrain(facts, later);
  if (number === undefined) return [];
  const price = { fact: "fare", pattern: `{fare} fare ${AMOUNT}` };
  return [openTrain(number, scannedFacts(facts), [price]), bookingFee(`heading "${number}, `)];
}

/** The train that arrives last, with its price in a fare. */
export const lastArrival: Playbook = {
  id: "rail/last-arrival",
  goal:
    "^Which train from (?<from>.+?) to (?<to>.+?) on (?<date>.+?) is the last to arrive, and what does it cost in " +
    "(?<fare>.+?) with the booking fee\\?$",
  home: "https://rail.test/",
  traps: [DATE_TRAP, MIDNIGHT_TRAP, FEE_TRAP],
  subgoals: (_slots, facts) => [
    searchFor(LEG, true),
    ...scanArrivals(LEG, facts, later, () => true),
    ...train(facts),
  ],
  answerNeeds: (_slots, facts) => [...scannedFacts(facts), "fare", "fee"],
  answer: (_slots, facts) =>
    `${bestTrain(facts, later) ?? "Unknown"}, ${sayMoney(sumOf(facts, ["fare", "fee"]))} with the booking fee`,
};
