import type { Order, World } from "../world.ts";
import { longDate, money } from "../world/format.ts";
import { html, page } from "./html.ts";

/**
 * The form to sign in with.
 *
 * @param world The shop.
 * @param wrong Whether number or password did not fit just now.
 * @returns The document.
 */
export function signInPage(world: World, wrong: boolean): string {
  return page(
    world,
    "Sign in",
    html`
      <h1>Sign in</h1>
      ${wrong ? html`<p role="alert">Number and password do not fit.</p>` : ""}
      <form method="post" action="/sign-in">
        <p><label>Customer number <input name="number" autocomplete="off"></label></p>
        <p><label>Password <input type="password" name="password" autocomplete="off"></label></p>
        <p><button>Sign in</button></p>
      </form>
    `,
  );
}

/**
 * The customer's own page with all orders.
 *
 * @param world The shop.
 * @returns The document.
 */
export function accountPage(world: World): string {
  const { name, orders } = world.customer;
  return page(
    world,
    "My account",
    html`<h1>My account</h1>
<p>Signed in as ${name}</p>
<ul aria-label="Orders">${
      orders.map((order) =>
        html`
          <li><a href="/account/orders/${order.number}">Order ${order.number}</a> of ${longDate(order.date)}</li>
        `
      )
    }</ul>
<form method="post" action="/sign-out"><button>Sign out</button></form>`,
  );
}

/**
 * One order.
 *
 * @param world The shop.
 * @param order The order.
 * @returns The document.
 */
export function orderPage(world: World, order: Order): string {
  return page(
    world,
    `Order ${order.number}`,
    html`<h1>Order of ${longDate(order.date)}</h1>
<p>Number ${order.number}. Prices are those of that day.</p>
<ul aria-label="Articles">${
      order.lines.map((line) => {
        const product = world.products[line.product];
        return html`
          <li>${line.quantity} times ${product?.name} at ${money(line.paid)}</li>
        `;
      })
    }</ul>
<p><a href="/account">All orders</a></p>`,
  );
}
