import type { Store, World } from "../world.ts";
import { money, WEEKDAYS } from "../world/format.ts";
import { markup, page } from "./html.ts";

/**
 * The first page: what sells well in each category.
 *
 * @param world The shop.
 * @returns The document.
 */
export function homePage(world: World): string {
  const best = world.categories.flatMap((_, category) =>
    world.products.filter((product) => product.category === category && product.popularity < 2)
  );
  return page(
    world,
    "Welcome",
    markup`<h1>${world.motto}</h1>
<h2>Much asked for</h2>
<ul aria-label="Much asked for">${
      best.map((product) =>
        markup`<li><a href="/p/${product.slug}">${product.name}</a> from ${money(product.price)}</li>`
      )
    }</ul>
<h2>From the workshop</h2>
<p>Every parcel is packed by hand in one of our ${world.stores.length} stores. Bring us what is broken: what we sold we also mend, for as long as there are parts.</p>
<p>New in the lists this season are goods of recycled material. Choose the mark above a list to see them alone.</p>`,
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
    markup`<h1>Search results</h1>
<p role="status" id="found">Type what you look for in the search box.</p>
<ol id="results" aria-label="Results"></ol>`,
  );
}

/**
 * The index that the search page's script reads: much-bought goods first.
 *
 * @param world The shop.
 * @returns JSON: name, slug and a line about each product.
 */
export function searchIndex(world: World): string {
  const goods = [...world.products].sort((a, b) => a.popularity - b.popularity || a.category - b.category);
  return JSON.stringify(
    goods.map((product) => [
      product.name,
      product.slug,
      `in ${world.categories[product.category]?.name}, made of ${product.material}`,
    ]),
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
    markup`<h1>Our stores</h1>
<p>Opening hours and telephone numbers are on each store's page.</p>
<ul aria-label="Stores">${
      world.stores.map((store) => markup`<li><a href="/stores/${store.slug}">${store.name} store</a></li>`)
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
    markup`<h1>${store.name} store</h1>
<p>${store.street}, telephone ${store.phone}</p>
<p>Parcels can be collected, and repairable goods handed in, until half an hour before we close. There is a bench to try things on, and something warm to drink.</p>
<ul aria-label="Opening hours">${
      store.hours.map((hours, day) => markup`<li>${WEEKDAYS[day]} from ${hours.opens} to ${hours.closes}</li>`)
    }</ul>
<h2>In this store</h2>
<ul aria-label="Services">
<li>Repairs while you wait, as far as parts are there</li>
<li>Wrapping of presents</li>
<li>Lending of tools by the day</li>
<li>Collection of worn goods for recycling</li>
</ul>
<nav aria-label="Other stores">${
      world.stores.filter((other) => other !== store).map((other) =>
        markup`<a href="/stores/${other.slug}">${other.name} store</a>`
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
    markup`<h1>Help</h1>
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
  return page(world, "Not found", markup`<h1>There is no such page</h1>`);
}

/**
 * The pages that the footer leads to.
 *
 * @param world The shop.
 * @returns Documents by path.
 */
export function footerPages(world: World): Record<string, string> {
  const text = (title: string, ...sentences: string[]) =>
    page(world, title, markup`<h1>${title}</h1>${sentences.map((sentence) => markup`<p>${sentence}</p>`)}`);
  return {
    "/about": text(
      "Who we are",
      `${world.shop} began as a stall with a dozen things on it. It still sells few things, and knows each of them.`,
      "Those who work here own the shop together.",
    ),
    "/repairs": text(
      "Repairs",
      "Goods with the mark Repairable can be opened with common tools, and we keep their parts for ten years.",
      "Bring what is broken to any store, or send it in its box.",
    ),
    "/materials": text(
      "Our materials",
      `We work with ${[...new Set(world.products.map(({ material }) => material))].join(", ")} and little else.`,
      "Goods with the mark Recycled are made of used material for the greater part.",
    ),
    "/wrapping": text(
      "Wrapping and cards",
      "We wrap in grey paper with a linen ribbon, and write a card for you.",
      "What it costs is on the page Delivery and fees of each article.",
    ),
  };
}
