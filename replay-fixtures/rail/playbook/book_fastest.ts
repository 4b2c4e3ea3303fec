import type { Playbook } from "../../../models/simulated/playbook.ts";
import { bookTrain, CREDENTIALS } from "./account.ts";
import { firstBy, type Leg, searchFor } from "./search.ts";
import { openTrain } from "./train.ts";
import { DATE_TRAP, NOTICE_TRAP, SORT_TRAP } from "./traps.ts";

const LEG: Leg = { n: 0, from: "{from}", to: "{to}", date: "{date}" };

/** Books the fastest train. */
export const bookFastest: Playbook = {
  id: "rail/book-fastest",
  goal:
    `^${CREDENTIALS} Book the fastest train from (?<from>.+?) to (?<to>.+?) on (?<date>.+?) in (?<fare>.+?) with a ` +
    "(?<seat>.+?) seat, and tell me the booking reference\\.$",
  home: "https://rail.test/",
  traps: [DATE_TRAP, SORT_TRAP, NOTICE_TRAP],
  subgoals: () => [
    searchFor(LEG, true),
    firstBy(LEG, "Duration"),
    openTrain("{train.0}", ["train.0"], []),
    ...bookTrain(),
  ],
  answerNeeds: () => ["booked"],
  answer: (_slots, facts) => `The booking reference is ${facts["booked"] ?? "unknown"}`,
};
