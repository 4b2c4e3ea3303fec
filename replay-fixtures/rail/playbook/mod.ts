/**
 * How the railway's tasks can be done, one playbook a template. They hold no value of the site.
 *
 * @module
 */
import type { Playbook } from "../../../models/simulated/playbook.ts";
import { bookCheapestDirect } from "./book_cheapest_direct.ts";
import { bookFastest } from "./book_fastest.ts";
import { cancelTrips } from "./cancel_trips.ts";
import { cheapestDay } from "./cheapest_day.ts";
import { cheapestTrain } from "./cheapest_train.ts";
import { directBothWays } from "./direct_both_ways.ts";
import { directTwoDays } from "./direct_two_days.ts";
import { firstArrival } from "./first_arrival.ts";
import { lastArrival } from "./last_arrival.ts";
import { luggageRound } from "./luggage_round.ts";
import { roundTrip } from "./round_trip.ts";
import { tripLuggage } from "./trip_luggage.ts";
import { worksDays } from "./works_days.ts";

/** One playbook a template: training first, then held-out. */
export const playbooks: readonly Playbook[] = [
  cheapestTrain,
  lastArrival,
  directBothWays,
  luggageRound,
  worksDays,
  cancelTrips,
  bookFastest,
  cheapestDay,
  directTwoDays,
  firstArrival,
  roundTrip,
  bookCheapestDirect,
  tripLuggage,
];
