import type { Order, World } from "../world.ts";
import { longDate, money } from "../world/format.ts";
import { markup, page } from "./html.ts";

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
    markup`
      <h1>Sign in</h1>
      ${wrong ? markup`<p role="alert">Number and password do not fit.</p>` : ""}
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
    markup`<h1>My account</h1>
<p>Signed in as ${name}, customer ${world.customer.number}</p>
<p>Parcels go to ${world.stores[0]?.street}, ${world.stores[0]?.name}. To have them sent elsewhere, call any store.</p>
<h2>Your orders</h2>
<ul aria-label="Orders">${
      orders.map((order) =>
        markup`
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
    markup`<h1>Order of ${longDate(order.date)}</h1>
<p>Number ${order.number}. Prices are those of that day.</p>
<p>Sent to ${world.stores[0]?.street}, ${
      world.stores[0]?.name
    }, by standard delivery. The parcel was handed over, and nothing of it came back.</p>
<ul aria-label="Articles">${
      order.lines.map((line) => {
        const product = world.products[line.product];
        return markup`
          <li>${line.quantity} times ${product?.name} at ${money(line.paid)}</li>
        `;
      })
    }</ul>
<p>An order cannot be repeated as a whole: put what you want again into the basket from its page.</p>
<p><a href="/account">All orders</a></p>`,
  );
}
