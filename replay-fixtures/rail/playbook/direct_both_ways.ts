import type { Playbook } from "../../../models/simulated/playbook.ts";
import { countFacts, countPages, sayCount } from "./direct_counts.ts";
import { type Leg, onAnyDay, searchFor } from "./search.ts";
import { DATE_TRAP, FILTER_TRAP } from "./traps.ts";

const OUT: Leg = { n: 0, from: "{from}", to: "{to}", date: "{date}" };
const BACK: Leg = { n: 1, from: "{to}", to: "{from}", date: "{date}" };

/** How many direct trains run there and back on one day. */
export const directBothWays: Playbook = {
  id: "rail/direct-both-ways",
  goal:
    "^How many direct trains run from (?<from>.+?) to (?<to>.+?) on (?<date>.+?) and back on the same day, both ways " +
    "together\\?$",
  home: "https://rail.test/",
  traps: [DATE_TRAP, FILTER_TRAP],
  subgoals: (_slots, facts) =>
    [OUT, BACK].flatMap((leg) => [
      searchFor(leg, true),
      ...countPages(leg, facts, onAnyDay(leg)),
    ]),
  answerNeeds: (_slots, facts) => countFacts([0, 1], facts),
  answer: (_slots, facts) => sayCount([0, 1], facts),
};
