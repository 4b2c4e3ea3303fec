import type { Store, World } from "../world.ts";
import { money, WEEKDAYS } from "../world/format.ts";
import { html, page } from "./html.ts";

/**
 * The first page: what sells well in each category.
 *
 * @param world The shop.
 * @returns The document.
 */
export function homePage(world: World): string {
  const best = world.categories.flatMap((_, category) =>
    world.products.filter((product) => product.category === category && product.popularity === 1)
  );
  return page(
    world,
    "Welcome",
    html`<h1>${world.motto}</h1>
<h2>Much asked for</h2>
<ul aria-label="Much asked for">${
      best.map((product) =>
        html`<li><a href="/p/${product.slug}">${product.name}</a> from ${money(product.price)}</li>`
      )
    }</ul>
<p>Every parcel is packed by hand in one of our ${world.stores.length} stores.</p>`,
  );
}

/**
 * The search page. What was searched for stands behind the address's hash, so the server is never told; a script looks
 * it up in the index.
 *
 * @param world The shop.
 * @returns The document.
 */
export function searchPage(world: World): string {
  return page(
    world,
    "Search",
    html`<h1>Search results</h1>
<p role="status" id="found">Type what you look for in the search box.</p>
<ol id="results" aria-label="Results"></ol>`,
  );
}

/**
 * The index that the search page's script reads: much-bought goods first.
 *
 * @param world The shop.
 * @returns JSON: name, slug and category of each product.
 */
export function searchIndex(world: World): string {
  const goods = [...world.products].sort((a, b) => a.popularity - b.popularity || a.category - b.category);
  return JSON.stringify(
    goods.map((product) => [product.name, product.slug, world.categories[product.category]?.name ?? ""]),
  );
}

/**
 * All stores.
 *
 * @param world The shop.
 * @returns The document.
 */
export function storesPage(world: World): string {
  return page(
    world,
    "Stores",
    html`<h1>Our stores</h1>
<p>Opening hours and telephone numbers are on each store's page.</p>
<ul aria-label="Stores">${
      world.stores.map((store) => html`<li><a href="/stores/${store.slug}">${store.name} store</a></li>`)
    }</ul>`,
  );
}

/**
 * One store, with links to the others.
 *
 * @param world The shop.
 * @param store The store.
 * @returns The document.
 */
export function storePage(world: World, store: Store): string {
  return page(
    world,
    `${store.name} store`,
    html`<h1>${store.name} store</h1>
<p>${store.street}, telephone ${store.phone}</p>
<ul aria-label="Opening hours">${
      store.hours.map((hours, day) => html`<li>${WEEKDAYS[day]} from ${hours.opens} to ${hours.closes}</li>`)
    }</ul>
<nav aria-label="Other stores">${
      world.stores.filter((other) => other !== store).map((other) =>
        html`<a href="/stores/${other.slug}">${other.name} store</a>`
      )
    }</nav>`,
  );
}

/**
 * Help in a few words.
 *
 * @param world The shop.
 * @returns The document.
 */
export function helpPage(world: World): string {
  return page(
    world,
    "Help",
    html`<h1>Help</h1>
<h2>Fees</h2>
<p>Prices are for one pack. What sending costs, and the handling fee, is on each product's page Delivery and fees.</p>
<h2>Sending back</h2>
<p>The days to send something back are counted from the day of the order.</p>
<h2>Lists</h2>
<p>Lists show what is popular first. Choose another order above the list.</p>`,
  );
}

/**
 * Says that there is no such page.
 *
 * @param world The shop.
 * @returns The document.
 */
export function missingPage(world: World): string {
  return page(world, "Not found", html`<h1>There is no such page</h1>`);
}
