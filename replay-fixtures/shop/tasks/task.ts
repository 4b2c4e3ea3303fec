import type { Task } from "../../../env/mod.ts";
import type { Expectation, Fact } from "../expectation.ts";
import { ORIGIN } from "../server/html.ts";
import type { Category, Order, Product, World } from "../world.ts";
import { longDate } from "../world/format.ts";

/** What differs between tasks. */
export interface TaskParts {
  readonly template: string;
  readonly split: Task["split"];
  readonly goal: string;
  /** Steps with the answer. */
  readonly horizon: number;
  readonly expectation: Expectation;
}

/**
 * Numbers the tasks of a template and adds what all have in common.
 *
 * @param all The tasks of one template.
 * @returns Tasks `shop-<template>-01` and on.
 */
export function numbered(all: readonly TaskParts[]): Task[] {
  return all.map(({ template, split, goal, horizon, expectation }, index) => ({
    id: `shop-${template}-${String(index + 1).padStart(2, "0")}`,
    site: "shop",
    template,
    split,
    goal,
    startUrl: `${ORIGIN}/`,
    horizon,
    params: { ...expectation },
  }));
}

/**
 * A product by its place.
 *
 * @param world The shop.
 * @param category Index of the category.
 * @param index Index in it, 0 to 11.
 * @returns The product.
 */
export function productAt(world: World, category: number, index: number): Product {
  return world.products[category * 12 + index] as Product;
}

/**
 * A category by its place.
 *
 * @param world The shop.
 * @param category Its index.
 * @returns The category.
 */
export function categoryAt(world: World, category: number): Category {
  return world.categories[category] as Category;
}

/**
 * The first base products of a category's eight that fit.
 *
 * @param world The shop.
 * @param category Index of the category.
 * @param fits Whether three products make a good task.
 * @param otherwise Taken when no three fit: indexes in the category.
 * @returns Three products, at least one of which has a near-namesake.
 */
export function threeProducts(
  world: World,
  category: number,
  fits: (three: readonly Product[]) => boolean,
  otherwise: readonly [number, number, number],
): Product[] {
  for (let a = 0; a < 4; a++) {
    for (let b = a + 1; b < 8; b++) {
      for (let c = b + 1; c < 8; c++) {
        const three = [a, b, c].map((index) => productAt(world, category, index));
        if (fits(three)) return three;
      }
    }
  }
  return otherwise.map((index) => productAt(world, category, index));
}

/**
 * The product with the smallest key.
 *
 * @param products At least one.
 * @param key What counts.
 * @returns The product.
 */
export function least(products: readonly Product[], key: (product: Product) => number): Product {
  return products.reduce((best, product) => key(product) < key(best) ? product : best);
}

/**
 * Says that the answer must name one product of several.
 *
 * @param world The shop.
 * @param product The right one.
 * @returns The fact; every other product of its category counts as wrong.
 */
export function namedProduct(world: World, product: Product): Fact {
  return {
    kind: "name",
    name: product.name,
    others: world.products.filter((other) => other.category === product.category && other !== product).map((other) =>
      other.name
    ),
  };
}

/**
 * The words with which a customer signs in.
 *
 * @param world The shop.
 * @returns A sentence.
 */
export function signInWords(world: World): string {
  return `Sign in as customer ${world.customer.number} with the password ${world.customer.password}.`;
}

/**
 * An order by its place, and how a goal speaks of it.
 *
 * @param world The shop.
 * @param index Newest first.
 * @returns The order and its day in words.
 */
export function orderAt(world: World, index: number): { order: Order; day: string } {
  const order = world.customer.orders[index] as Order;
  return { order, day: longDate(order.date) };
}
