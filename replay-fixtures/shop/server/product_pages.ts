import type { Product, World } from "../world.ts";
import { longDate, money } from "../world/format.ts";
import { type Markup, markup, page } from "./html.ts";
import { picturePath } from "./list_page.ts";

/** Reviews on a page. */
export const REVIEWS_PER_PAGE = 4;

/** Rows of names and values. */
function facts(rows: readonly (readonly [string, string])[]): Markup {
  return markup`<dl>${
    rows.map(([name, value]) =>
      markup`
        <dt>${name}</dt>
        <dd>${value}</dd>
      `
    )
  }</dl>`;
}

/**
 * A product: price, tabs for description, specifications and stores, and the form that puts it into the basket. A while
 * after loading, a newsletter panel lies over the form until it is closed.
 *
 * @param world The shop.
 * @param product The product.
 * @returns The document.
 */
export function productPage(world: World, product: Product): string {
  const { slug, name } = product;
  const category = world.categories[product.category];
  const tabs = ["Description", "Specifications", "Stores"];
  return page(
    world,
    name,
    markup`
      <p><a href="/c/${category?.slug}">All ${category?.name.toLowerCase()}</a></p>
      <h1>${name}</h1>
      <img src="${picturePath(product)}" width="160" height="160" alt="">
      <p>Price ${money(product.price)}</p>
      <p>Ordered before noon, it leaves the store on the same day.</p>
      <p><a href="/p/${slug}/delivery">Delivery and fees</a> <a href="/p/${slug}/reviews?page=1">Reviews</a></p>
      <form class="buy" method="post" action="/basket/add">
        <input type="hidden" name="product" value="${slug}">
        <label>Quantity <select name="quantity">${
      [1, 2, 3, 4, 5].map((n) => markup`<option>${n}</option>`)
    }</select></label>
        <button>Add to basket</button>
      </form>
      <div role="tablist" aria-label="About it">${
      tabs.map((tab, i) =>
        markup`
          <button role="tab" id="tab-${i}" aria-controls="panel-${i}"
            aria-selected="${i === 0 ? "true" : "false"}">${tab}</button>
        `
      )
    }</div>
      <section role="tabpanel" id="panel-0" aria-labelledby="tab-0">
        <p>A plain and sturdy thing of ${product.material}, made to be used every day and to be mended when it needs it. It comes in a box of grey board with a sheet that says how to care for it.</p>
        <p>In the shop since ${longDate(product.since)}. Rated ${(product.rating / 10).toFixed(1)} of 5.</p>
      </section>
      <section role="tabpanel" id="panel-1" aria-labelledby="tab-1" hidden>${
      facts([
        ["Material", product.material],
        ["Weight", `${product.weightGrams} grams`],
        ["Guarantee", `${product.guaranteeYears} years`],
        ["Contents", `pack of ${product.piecesInPack}`],
      ])
    }</section>
      <section role="tabpanel" id="panel-2" aria-labelledby="tab-2" data-stock="/api/stock/${slug}.json" hidden>
        <p>Asking the stores</p>
      </section>
      <h2>Good to know</h2>
      <ul aria-label="Good to know">
        <li>Colours differ a little from one piece to the next, as the material does.</li>
        <li>Spare parts of repairable goods are kept for ten years.</li>
        <li>What you do not like, you may send back in its box.</li>
        <li>Larger numbers than five can be set in the basket.</li>
      </ul>
    `,
  );
}

/**
 * What it costs to have a product sent, and until when it may come back: nothing of it stands on the product's own page.
 *
 * @param world The shop.
 * @param product The product.
 * @returns The document.
 */
export function deliveryPage(world: World, product: Product): string {
  return page(
    world,
    `Delivery and fees, ${product.name}`,
    markup`<h1>Delivery and fees for ${product.name}</h1>
<p><a href="/p/${product.slug}">Back to the product</a></p>
${
      facts([
        ["Standard delivery", money(product.standard)],
        ["Express delivery", money(product.express)],
        ["Handling fee", money(product.handling)],
        ["Islands, standard", money(product.standard + 150)],
        ["Islands, express", money(product.express + 270)],
        ["Wrapped as a present", money(product.standard - 180)],
        ["Collected in a store", "without charge"],
        ["Returns", `within ${product.returnDays} days of the order`],
      ])
    }
<p>The handling fee is charged once for each article, on top of its price. Where several articles are sent together, only the dearest delivery is charged.</p>
<h2>When it comes</h2>
<ul aria-label="When it comes">
<li>Standard parcels take three to five working days.</li>
<li>Express parcels are there on the next working day when ordered before noon.</li>
<li>Islands take two days longer either way.</li>
<li>We write to you when the parcel leaves the store.</li>
</ul>`,
  );
}

/**
 * Number of pages that a product's reviews fill.
 *
 * @param product The product.
 * @returns At least 1.
 */
export function reviewPages(product: Product): number {
  return Math.max(1, Math.ceil(product.reviews.length / REVIEWS_PER_PAGE));
}

/**
 * A page of reviews, oldest first.
 *
 * @param world The shop.
 * @param product The product.
 * @param number Page, from 1.
 * @returns The document.
 */
export function reviewsPage(world: World, product: Product, number: number): string {
  const pages = reviewPages(product);
  const shown = product.reviews.slice((number - 1) * REVIEWS_PER_PAGE, number * REVIEWS_PER_PAGE);
  const link = (to: number, text: string) =>
    to < 1 || to > pages ? markup`` : markup`<a href="/p/${product.slug}/reviews?page=${to}">${text}</a>`;
  return page(
    world,
    `Reviews, ${product.name}`,
    markup`<h1>Reviews of ${product.name}</h1>
<p><a href="/p/${product.slug}">Back to the product</a></p>
<p>Oldest first, page ${number} of ${pages}</p>
<p>Only customers who bought the article can review it. We publish what is kind and what is not, and leave out what is off the point.</p>
<ul aria-label="Reviews">
${
      shown.map((review) =>
        markup`
          <li>
            <p>${review.stars} of 5 stars by ${review.author} on ${longDate(review.date)}</p>
            <p>${review.text}</p>
            <p>Found helpful by ${review.helpful}</p>
          </li>
        `
      )
    }</ul>
<nav class="pages" aria-label="Pages">${link(number - 1, "Previous reviews")}${link(number + 1, "More reviews")}</nav>`,
  );
}
