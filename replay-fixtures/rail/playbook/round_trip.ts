import type { Playbook } from "../../../models/simulated/playbook.ts";
import { bookingFee } from "./fee.ts";
import { sayMoney, sumOf } from "./money.ts";
import { firstBy, type Leg, onAnyDay, searchFor } from "./search.ts";
import { DATE_TRAP, FEE_TRAP, SORT_TRAP } from "./traps.ts";

const OUT: Leg = { n: 0, from: "{from}", to: "{to}", date: "{there}" };
const BACK: Leg = { n: 1, from: "{to}", to: "{from}", date: "{back}" };

/** The cheapest way there and back, with a fee for each booking. */
export const roundTrip: Playbook = {
  id: "rail/round-trip",
  goal: "^What do the cheapest trains from (?<from>.+?) to (?<to>.+?) on (?<there>.+?) and back on (?<back>.+?) cost " +
    "together, as two bookings with a booking fee each\\?$",
  home: "https://rail.test/",
  traps: [DATE_TRAP, SORT_TRAP, FEE_TRAP],
  subgoals: () => [
    searchFor(OUT, true),
    firstBy(OUT, "Price"),
    searchFor(BACK, true),
    firstBy(BACK, "Price"),
    bookingFee(onAnyDay(BACK)),
  ],
  answerNeeds: () => ["fare.0", "fare.1", "fee"],
  // Two bookings: the fee counts twice.
  answer: (_slots, facts) => `${sayMoney(sumOf(facts, ["fare.0", "fare.1", "fee", "fee"]))} together`,
};
