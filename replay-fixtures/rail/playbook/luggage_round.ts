import type { Playbook } from "../../../models/simulated/playbook.ts";
import { AMOUNT, sayMoney, sumOf } from "./money.ts";
import { openStation } from "./station.ts";
import { NAME_TRAP } from "./traps.ts";

const BAGS = [0, 1, 2, 3].map((n) => `bag.${n}`);
const place = (n: number, before: string): string => `(?<s${n}>(?<stem${n}>[^ ,]+)[^,]*?)${before}`;

/** What a bag costs at four stations. */
export const luggageRound: Playbook = {
  id: "rail/luggage-round",
  goal: "^What does it cost to leave one (?<size>small|large) bag for a day at each of the stations " +
    `${place(0, ", ")}${place(1, ", ")}${place(2, " and ")}${place(3, ", all together\\?$")}`,
  home: "https://rail.test/",
  traps: [NAME_TRAP],
  subgoals: () =>
    BAGS.map((fact, n) =>
      openStation(`station.${n}`, { name: `{s${n}}`, stem: `{stem${n}}` }, [], [
        { fact, pattern: `{size} bag, one day ${AMOUNT}` },
      ])
    ),
  answerNeeds: () => BAGS,
  answer: (_slots, facts) => `${sayMoney(sumOf(facts, BAGS))} together`,
};
