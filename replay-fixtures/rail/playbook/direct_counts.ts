import type { Facts, Subgoal } from "../../../models/simulated/playbook.ts";
import { countDirect, type Leg } from "./search.ts";

/**
 * Counts the direct trains of a leg, page by page.
 *
 * @param leg Whose list.
 * @param facts What is known: `pages.N` once the first page was read.
 * @param heading The list's heading.
 * @returns A subgoal a page.
 */
export function countPages(leg: Leg, facts: Facts, heading: string): Subgoal[] {
  return pageNumbers(leg.n, facts).map((page) => countDirect(leg, page, heading));
}

/**
 * What has to be known to add up the counts of some legs: their pages, and a count a page.
 *
 * @param legs Their numbers.
 * @param facts What is known.
 */
export function countFacts(legs: readonly number[], facts: Facts): string[] {
  return legs.flatMap((n) => [`pages.${n}`, ...pageNumbers(n, facts).map((page) => `count.${n}.${page}`)]);
}

/**
 * Adds the counts up; one that was forgotten counts nothing.
 *
 * @param legs Their numbers.
 * @param facts What is known.
 * @returns The answer.
 */
export function sayCount(legs: readonly number[], facts: Facts): string {
  const counts = countFacts(legs, facts).filter((name) => name.startsWith("count."));
  const total = counts.reduce((sum, name) => sum + Number(facts[name] ?? "0"), 0);
  return `${total} direct trains`;
}

function pageNumbers(n: number, facts: Facts): number[] {
  return Array.from({ length: Math.max(1, Number(facts[`pages.${n}`] ?? "1")) }, (_, index) => index + 1);
}
