import type { World } from "../world.ts";
import { IMAGE_ORIGIN, ORIGIN } from "./html.ts";
import { goodsPicture, ICON, logo } from "./images.ts";
import { listPage } from "./list_page.ts";
import { cutPage, listPath, listProducts, type MarkId, MARKS, type SortId, SORTS } from "./lists.ts";
import { footerPages, helpPage, homePage, searchIndex, searchPage, storePage, storesPage } from "./other_pages.ts";
import { deliveryPage, productPage, reviewPages, reviewsPage } from "./product_pages.ts";
import { SCRIPT, STYLE } from "./script.ts";

/** An answer that depends on the address alone. */
export interface Resource {
  /** MIME type. */
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const DOCUMENT = "text/html; charset=utf-8";

/**
 * Everything of the shop that depends on no visitor: what a crawl records whole.
 *
 * @param world The shop.
 * @returns What makes each answer, by its address without the hash.
 */
export function resources(world: World): Map<string, () => Resource> {
  const all = new Map<string, () => Resource>();
  const add = (path: string, make: () => string) => all.set(ORIGIN + path, () => ({ type: DOCUMENT, body: make() }));
  add("/", () => homePage(world));
  world.categories.forEach(({ slug }, category) => {
    add(`/c/${slug}`, () => listPage(world, category, "popular", "all", 1));
    for (const { id: sort } of SORTS) {
      for (const { id: mark } of MARKS) {
        // A list can be asked for any page that the unfiltered list has: a changed mark keeps to the page number.
        const { pages } = cutPage(listProducts(world, category, sort, "all"), 1);
        for (let page = 1; page <= pages; page++) {
          add(listPath(slug, sort, mark, page), () => listPage(world, category, sort as SortId, mark as MarkId, page));
        }
      }
    }
  });
  for (const product of world.products) {
    add(`/p/${product.slug}`, () => productPage(world, product));
    add(`/p/${product.slug}/delivery`, () => deliveryPage(world, product));
    for (let page = 1; page <= reviewPages(product); page++) {
      add(`/p/${product.slug}/reviews?page=${page}`, () => reviewsPage(world, product, page));
    }
    all.set(`${ORIGIN}/api/stock/${product.slug}.json`, () => ({
      type: "application/json",
      body: JSON.stringify(world.stores.map((store, i) => [store.name, product.stock[i] ?? 0])),
    }));
  }
  add("/stores", () => storesPage(world));
  for (const store of world.stores) add(`/stores/${store.slug}`, () => storePage(world, store));
  add("/help", () => helpPage(world));
  for (const [path, body] of Object.entries(footerPages(world))) add(path, () => body);
  add("/search", () => searchPage(world));
  all.set(`${ORIGIN}/api/search-index.json`, () => ({ type: "application/json", body: searchIndex(world) }));
  all.set(`${ORIGIN}/assets/shop.js`, () => ({ type: "text/javascript; charset=utf-8", body: SCRIPT }));
  all.set(`${ORIGIN}/assets/shop.css`, () => ({ type: "text/css; charset=utf-8", body: STYLE }));
  all.set(`${ORIGIN}/assets/icon.svg`, () => ({ type: "image/svg+xml", body: ICON }));
  all.set(`${IMAGE_ORIGIN}/logo.png`, () => ({ type: "image/png", body: new Uint8Array(logo()) }));
  world.categories.forEach((_, category) => {
    for (let shade = 0; shade < 4; shade++) {
      all.set(`${IMAGE_ORIGIN}/goods/${category}-${shade}.svg`, () => ({
        type: "image/svg+xml",
        body: goodsPicture(category, shade),
      }));
    }
  });
  return all;
}

/**
 * The addresses of all documents that a crawl has to visit.
 *
 * @param world The shop.
 * @returns Whole addresses, the first page first.
 */
export function documentAddresses(world: World): string[] {
  return [...resources(world)].filter(([, make]) => make().type === DOCUMENT).map(([address]) => address);
}
