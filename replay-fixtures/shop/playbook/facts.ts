import type { Facts, Slots } from "../../../models/simulated/mod.ts";
import { money, pence } from "../world/format.ts";

/**
 * Writes rows as one fact.
 *
 * @param rows Cells of text.
 * @returns JSON; undefined where there is no row, as then the page does not give the fact.
 */
export function writeRows(rows: readonly (readonly string[])[]): string | undefined {
  return rows.length === 0 ? undefined : JSON.stringify(rows);
}

/**
 * Reads rows back. A reader may have garbled them: what is no row is left out.
 *
 * @param fact What {@linkcode writeRows} wrote.
 * @param cells How many cells a row has.
 * @returns The rows.
 */
export function readRows(fact: string | undefined, cells: number): string[][] {
  if (fact === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(fact);
  } catch {
    // What was garbled beyond reading says nothing.
    return [];
  }
  if (!Array.isArray(value)) return [];
  return value.filter((row): row is string[] =>
    Array.isArray(row) && row.length === cells && row.every((cell) => typeof cell === "string")
  );
}

/**
 * Picks a group from each row of a page.
 *
 * @param names Names of the groups, in the order of the cells.
 * @returns A `derive` for a yield.
 */
export function rowsOf(...names: readonly string[]): (rows: readonly Slots[]) => string | undefined {
  return (rows) => writeRows(rows.map((row) => names.map((name) => row[name] ?? "")));
}

/**
 * Adds up amounts; one that is absent or unreadable counts as nothing, as a reader must make do.
 *
 * @param amounts Amounts as the shop writes them, each with how often it counts.
 * @returns The sum, as the shop writes it.
 */
export function sum(amounts: readonly (readonly [string | undefined, number])[]): string {
  return money(amounts.reduce((total, [amount, times]) => total + penceOr0(amount) * times, 0));
}

/**
 * Reads an amount, or nothing.
 *
 * @param amount As the shop writes it.
 * @returns Pence; 0 where it is absent or unreadable.
 */
export function penceOr0(amount: string | undefined): number {
  const value = pence(amount ?? "");
  return Number.isNaN(value) ? 0 : value;
}

/**
 * Reads a whole number, or a stand-in.
 *
 * @param text Digits.
 * @param otherwise What it is where the text is absent or no number.
 * @returns The number.
 */
export function numberOr(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : otherwise;
}

/** Pages that a list may have at the most, lest a garbled fact makes a job endless. */
const MOST_PAGES = 9;

/**
 * The numbers of the pages after the first.
 *
 * @param fact How many pages there are; absent where that is not known yet.
 * @returns 2, 3, …
 */
export function laterPages(fact: string | undefined): number[] {
  return Array.from({ length: Math.min(MOST_PAGES, numberOr(fact, 1)) - 1 }, (_, i) => i + 2);
}

/**
 * The row with the best value.
 *
 * @param rows Any number.
 * @param value What counts; the first of equals wins.
 * @returns The row with the largest value; undefined where there is none.
 */
export function bestOf<T>(rows: readonly T[], value: (row: T) => number): T | undefined {
  return rows.length === 0 ? undefined : rows.reduce((best, row) => value(row) > value(best) ? row : best);
}

/**
 * A fact by number.
 *
 * @param facts All facts.
 * @param kind The part before the dot.
 * @param index The part behind it.
 * @returns The value, if it is known.
 */
export function nth(facts: Facts, kind: string, index: number): string | undefined {
  return facts[`${kind}.${index}`];
}
