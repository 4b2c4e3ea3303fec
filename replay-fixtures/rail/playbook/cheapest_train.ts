import type { Playbook } from "../../../models/simulated/playbook.ts";
import { bookingFee } from "./fee.ts";
import { sayMoney, sumOf } from "./money.ts";
import { firstBy, type Leg, searchFor } from "./search.ts";
import { openTrain, PLATFORM } from "./train.ts";
import { DATE_TRAP, FEE_TRAP, SORT_TRAP } from "./traps.ts";

const LEG: Leg = { n: 0, from: "{from}", to: "{to}", date: "{date}" };

/** The cheapest train of a day, with fee and platform. */
export const cheapestTrain: Playbook = {
  id: "rail/cheapest-train",
  goal:
    "^What is the cheapest train from (?<from>.+?) to (?<to>.+?) on (?<date>.+?), what does it cost with the booking " +
    "fee, and from which platform does it leave\\?$",
  home: "https://rail.test/",
  traps: [DATE_TRAP, SORT_TRAP, FEE_TRAP],
  subgoals: () => [
    searchFor(LEG, true),
    firstBy(LEG, "Price"),
    openTrain("{train.0}", ["train.0"], [PLATFORM]),
    bookingFee("Leaves from platform"),
  ],
  answerNeeds: () => ["train.0", "fare.0", "platform", "fee"],
  answer: (_slots, facts) =>
    `${facts["train.0"] ?? "Unknown"} from platform ${facts["platform"] ?? "unknown"}, ` +
    `${sayMoney(sumOf(facts, ["fare.0", "fee"]))} with the booking fee`,
};
