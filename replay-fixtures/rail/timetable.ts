import type { Day, FareType, Route, Station, Train, World } from "./world.ts";

/** A train on a day. */
export interface Departure {
  readonly train: Train;
  readonly route: Route;
  readonly day: Day;
  readonly from: Station;
  readonly to: Station;
  /** Prices by fare type, in cents. */
  readonly prices: readonly number[];
}

/** How a list of trains can be ordered; the first is what the site shows unasked. */
export const SORTS = ["departure", "price", "duration"] as const;

/** @see {@linkcode SORTS} */
export type Sort = typeof SORTS[number];

/**
 * Finds the trains of one direction on one day.
 *
 * @param world The world.
 * @param route The direction.
 * @param day ISO date.
 * @param options Order and filter.
 * @returns The trains that run, in order; none where the day is not on sale.
 */
export function departuresOn(
  world: World,
  route: Route,
  day: string,
  options: { readonly sort?: Sort; readonly direct?: boolean } = {},
): Departure[] {
  const index = world.days.findIndex(({ id }) => id === day);
  const found = route.trains
    .filter((train) => train.runs[index] === true && !(options.direct === true && train.changeAt !== undefined))
    .flatMap((train) => departureOf(world, route, train, index) ?? []);
  switch (options.sort) {
    case "price":
      return found.sort((a, b) => lowestPrice(a) - lowestPrice(b));
    case "duration":
      return found.sort((a, b) => a.train.minutes - b.train.minutes);
    default:
      return found.sort((a, b) => a.train.departs - b.train.departs);
  }
}

/**
 * Finds one train on one day.
 *
 * @param world The world.
 * @param number With or without its space.
 * @param day ISO date.
 * @returns The train; undefined where it does not run.
 */
export function findDeparture(world: World, number: string, day: string): Departure | undefined {
  const index = world.days.findIndex(({ id }) => id === day);
  for (const route of world.routes) {
    const train = route.trains.find((train) => trainKey(train.number) === trainKey(number));
    if (train?.runs[index] === true) return departureOf(world, route, train, index);
  }
  return undefined;
}

/**
 * Finds the direction between two stations.
 *
 * @param world The world.
 * @param from Slug.
 * @param to Slug.
 * @returns The route; undefined where no train goes through.
 */
export function findRoute(world: World, from: string, to: string): Route | undefined {
  return world.routes.find((route) => route.id === `${from}-${to}`);
}

/** The price that a list shows: of the cheapest fare type, in cents. */
export function lowestPrice(departure: Departure): number {
  return departure.prices[0] ?? 0;
}

/** The train's number as addresses write it. */
export function trainKey(number: string): string {
  return number.replaceAll(" ", "");
}

/** Finds a fare type by its slug. */
export function findFare(world: World, slug: string): { readonly fare: FareType; readonly index: number } | undefined {
  const index = world.fareTypes.findIndex((fare) => fare.slug === slug);
  const fare = world.fareTypes[index];
  return fare === undefined ? undefined : { fare, index };
}

function departureOf(world: World, route: Route, train: Train, dayIndex: number): Departure | undefined {
  const day = world.days[dayIndex];
  const from = world.stations[route.from];
  const to = world.stations[route.to];
  const prices = train.prices[dayIndex];
  if (day === undefined || from === undefined || to === undefined || prices === undefined) return undefined;
  return { train, route, day, from, to, prices };
}
