import type { Playbook } from "../../../models/simulated/playbook.ts";
import { countFacts, countPages, sayCount } from "./direct_counts.ts";
import { laterDay, type Leg, onItsDay, searchFor } from "./search.ts";
import { FILTER_TRAP } from "./traps.ts";

const FIRST: Leg = { n: 0, from: "{from}", to: "{to}", date: "{first}" };
const SECOND: Leg = { n: 1, from: "{from}", to: "{to}", date: "{second}" };

/** How many direct trains run on two days, one after the other. */
export const directTwoDays: Playbook = {
  id: "rail/direct-two-days",
  goal:
    "^How many direct trains run from (?<from>.+?) to (?<to>.+?) on (?<first>.+?) and on (?<second>.+?), both days " +
    "together\\?$",
  home: "https://rail.test/",
  traps: [FILTER_TRAP],
  subgoals: (_slots, facts) => [
    searchFor(FIRST, false),
    ...countPages(FIRST, facts, onItsDay(FIRST)),
    laterDay(SECOND),
    ...countPages(SECOND, facts, onItsDay(SECOND)),
  ],
  answerNeeds: (_slots, facts) => countFacts([0, 1], facts),
  answer: (_slots, facts) => sayCount([0, 1], facts),
};
