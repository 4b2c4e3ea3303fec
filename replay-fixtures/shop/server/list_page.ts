import type { Category, Product, World } from "../world.ts";
import { money } from "../world/format.ts";
import { IMAGE_ORIGIN, type Markup, markup, page } from "./html.ts";
import { cutPage, listPath, listProducts, type MarkId, MARKS, PAGE_SIZE, type SortId, SORTS } from "./lists.ts";

/** Where the picture of a product is; goods of one category share four pictures. */
export function picturePath(product: Product): string {
  return `${IMAGE_ORIGIN}/goods/${product.category}-${product.popularity % 4}.svg`;
}

function row(world: World, product: Product): Markup {
  const facts = `${money(product.price)} · rated ${
    (product.rating / 10).toFixed(1)
  } of 5 · ${product.reviews.length} reviews`;
  const store = world.stores[product.popularity % world.stores.length]?.name;
  return markup`
    <li>
      <img src="${picturePath(product)}" width="64" height="64" alt=""><a href="/p/${product.slug}">${product.name}</a>
      <p>${facts}</p>
      <p>Made of ${product.material}, ${product.weightGrams} grams, packed in ${store}</p>
    </li>
  `;
}

/**
 * A page of a category's list. The menus load the list anew when changed; a changed mark keeps to the same page number.
 * The links to other pages keep the order and forget the mark.
 *
 * @param world The shop.
 * @param category Index of the category.
 * @param sort Its order.
 * @param mark What it is narrowed to.
 * @param asked Page, from 1.
 * @returns The document.
 */
export function listPage(world: World, category: number, sort: SortId, mark: MarkId, asked: number): string {
  const { slug, name } = world.categories[category] as Category;
  const { rows, page: number, pages, total } = cutPage(listProducts(world, category, sort, mark), asked);
  const first = (number - 1) * PAGE_SIZE + 1;
  const order = SORTS.find(({ id }) => id === sort) ?? SORTS[0];
  const filter = MARKS.find(({ id }) => id === mark) ?? MARKS[0];
  const option = (chosen: string) => ({ id, label }: { id: string; label: string }) =>
    markup`<option value="${id}"${id === chosen ? markup` selected` : ""}>${label}</option>`;
  const link = (to: number, text: string) =>
    to < 1 || to > pages ? markup`` : markup`<a href="${listPath(slug, sort, "all", to)}">${text}</a>`;
  return page(
    world,
    name,
    markup`
      <h1>${name}</h1>
      <p>Everything here is kept in stock and sent within two working days. Repairable goods can be brought to any store; recycled ones are made of used material for the greater part.</p>
      <form class="list" action="/c/${slug}" data-page="${number}">
        <label>Sort by <select name="sort">${SORTS.map(option(sort))}</select></label>
        <label>Show <select name="show">${MARKS.map(option(mark))}</select></label>
      </form>
      <p>${filter.label}, ${order.label.toLowerCase()}, ${first} to ${
      first + rows.length -
      1
    } of ${total}, page ${number} of ${pages}</p>
      <ul class="goods" aria-label="Goods">
      ${rows.map((product) => row(world, product))}</ul>
      <nav class="pages" aria-label="Pages">${link(number - 1, "Previous page")}${link(number + 1, "Next page")}</nav>
    `,
  );
}
