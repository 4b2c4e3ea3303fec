import { seededRandom } from "../../base/mod.ts";
import type { Booking, Day, FareType, Notice, Railcard, Route, Station, Train, World } from "./world.ts";

/** What differs between two worlds; everything else follows. */
export interface WorldSeed {
  readonly seed: number;
  readonly railway: string;
  /** Five; the third and the fourth share their first word. */
  readonly stations: readonly string[];
  /** Three, cheapest first. */
  readonly fareTypes: readonly string[];
  /** Four. */
  readonly railcards: readonly string[];
  /** Two capitals. */
  readonly trainPrefix: string;
  readonly customer: World["customer"];
  /** Two capitals. */
  readonly referencePrefix: string;
  /** ISO date. */
  readonly firstDay: string;
  /** Added to every amount, which is otherwise a multiple of ten cents: two worlds with other values share no price. */
  readonly oddCents: number;
}

// One row a place in the day. The order of prices is another on each day, and the cheapest, the fastest and the first to
// arrive are never the first to leave: what the list shows on top is never the answer.
const DEPARTURES = [350, 432, 505, 590, 668, 745, 850, 1035, 1092, 1335];
const EXTRA_MINUTES = [40, 22, 70, 31, 12, 58, 49, 118, 3, 85];
const PRICE_RANKS = [
  [6, 8, 3, 5, 9, 0, 4, 1, 2, 7],
  [7, 4, 1, 9, 6, 2, 3, 0, 8, 5],
  [5, 9, 6, 2, 8, 1, 7, 4, 0, 3],
];
const DAY_OFFSETS = [[330, 0, 660], [0, 660, 330], [660, 330, 0]];

const ROUTES = [
  { from: 0, to: 1, places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], changing: [2, 5, 7], absent: [-1, 3, 8], notice: true },
  {
    from: 1,
    to: 0,
    places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    changing: [1, 2, 5, 7],
    absent: [-1, -1, 6],
    notice: false,
  },
  { from: 0, to: 2, places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], changing: [5, 7], absent: [0, -1, 3], notice: true },
  { from: 0, to: 3, places: [1, 2, 4, 6, 8], changing: [2], absent: [-1, -1, -1], notice: false },
  { from: 3, to: 0, places: [1, 2, 4, 6, 8], changing: [6], absent: [-1, -1, -1], notice: true },
];

const WORKS: readonly (readonly [work: string, station: number])[] = [
  ["Track renewal", 3],
  ["Bridge repair", 0],
  ["Signal works", 2],
  ["Platform resurfacing", 1],
  ["Footbridge painting", 4],
  ["Signal works", 3],
  ["Track renewal", 2],
  ["Lift replacement", 0],
  ["Roof repair", 2],
  ["Drainage works", 4],
  ["Cable laying", 3],
  ["Track renewal", 1],
];

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/**
 * Makes the whole world from the little that differs between worlds.
 *
 * @param source Names, first day and seed.
 * @returns A world with the same structure and counts for every source.
 */
export function buildWorld(source: WorldSeed): World {
  const random = seededRandom(source.seed * 977 + 41);
  const below = (n: number): number => Math.floor(random.next() * n);
  const cents = (low: number, spread: number): number => (low + below(spread)) * 10 + source.oddCents;

  const days = [0, 1, 2].map((n) => dayAfter(source.firstDay, n));
  const stations = source.stations.map((name, index): Station => ({
    slug: slugOf(name),
    name,
    platforms: [1, 2, 3, 4, 5, 6].slice(0, index === 0 ? 6 : 4).map((number) => ({
      number,
      lift: (number + index + source.seed) % 3 !== 0,
    })),
    // Steps wider than the spread keep all ten amounts apart.
    luggage: { small: cents(25 + index * 9, 8), large: cents(75 + index * 9, 8) },
    office: { opens: 330 + below(8) * 15, closes: 1110 + below(10) * 15 },
    bicycleSpaces: 20 + below(90),
    shops: 1 + below(9),
    toilets: 2 + below(6),
    busMinutes: 2 + below(9),
  }));
  const fareTypes = source.fareTypes.map((name, index): FareType => ({
    slug: slugOf(name),
    name,
    refundFee: cents(110 - index * 40, 25),
    changeFee: cents(80 - index * 25, 20),
    bags: index + 1,
  }));
  const bookingFee = cents(17, 16);
  const railcards = source.railcards.map((name, index): Railcard => ({
    name,
    price: cents(190 + index * 90, 60),
    percent: 15 + index * 5 + below(4),
    minimumFare: cents(80 + index * 20, 15),
  }));

  const routes = ROUTES.map((plan, routeIndex): Route => {
    const fastest = 112 + below(25);
    const base = 170 + below(60);
    const numbers = 200 + routeIndex * 100 + below(40);
    const trains = plan.places.map((place, index): Train => ({
      number: `${source.trainPrefix} ${numbers + index * 5 + below(4)}`,
      departs: (DEPARTURES[place] ?? 0) + below(15),
      minutes: fastest + (EXTRA_MINUTES[place] ?? 0) + below(6),
      ...(plan.changing.includes(place) ? { changeAt: 4 } : {}),
      platform: 1 + below(plan.from === 0 ? 6 : 4),
      arrivalPlatform: 1 + below(plan.to === 0 ? 6 : 4),
      seatsLeft: days.map(() => 3 + below(60)),
      coaches: 4 + below(8),
      quiet: below(2) === 0,
      runs: plan.absent.map((absent) => absent !== place),
      prices: days.map((_, day) => {
        const rank = PRICE_RANKS[day]?.[place] ?? 0;
        const offset = DAY_OFFSETS[routeIndex % DAY_OFFSETS.length]?.[day] ?? 0;
        // Jitter stays below the step between ranks and days: no two trains cost the same, in any fare the same order.
        const saver = base * 10 + rank * 310 + offset + below(20) * 10 + source.oddCents;
        return [saver, saver + 900 + below(11) * 10, saver + 2400 + below(11) * 10];
      }),
    }));
    const slug = (index: number): string => stations[index]?.slug ?? "";
    return { id: `${slug(plan.from)}-${slug(plan.to)}`, from: plan.from, to: plan.to, trains, notice: plan.notice };
  });

  const notices = WORKS.map(([work, station], index): Notice => ({
    id: 301 + source.seed * 20 + index,
    work,
    station,
    days: 2 + below(11),
    extraMinutes: 10 + below(8) * 5,
  }));

  const firstReference = 4100 + source.seed * 61 + below(50);
  const booked: readonly (readonly [route: number, train: number, day: number, fare: number, seat: string])[] = [
    [3, 2, 0, 0, "Aisle"],
    [4, 3, 1, 1, "Window"],
    [1, 4, 2, 2, "Table"],
  ];
  const bookings = booked.map(([route, train, day, fare, seat], index): Booking => {
    const found = routes[route]?.trains[train];
    return {
      reference: `${source.referencePrefix}${firstReference + index * 3}`,
      train: found?.number ?? "",
      date: days[day]?.id ?? "",
      fare: fareTypes[fare]?.slug ?? "",
      seat,
      price: found?.prices[day]?.[fare] ?? 0,
    };
  });

  return {
    railway: source.railway,
    phone: `0${700 + below(200)} ${1000 + below(9000)}`,
    days,
    preselectedDay: 2,
    stations,
    fareTypes,
    bookingFee,
    railcards,
    routes,
    notices,
    customer: source.customer,
    bookings,
    nextReference: { prefix: source.referencePrefix, number: firstReference + 20 },
  };
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

function dayAfter(first: string, n: number): Day {
  const date = new Date(Date.parse(first) + n * 86_400_000);
  const label = `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  return { id: date.toISOString().slice(0, 10), label };
}
