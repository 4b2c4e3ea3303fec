import type { Task } from "../../env/mod.ts";
import type { ExpectedAnswer, RailParams } from "./answer.ts";
import { ORIGIN } from "./handlers.ts";
import { HORIZONS } from "./horizons.ts";
import type { Departure } from "./timetable.ts";
import type { Booking, Day, FareType, Route, Station, World } from "./world.ts";

/** A task before it has a name. */
export interface TaskDraft {
  readonly goal: string;
  readonly answer: ExpectedAnswer;
  readonly booking?: NonNullable<RailParams["booking"]>;
}

/**
 * Makes the tasks of one template.
 *
 * @param split Training or held-out.
 * @param template Its name.
 * @param drafts One a task, in order.
 * @returns The tasks, numbered from 01.
 * @throws {RangeError} When the horizon of a task was never measured.
 */
export function template(split: Task["split"], template: string, drafts: readonly TaskDraft[]): Task[] {
  return drafts.map(({ goal, answer, booking }, index) => {
    const id = `rail-${template}-${String(index + 1).padStart(2, "0")}`;
    const horizon = HORIZONS[id];
    if (horizon === undefined) throw new RangeError(`Cannot make task ${id} as its horizon must be known: it has none`);
    const params: RailParams = { answer, ...(booking === undefined ? {} : { booking }) };
    return { id, site: "rail", template, split, goal, startUrl: `${ORIGIN}/`, horizon, params };
  });
}

/** The parts of a world by number. Each throws a RangeError where there is no such part. */
export interface Parts {
  route(index: number): Route;
  day(index: number): Day;
  fare(index: number): FareType;
  station(index: number): Station;
  booking(index: number): Booking;
}

/**
 * Gives a world's parts by number.
 *
 * @param world The world.
 * @returns The parts.
 */
export function partsOf(world: World): Parts {
  const from = <T>(items: readonly T[], what: string) => (index: number): T => {
    const item = items[index];
    if (item === undefined) {
      throw new RangeError(`Cannot use ${what} ${index} as the world must have it: it has ${items.length}`);
    }
    return item;
  };
  return {
    route: from(world.routes, "route"),
    day: from(world.days, "day"),
    fare: from(world.fareTypes, "fare type"),
    station: from(world.stations, "station"),
    booking: from(world.bookings, "booking"),
  };
}

/**
 * The first of some trains.
 *
 * @param departures In order.
 * @returns The first.
 * @throws {RangeError} When there is none.
 */
export function first(departures: readonly Departure[]): Departure {
  const [departure] = departures;
  if (departure === undefined) throw new RangeError("Cannot take the first train as there must be one: there is none");
  return departure;
}

/** When a train arrives, in minutes after the midnight before it leaves. */
export function arrival({ train }: Departure): number {
  return train.departs + train.minutes;
}

/** The sum of some numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** `from A to B`, as goals say it. */
export function ends(world: World, route: Route): string {
  return `from ${world.stations[route.from]?.name} to ${world.stations[route.to]?.name}`;
}

/** The sentence with which goals hand over the customer's number and code. */
export function logIn(world: World): string {
  return `Log in with customer number ${world.customer.number} and code ${world.customer.code}.`;
}

/** A price by fare type, in cents. */
export function priceIn(world: World, departure: Departure, fare: FareType): number {
  return departure.prices[world.fareTypes.indexOf(fare)] ?? 0;
}

/** What a task has to find where a train is to be booked: the trip, and its reference in the answer. */
export function booked(
  world: World,
  departure: Departure,
  fare: FareType,
  seat: string,
): Pick<TaskDraft, "answer"> & Required<Pick<TaskDraft, "booking">> {
  const { prefix, number } = world.nextReference;
  return {
    answer: { reference: `${prefix}${number}` },
    booking: {
      train: departure.train.number,
      date: departure.day.id,
      fare: fare.slug,
      seat,
      price: priceIn(world, departure, fare),
    },
  };
}
