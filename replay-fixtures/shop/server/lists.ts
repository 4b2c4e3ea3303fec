import type { Product, World } from "../world.ts";

/** How a list can be ordered: the address's word, what the menu says, what comes first. */
export const SORTS = [
  { id: "popular", label: "Popular first", compare: (a: Product, b: Product) => a.popularity - b.popularity },
  { id: "price", label: "Lowest price first", compare: (a: Product, b: Product) => a.price - b.price },
  { id: "new", label: "Newest first", compare: (a: Product, b: Product) => a.since < b.since ? 1 : -1 },
] as const;

/** What a list can be narrowed to. */
export const MARKS = [
  { id: "all", label: "All goods", keeps: () => true },
  { id: "repairable", label: "Repairable", keeps: (product: Product) => product.repairable },
  { id: "recycled", label: "Recycled", keeps: (product: Product) => product.recycled },
] as const;

/** Word of a sort order in addresses. */
export type SortId = typeof SORTS[number]["id"];
/** Word of a mark in addresses. */
export type MarkId = typeof MARKS[number]["id"];

/** Rows on a page of a list. */
export const PAGE_SIZE = 4;

/** One page of a category's list. */
export interface ListPage {
  readonly rows: readonly Product[];
  /** From 1; never beyond the last. */
  readonly page: number;
  readonly pages: number;
  /** Rows on all pages together. */
  readonly total: number;
}

/**
 * The goods of a category as a list shows them.
 *
 * @param world The shop.
 * @param category Index of the category.
 * @param sort How they are ordered.
 * @param mark What they are narrowed to.
 * @returns All rows, in order.
 */
export function listProducts(world: World, category: number, sort: SortId, mark: MarkId): Product[] {
  const order = SORTS.find(({ id }) => id === sort) ?? SORTS[0];
  const filter = MARKS.find(({ id }) => id === mark) ?? MARKS[0];
  return world.products.filter((product) => product.category === category && filter.keeps(product)).sort(order.compare);
}

/**
 * Cuts one page out of a list; a page beyond the last is the last.
 *
 * @param all The whole list.
 * @param asked The page that was asked for, from 1.
 * @returns The page.
 */
export function cutPage(all: readonly Product[], asked: number): ListPage {
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, asked), pages);
  return { rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), page, pages, total: all.length };
}

/**
 * The address of a page of a list.
 *
 * @param slug Of the category.
 * @param sort Its order.
 * @param mark Its mark.
 * @param page From 1.
 * @returns Path and query.
 */
export function listPath(slug: string, sort: string, mark: string, page: number): string {
  return `/c/${slug}?sort=${sort}&show=${mark}&page=${page}`;
}
