import type { Playbook } from "../../../models/simulated/playbook.ts";
import { bookTrain, CREDENTIALS } from "./account.ts";
import { firstBy, type Leg, onAnyDay, searchFor } from "./search.ts";
import { openTrain } from "./train.ts";
import { DATE_TRAP, NOTICE_TRAP, SORT_TRAP } from "./traps.ts";

const LEG: Leg = { n: 0, from: "{from}", to: "{to}", date: "{date}" };

/** Books the cheapest direct train. */
export const bookCheapestDirect: Playbook = {
  id: "rail/book-cheapest-direct",
  goal:
    `^${CREDENTIALS} Book the cheapest direct train from (?<from>.+?) to (?<to>.+?) on (?<date>.+?) in (?<fare>.+?) ` +
    "with a (?<seat>.+?) seat, and tell me the booking reference\\.$",
  home: "https://rail.test/",
  traps: [DATE_TRAP, SORT_TRAP, NOTICE_TRAP],
  subgoals: () => [
    searchFor(LEG, true),
    {
      id: "direct",
      title: "leave out the trains with changes",
      at: String.raw`${onAnyDay(LEG)}[\s\S]*direct only`,
      moves: [{
        when: onAnyDay(LEG),
        do: { kind: "click", role: "checkbox", name: "Direct trains only" },
        why: "show direct trains only",
      }],
    },
    firstBy(LEG, "Price", { kind: "direct only" }),
    openTrain("{train.0}", ["train.0"], []),
    ...bookTrain(),
  ],
  answerNeeds: () => ["booked"],
  answer: (_slots, facts) => `The booking reference is ${facts["booked"] ?? "unknown"}`,
};
