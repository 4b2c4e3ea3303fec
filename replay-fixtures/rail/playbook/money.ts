import type { Facts } from "../../../models/simulated/playbook.ts";

/** The source of an amount on a page; its group `value` has no currency sign. */
export const AMOUNT = String.raw`€(?<value>\d+\.\d\d)`;

/**
 * Reads a fact that is an amount.
 *
 * @param facts What is known.
 * @param name The fact.
 * @returns Cents; nothing where the fact is absent or no amount.
 */
export function centsOf(facts: Facts, name: string): number | undefined {
  const match = /^(\d+)\.(\d\d)$/.exec(facts[name] ?? "");
  return match === null ? undefined : Number(match[1]) * 100 + Number(match[2]);
}

/**
 * Says an amount as an answer does.
 *
 * @param cents The amount.
 * @returns Such as `€0.00`.
 */
export function sayMoney(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}

/**
 * Adds up facts that are amounts; one that was forgotten counts nothing.
 *
 * @param facts What is known.
 * @param names The facts.
 * @returns Cents.
 */
export function sumOf(facts: Facts, names: readonly string[]): number {
  return names.reduce((total, name) => total + (centsOf(facts, name) ?? 0), 0);
}
