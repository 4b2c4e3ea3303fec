/** How the shop writes money, days and lists. Playbooks and graders read the same way back. */
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

/** The days of the week as opening hours name them, Monday first. */
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/**
 * Writes an amount of money.
 *
 * @param pence A whole number of pence.
 * @returns Such as `£24.90`.
 *
 * @example Two decimals, always
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { money } from "./format.ts";
 *
 * equal(money(2490), "£24.90");
 * ```
 */
export function money(pence: number): string {
  return `${pence < 0 ? "-" : ""}£${(Math.abs(pence) / 100).toFixed(2)}`;
}

/**
 * Reads an amount of money as {@linkcode money} writes it, with or without the sign of the currency.
 *
 * @param text Such as `£24.90`.
 * @returns Pence; NaN where the text is no such amount.
 */
export function pence(text: string): number {
  const match = text.match(/^£?(\d+)\.(\d\d)$/);
  return match === null ? Number.NaN : Number(match[1]) * 100 + Number(match[2]);
}

/**
 * Writes a day.
 *
 * @param iso Such as `2031-03-14`.
 * @returns Such as `14 March 2031`.
 */
export function longDate(iso: string): string {
  const [year = "", month = "", day = ""] = iso.split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ""} ${year}`;
}

/**
 * Reads a day as {@linkcode longDate} writes it.
 *
 * @param text Such as `14 March 2031`.
 * @returns Such as `2031-03-14`; undefined where the text is no day of the calendar.
 */
export function isoDate(text: string): string | undefined {
  const match = text.match(/^(\d{1,2}) ([A-Za-z]+) (\d{4})$/);
  if (match === null) return undefined;
  const month = MONTHS.findIndex((name) => name.toLowerCase() === match[2]?.toLowerCase()) + 1;
  if (month === 0) return undefined;
  const day = new Date(Date.UTC(Number(match[3]), month - 1, Number(match[1])));
  return day.getUTCMonth() === month - 1 ? day.toISOString().slice(0, 10) : undefined;
}

/**
 * Moves a day on.
 *
 * @param iso The day.
 * @param days How many days later.
 * @returns The later day, ISO.
 */
export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Joins words as a sentence does.
 *
 * @param items At least one.
 * @returns Such as `a, b and c`.
 */
export function listInWords(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/**
 * Makes a piece of an address from a name.
 *
 * @param name Such as `Ondal desk lamp`.
 * @returns Such as `ondal-desk-lamp`.
 */
export function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
