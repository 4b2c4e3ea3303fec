/**
 * What a recording cannot answer: basket, checkout, signing in, orders. A pure reducer that the server itself uses too,
 * so that the recorded shop and the live one cannot drift apart.
 *
 * @module
 */
import type { StatefulHandler, StatefulRequest, StatefulResponse } from "../../env/replay/mod.ts";
import { accountPage, orderPage, signInPage } from "./server/account_pages.ts";
import { basketPage, checkoutPage } from "./server/basket_pages.ts";
import { ORIGIN } from "./server/html.ts";
import { missingPage } from "./server/other_pages.ts";
import { EMPTY_STATE, type ShopState, withQuantity } from "./server/state.ts";
import type { World } from "./world.ts";

const PATHS = /^\/(basket(\/(add|quantity|remove))?|checkout|account(\/orders\/[\w-]+)?|sign-in|sign-out)$/;

/** The cookie that a signed-in visitor carries. */
const COOKIE = "shop-member=yes";

function document(body: string, status = 200): StatefulResponse {
  return { status, headers: [["content-type", "text/html; charset=utf-8"], ["cache-control", "no-store"]], body };
}

function leadTo(path: string, ...headers: readonly (readonly [string, string])[]): StatefulResponse {
  return { status: 303, headers: [["location", path], ["cache-control", "no-store"], ...headers], body: "" };
}

/** Whole numbers only; anything else counts as none. */
function quantityOf(text: string | undefined): number {
  return text !== undefined && /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
}

function post(world: World, state: ShopState, request: StatefulRequest) {
  const { form } = request;
  const product = world.products.find(({ slug }) => slug === form["product"]);
  switch (request.url.pathname) {
    case "/basket/add":
      return {
        state: product === undefined
          ? state
          : withQuantity(state, product.slug, (old) => old + quantityOf(form["quantity"])),
        response: leadTo("/basket"),
      };
    case "/basket/quantity":
      return {
        state: product === undefined ? state : withQuantity(state, product.slug, () => quantityOf(form["quantity"])),
        response: leadTo("/basket"),
      };
    case "/basket/remove":
      return {
        state: product === undefined ? state : withQuantity(state, product.slug, () => 0),
        response: leadTo("/basket"),
      };
    case "/sign-in": {
      const { number, password } = world.customer;
      const fits = form["number"]?.trim() === number && form["password"] === password;
      return fits
        ? {
          state: { ...state, signedIn: true },
          response: leadTo("/account", ["set-cookie", `${COOKIE}; Path=/; Secure; HttpOnly; SameSite=Lax`]),
        }
        : { state, response: document(signInPage(world, true)) };
    }
    case "/sign-out":
      return {
        state: { ...state, signedIn: false },
        response: leadTo("/", ["set-cookie", "shop-member=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"]),
      };
    default:
      return { state, response: document(missingPage(world), 405) };
  }
}

function get(world: World, state: ShopState, request: StatefulRequest): StatefulResponse {
  const { pathname, searchParams } = request.url;
  if (pathname === "/basket") return document(basketPage(world, state.basket));
  if (pathname === "/checkout") {
    if (state.basket.length === 0) return leadTo("/basket");
    const speed = searchParams.get("delivery") === "express" ? "express" : "standard";
    return document(checkoutPage(world, state.basket, speed));
  }
  if (pathname === "/sign-in") return document(signInPage(world, false));
  if (pathname.startsWith("/account")) {
    const cookies = (request.headers["cookie"] ?? "").split(/;\s*/);
    if (!state.signedIn || !cookies.includes(COOKIE)) return leadTo("/sign-in");
    if (pathname === "/account") return document(accountPage(world));
    const order = world.customer.orders.find(({ number }) => pathname === `/account/orders/${number}`);
    return order === undefined ? document(missingPage(world), 404) : document(orderPage(world, order));
  }
  return document(missingPage(world), 404);
}

/**
 * Makes the handler of a world's basket, sign-in and orders.
 *
 * @param world The shop.
 * @returns The handler, `shop`; its state is a {@linkcode ShopState}.
 */
export function shopHandler(world: World): StatefulHandler<ShopState> {
  return {
    name: "shop",
    init: () => EMPTY_STATE,
    handles: ({ url }) => url.origin === ORIGIN && PATHS.test(url.pathname),
    reduce(state, request) {
      if (request.method === "POST") return post(world, state, request);
      return { state, response: get(world, state, request) };
    },
  };
}
