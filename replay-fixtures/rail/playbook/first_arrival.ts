import type { Facts, Playbook, Slots, Subgoal } from "../../../models/simulated/playbook.ts";
import { bestTrain, type Better, scanArrivals, scannedFacts } from "./scan.ts";
import { type Leg, searchFor } from "./search.ts";
import { literally, openStation } from "./station.ts";
import { openTrain, PLATFORM } from "./train.ts";
import { minutesOf } from "./train_rows.ts";
import { DATE_TRAP, MIDNIGHT_TRAP } from "./traps.ts";

const LEG: Leg = { n: 0, from: "{from}", to: "{to}", date: "{date}" };
const earlier: Better = (a, b) => a < b;
const leavesInTime = (row: Slots, slots: Slots): boolean => minutesOf(row["departs"]) > minutesOf(slots["time"]);

function train(slots: Slots, facts: Facts): Subgoal[] {
  const number = bestTrain(facts, earlier);
  if (number === undefined) return [];
  const place = { name: "{from}", stem: literally((slots["from"] ?? "").split(" ")[0] ?? "") };
  const lift = { fact: "lift", pattern: String.raw`Platform {platform}, (?<value>no lift|lift)` };
  return [
    openTrain(number, scannedFacts(facts), [PLATFORM]),
    openStation("station", place, ["platform"], [lift]),
  ];
}

/** The train that arrives first after a time, its platform, and whether a lift leads there. */
export const firstArrival: Playbook = {
  id: "rail/first-arrival",
  goal: "^Which train from (?<from>.+?) to (?<to>.+?) on (?<date>.+?) leaves after (?<time>.+?) and is the first to " +
    "arrive, from which platform does it leave, and is there a lift to that platform\\?$",
  home: "https://rail.test/",
  traps: [DATE_TRAP, MIDNIGHT_TRAP],
  subgoals: (slots, facts) => [
    searchFor(LEG, true),
    ...scanArrivals(LEG, facts, earlier, leavesInTime),
    ...train(slots, facts),
  ],
  answerNeeds: (_slots, facts) => [...scannedFacts(facts), "platform", "lift"],
  answer: (_slots, facts) =>
    `${bestTrain(facts, earlier) ?? "Unknown"} from platform ${facts["platform"] ?? "unknown"}, ` +
    `${facts["lift"] === "lift" ? "there is a lift" : "there is no lift"}`,
};
