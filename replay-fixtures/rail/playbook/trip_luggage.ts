import type { Facts, Playbook, Subgoal } from "../../../models/simulated/playbook.ts";
import { CREDENTIALS, openBookings, openTrip } from "./account.ts";
import { AMOUNT, sayMoney, sumOf } from "./money.ts";
import { literally, openStation } from "./station.ts";
import { NAME_TRAP } from "./traps.ts";

const BAGS = ["bag.0", "bag.1"];

function stations(facts: Facts): Subgoal[] {
  return ["place.0", "place.1"].flatMap((fact, n) => {
    const name = facts[fact];
    if (name === undefined) return [];
    const place = { name: `{${fact}}`, stem: literally(name.split(" ")[0] ?? "") };
    return [
      openStation(`station.${n}`, place, [fact], [{ fact: `bag.${n}`, pattern: `{size} bag, one day ${AMOUNT}` }]),
    ];
  });
}

/** What a bag costs at both ends of a trip that was booked. */
export const tripLuggage: Playbook = {
  id: "rail/trip-luggage",
  goal:
    `^${CREDENTIALS} What does it cost to leave one (?<size>small|large) bag for a day at both stations of my trip on ` +
    "(?<date>.+?), all together\\?$",
  home: "https://rail.test/",
  traps: [NAME_TRAP],
  subgoals: (_slots, facts) => [
    openBookings(["{date}"]),
    openTrip(0, [
      { fact: "place.0", pattern: "listitem: From (?<value>.+)$" },
      { fact: "place.1", pattern: "listitem: To (?<value>.+)$" },
    ]),
    ...stations(facts),
  ],
  answerNeeds: () => BAGS,
  answer: (_slots, facts) => `${sayMoney(sumOf(facts, BAGS))} together`,
};
