import { buildWorld } from "./build_world.ts";

/** A day on which tickets are sold. */
export interface Day {
  /** ISO date. */
  readonly id: string;
  /** As the site writes it: weekday, day and month. */
  readonly label: string;
}

/** A platform of a station. */
export interface Platform {
  readonly number: number;
  /** Whether a lift leads to it. */
  readonly lift: boolean;
}

/** A station. Money is in cents, times are in minutes after midnight. */
export interface Station {
  readonly slug: string;
  readonly name: string;
  readonly platforms: readonly Platform[];
  /** Left luggage, a bag and a day. */
  readonly luggage: { readonly small: number; readonly large: number };
  readonly office: { readonly opens: number; readonly closes: number };
  readonly bicycleSpaces: number;
  readonly shops: number;
  readonly toilets: number;
  /** Walk to the bus stop, in minutes. */
  readonly busMinutes: number;
}

/** A kind of ticket. Money is in cents. */
export interface FareType {
  readonly slug: string;
  readonly name: string;
  readonly refundFee: number;
  readonly changeFee: number;
  /** Bags carried free. */
  readonly bags: number;
}

/** A card that makes tickets cheaper. Money is in cents. */
export interface Railcard {
  readonly name: string;
  readonly price: number;
  readonly percent: number;
  readonly minimumFare: number;
}

/** A train. Times are in minutes, money is in cents. */
export interface Train {
  /** Two capitals, a space, three digits. */
  readonly number: string;
  /** After midnight. */
  readonly departs: number;
  /** How long it takes; it may arrive on the next day. */
  readonly minutes: number;
  /** Index of the station where one has to change; absent where it is direct. */
  readonly changeAt?: number;
  readonly platform: number;
  readonly arrivalPlatform: number;
  /** Whether it runs, by day. */
  readonly runs: readonly boolean[];
  /** Seats left at the lowest price, by day. */
  readonly seatsLeft: readonly number[];
  readonly coaches: number;
  /** Whether there is a coach without telephones. */
  readonly quiet: boolean;
  /** By day, then by fare type. */
  readonly prices: readonly (readonly number[])[];
}

/** One direction between two stations. */
export interface Route {
  /** `from-to`, of slugs. */
  readonly id: string;
  /** Index of the station. */
  readonly from: number;
  /** Index of the station. */
  readonly to: number;
  /** By departure. */
  readonly trains: readonly Train[];
  /** Whether a notice lies over the booking box of its trains. */
  readonly notice: boolean;
}

/** An announcement of engineering works. */
export interface Notice {
  readonly id: number;
  /** What is done: a phrase of the site, not a name. */
  readonly work: string;
  /** Index of the station. */
  readonly station: number;
  /** How many days it lasts. */
  readonly days: number;
  /** How much longer journeys take. */
  readonly extraMinutes: number;
}

/** A trip that was paid for. Money is in cents. */
export interface Booking {
  readonly reference: string;
  readonly train: string;
  /** ISO date. */
  readonly date: string;
  /** Slug of the fare type. */
  readonly fare: string;
  /** `Window`, `Aisle` or `Table`. */
  readonly seat: string;
  /** Without the booking fee. */
  readonly price: number;
}

/** Everything the railway's site says, as one value: pages, tasks and graders are functions of it. */
export interface World {
  /** Name of the railway. */
  readonly railway: string;
  /** Where people can call. */
  readonly phone: string;
  /** Three in a row. */
  readonly days: readonly Day[];
  /** Index of the day that the search form has chosen already. */
  readonly preselectedDay: number;
  readonly stations: readonly Station[];
  readonly fareTypes: readonly FareType[];
  /** In cents, once a booking; no listed price holds it. */
  readonly bookingFee: number;
  readonly railcards: readonly Railcard[];
  readonly routes: readonly Route[];
  readonly notices: readonly Notice[];
  readonly customer: { readonly number: string; readonly code: string; readonly name: string };
  /** The customer's trips before any episode. */
  readonly bookings: readonly Booking[];
  /** Two capitals and a number: the reference of the first new booking. */
  readonly nextReference: { readonly prefix: string; readonly number: number };
}

/** The world that is recorded. */
export const defaultWorld: World = buildWorld({
  seed: 0,
  railway: "Vellmark Rail",
  stations: ["Oskeld", "Quillhaven", "Brinmouth Quay", "Brinmouth Park", "Farrow Tarn"],
  fareTypes: ["Saver", "Flexi", "Grand"],
  railcards: ["Young Card", "Duo Card", "Silver Card", "Green Card"],
  trainPrefix: "FX",
  customer: { number: "407183", code: "tern58", name: "Mira Ostrand" },
  referencePrefix: "VK",
  firstDay: "2031-03-14",
  oddCents: 0,
});

const SYLLABLES = ["dor", "mel", "tav", "ris", "kun", "hol", "yar", "bex", "lud", "wen", "zim", "gar"];
const SUFFIXES = [["Gate", "Mill"], ["North", "South"], ["Castle", "Cross"], ["Bridge", "Lane"]];

/**
 * Makes a world in which every price, date and name is another than in {@linkcode defaultWorld}; structure, labels and
 * counts are kept.
 *
 * @param seed From 1 on; each gives another world.
 * @returns The world.
 * @throws {RangeError} When the seed is not a positive integer.
 */
export function variantWorld(seed: number): World {
  if (!Number.isInteger(seed) || seed < 1) {
    throw new RangeError(`Cannot vary the world as the seed must be a positive integer: got ${seed}`);
  }
  const word = (n: number): string => {
    const index = seed * 7 + n * 5;
    const text = (SYLLABLES[index % 12] ?? "") + (SYLLABLES[(index * 5 + n + 3) % 12] ?? "") +
      (SYLLABLES[(n * 7 + seed) % 12] ?? "");
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  const [first, second] = SUFFIXES[seed % SUFFIXES.length] ?? ["Gate", "Mill"];
  const month = [4, 6, 8, 10][seed % 4] ?? 4;
  const letter = (n: number): string => String.fromCharCode(65 + (seed * 3 + n) % 20);
  return buildWorld({
    seed,
    railway: `${word(0)} Railways`,
    stations: [word(1), word(2), `${word(3)} ${first}`, `${word(3)} ${second}`, `${word(4)} Halt`],
    fareTypes: [word(5), word(6), word(7)],
    railcards: [`${word(8)} Pass`, `${word(9)} Pass`, `${word(10)} Pass`, `${word(11)} Pass`],
    trainPrefix: `${letter(0)}${letter(7)}`,
    customer: {
      number: String(510000 + seed * 137 % 80000),
      code: `${word(12).toLowerCase()}${seed % 90 + 10}`,
      name: `${word(13)} ${word(14)}`,
    },
    referencePrefix: `${letter(4)}${letter(11)}`,
    firstDay: `2032-${String(month).padStart(2, "0")}-${String(3 + seed % 20).padStart(2, "0")}`,
    oddCents: 5,
  });
}
