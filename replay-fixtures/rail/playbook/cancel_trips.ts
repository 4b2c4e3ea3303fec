import type { Facts, Playbook, Subgoal } from "../../../models/simulated/playbook.ts";
import { CREDENTIALS, openBookings, openTrip } from "./account.ts";
import { AMOUNT, sayMoney, sumOf } from "./money.ts";
import { PAID_TRAP } from "./traps.ts";

const TRIPS = [0, 1];
const LEAVES = TRIPS.map((n) => `leave.${n}`);
const PRICES = TRIPS.map((n) => `fare.${n}`);

function conditions(n: number): Subgoal {
  const ticket = `{ticket.${n}}`;
  return {
    id: `conditions.${n}`,
    title: `read the conditions of the ${ticket} fare`,
    needs: [`ticket.${n}`],
    at: `heading "${ticket} fare"`,
    moves: [
      { do: { kind: "click", role: "link", name: `${ticket} fare` }, why: "open the conditions of this fare" },
      { do: { kind: "click", role: "link", name: "Fares" }, why: "open the fare conditions" },
    ],
    yields: [{ fact: `leave.${n}`, pattern: `Cancellation fee ${AMOUNT}` }],
  };
}

function refund(facts: Facts): number {
  return sumOf(facts, PRICES) - sumOf(facts, LEAVES);
}

/** What comes back when two trips are cancelled. */
export const cancelTrips: Playbook = {
  id: "rail/cancel-trips",
  goal:
    `^${CREDENTIALS} How much money do I get back in all if I cancel my trips on (?<first>.+?) and on (?<second>.+?)\\?$`,
  home: "https://rail.test/",
  traps: [PAID_TRAP],
  subgoals: () => [
    openBookings(["{first}", "{second}"]),
    ...TRIPS.map((n) =>
      openTrip(n, [
        { fact: `ticket.${n}`, pattern: "Ticket (?<value>.+?) fare$" },
        {
          fact: `fare.${n}`,
          pattern: `listitem: Fare ${AMOUNT}`,
          whenCaught: { trap: PAID_TRAP.id, pattern: `Paid with booking fee ${AMOUNT}` },
        },
      ])
    ),
    ...TRIPS.map(conditions),
  ],
  answerNeeds: () => [...PRICES, ...LEAVES],
  answer: (_slots, facts) => `${sayMoney(refund(facts))} in all`,
};
