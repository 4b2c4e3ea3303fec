import type { Move, Subgoal, Yield } from "../../../models/simulated/playbook.ts";
import { NOTICE_TRAP } from "./traps.ts";

/** The words with which goals hand over number and code. */
export const CREDENTIALS = String.raw`Log in with customer number (?<customer>\w+) and code (?<code>\w+)\.`;

const LOG_IN: readonly Move[] = [
  {
    unless: String.raw`textbox "Customer number" \[ref=e\d+\]: {customer}$`,
    do: { kind: "type", role: "textbox", name: "Customer number", text: "{customer}" },
    why: "give the customer number",
  },
  {
    do: { kind: "type", role: "textbox", name: "Code", text: "{code}", submit: true },
    why: "give the code and log in",
  },
];

/**
 * Opens the customer's trips.
 *
 * @param dates Days of the trips that matter, as patterns.
 * @returns The subgoal; it yields `reference.0` and so on, by day.
 */
export function openBookings(dates: readonly string[]): Subgoal {
  return {
    id: "bookings",
    title: "find the trips among the bookings",
    at: 'heading "My bookings"',
    moves: [
      ...LOG_IN,
      { do: { kind: "click", role: "link", name: "My bookings" }, why: "open the bookings" },
    ],
    yields: dates.map((date, n): Yield => ({
      fact: `reference.${n}`,
      pattern: String.raw`Booking (?<value>\w+), trip on ${date}$`,
    })),
  };
}

/**
 * Opens one of the customer's trips.
 *
 * @param n Which of them.
 * @param yields What to read there.
 * @returns The subgoal.
 */
export function openTrip(n: number, yields: readonly Yield[]): Subgoal {
  return {
    id: `trip.${n}`,
    title: `read trip ${n + 1}`,
    needs: [`reference.${n}`],
    at: `heading "Booking {reference.${n}}"`,
    moves: [
      { do: { kind: "click", role: "link", name: `Open {reference.${n}}` }, why: "open the trip" },
      ...LOG_IN,
      { do: { kind: "click", role: "link", name: "My bookings" }, why: "go back to all bookings" },
    ],
    yields,
  };
}

/**
 * Books the train whose page is open: logs in, chooses fare and seat, confirms.
 *
 * @returns The subgoals; the last yields `booked`, the reference. They use the slots `fare` and `seat`.
 */
export function bookTrain(): Subgoal[] {
  const isChosen = (label: string, value: string): string => String.raw`combobox "${label}" \[ref=e\d+\]: ${value}$`;
  return [
    {
      id: "choices",
      title: "get to the choice of fare and seat",
      // Whoever stands further on has been there, even if the memory of it is gone.
      at: 'heading "(?:Book |Review your booking"|Booking confirmed")',
      moves: [
        {
          trap: NOTICE_TRAP.id,
          do: { kind: "click", role: "button", name: "Close notice" },
          why: "close the notice first, as it covers the booking button",
        },
        { do: { kind: "click", role: "button", name: "Book this train" }, why: "book the train" },
        ...LOG_IN,
      ],
    },
    {
      id: "review",
      title: "choose {fare} and a {seat} seat",
      at: 'heading "(?:Review your booking|Booking confirmed)"',
      moves: [
        {
          unless: isChosen("Fare", "{fare}"),
          do: { kind: "select", role: "combobox", name: "Fare", option: "{fare}" },
          why: "choose the fare",
        },
        {
          unless: isChosen("Seat", "{seat}"),
          do: { kind: "select", role: "combobox", name: "Seat", option: "{seat}" },
          why: "choose the seat",
        },
        { do: { kind: "click", role: "button", name: "Continue" }, why: "go on with these choices" },
      ],
    },
    {
      id: "confirm",
      title: "confirm the booking",
      at: 'heading "Booking confirmed"',
      moves: [{
        do: { kind: "click", role: "button", name: "Confirm booking" },
        why: "confirm, as train, fare and seat are right",
      }],
      yields: [{ fact: "booked", pattern: String.raw`booking reference is (?<value>\w+)` }],
    },
  ];
}
