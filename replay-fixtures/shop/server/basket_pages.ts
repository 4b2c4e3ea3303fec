import type { Product, World } from "../world.ts";
import { money } from "../world/format.ts";
import { type Markup, markup, page } from "./html.ts";
import type { BasketLine } from "./state.ts";

/** A line of the basket with the product it stands for. */
interface Article extends BasketLine {
  readonly product: Product;
}

function articles(world: World, lines: readonly BasketLine[]): Article[] {
  return lines.flatMap((line) => {
    const product = world.products.find(({ slug }) => slug === line.slug);
    return product === undefined ? [] : [{ ...line, product }];
  });
}

/**
 * What the goods in a basket cost, without fees.
 *
 * @param world The shop.
 * @param lines The basket.
 * @returns Pence.
 */
export function goodsTotal(world: World, lines: readonly BasketLine[]): number {
  return articles(world, lines).reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
}

/**
 * What everything costs in the end: goods, one handling fee an article, and the dearest delivery among the articles.
 *
 * @param world The shop.
 * @param lines The basket.
 * @param speed How it is sent.
 * @returns Pence, by part.
 */
export function reckon(world: World, lines: readonly BasketLine[], speed: "standard" | "express") {
  const all = articles(world, lines);
  const goods = goodsTotal(world, lines);
  const handling = all.reduce((sum, { product }) => sum + product.handling, 0);
  const delivery = Math.max(0, ...all.map(({ product }) => product[speed]));
  return { goods, handling, delivery, total: goods + handling + delivery };
}

/**
 * The basket.
 *
 * @param world The shop.
 * @param lines What is in it.
 * @returns The document.
 */
export function basketPage(world: World, lines: readonly BasketLine[]): string {
  const row = ({ product, quantity }: Article): Markup =>
    markup`
      <li>
        <p>${quantity} times ${product.name} at ${money(product.price)}</p>
        <form method="post"
          action="/basket/quantity"><input type="hidden" name="product" value="${product.slug}"><input name="quantity" value="${quantity}" size="3" aria-label="Quantity of ${product.name}"><button>Change ${product.name}</button></form>
        <form method="post"
          action="/basket/remove"><input type="hidden" name="product" value="${product.slug}"><button>Remove ${product.name}</button></form>
      </li>
    `;
  const rows = articles(world, lines);
  return page(
    world,
    "Basket",
    rows.length === 0
      ? markup`<h1>Basket</h1>
<p>Your basket is empty.</p>`
      : markup`<h1>Basket</h1>
<ul aria-label="In the basket">
${rows.map(row)}</ul>
<p>Goods together ${money(goodsTotal(world, lines))}, without delivery and fees</p>
<p><a href="/checkout?delivery=standard">Checkout</a></p>`,
  );
}

/**
 * The summary before one would pay.
 *
 * @param world The shop.
 * @param lines The basket.
 * @param speed How it is sent.
 * @returns The document.
 */
export function checkoutPage(world: World, lines: readonly BasketLine[], speed: "standard" | "express"): string {
  const { goods, handling, delivery, total } = reckon(world, lines, speed);
  return page(
    world,
    "Checkout",
    markup`
      <h1>Checkout</h1>
      <p>Sent by ${speed} delivery. Change to <a href="/checkout?delivery=${
      speed === "standard" ? "express" : "standard"
    }">${speed === "standard" ? "express" : "standard"} delivery</a></p>
      <dl>
        <dt>Goods</dt>
        <dd>${money(goods)}</dd>
        <dt>Handling fees</dt>
        <dd>${money(handling)}</dd>
        <dt>Delivery</dt>
        <dd>${money(delivery)}</dd>
        <dt>To pay</dt>
        <dd>${money(total)}</dd>
      </dl>
      <p>This shop is invented: nothing can be paid here.</p>
    `,
  );
}
