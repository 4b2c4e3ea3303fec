import { sha256 } from "../../base/mod.ts";
import type { StatefulHandler, StatefulRequest, StatefulResponse } from "../../env/replay/mod.ts";
import {
  bookingPage,
  bookingsPage,
  bookPage,
  type Draft,
  loginPage,
  reviewPage,
  SEATS,
} from "./server/account_pages.ts";
import { messagePage } from "./server/message_page.ts";
import { findDeparture, findFare } from "./timetable.ts";
import { type Booking, defaultWorld, type World } from "./world.ts";

/** Where the railway's site lives. */
export const ORIGIN = "https://rail.test";

/** What the site remembers of one visitor. */
export interface RailState {
  /** Whether the customer is logged in; the browser's cookie must agree. */
  readonly loggedIn: boolean;
  /** All trips, oldest first. */
  readonly bookings: readonly Booking[];
  /** What was chosen and not yet confirmed. */
  readonly draft?: Draft;
  /** Reference of the trip booked last. */
  readonly fresh?: string;
}

/**
 * Makes the reducer for login, booking and the customer's trips. The site's server runs the very same reducer.
 *
 * @param world The world.
 * @returns The handler, under the name `rail`.
 */
export function railHandler(world: World): StatefulHandler<RailState> {
  const token = sha256(`${world.customer.number}/${world.customer.code}`).slice(0, 12);
  return {
    name: "rail",
    init: () => ({ loggedIn: false, bookings: world.bookings }),
    handles: ({ url }) => url.origin === ORIGIN && /^\/(?:login|logout|book|account)(?:\/|$)/.test(url.pathname),
    reduce(state, request) {
      const cookies = (request.headers["cookie"] ?? "").split(/;\s*/);
      const loggedIn = state.loggedIn && cookies.includes(`rail_visit=${token}`);
      return route(world, { ...state, loggedIn }, request, token);
    },
  };
}

/** The handlers of the recorded site. */
export const handlers: readonly StatefulHandler[] = [railHandler(defaultWorld) as StatefulHandler];

type Reduced = { readonly state: RailState; readonly response: StatefulResponse };

function route(world: World, state: RailState, request: StatefulRequest, token: string): Reduced {
  const { url, method, form } = request;
  const cookie = (value: string, more = ""): readonly [string, string] => [
    "set-cookie",
    `rail_visit=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${more}`,
  ];
  if (url.pathname === "/login") {
    const next = localPath((method === "POST" ? form["next"] : url.searchParams.get("next")) ?? "");
    if (method !== "POST") return { state, response: page(loginPage(world, next, false)) };
    const right = form["customer"]?.trim() === world.customer.number && form["code"]?.trim() === world.customer.code;
    if (!right) return { state, response: page(loginPage(world, next, true), 403) };
    return { state: { ...state, loggedIn: true }, response: redirect(next, [cookie(token)]) };
  }
  if (url.pathname === "/logout") {
    return { state: { ...state, loggedIn: false }, response: redirect("/", [cookie("", "; Max-Age=0")]) };
  }
  if (!state.loggedIn) {
    const next = method === "GET" ? url.pathname + url.search : "/account/bookings";
    return { state, response: redirect(`/login?next=${encodeURIComponent(next)}`) };
  }
  return url.pathname.startsWith("/account") ? account(world, state, url) : book(world, state, request);
}

function account(world: World, state: RailState, url: URL): Reduced {
  if (url.pathname === "/account/bookings") return { state, response: page(bookingsPage(world, state.bookings)) };
  const reference = url.pathname.split("/")[3];
  const booking = state.bookings.find((one) => one.reference === reference);
  if (booking === undefined) return { state, response: missing(world) };
  return { state, response: page(bookingPage(world, booking, false)) };
}

function book(world: World, state: RailState, request: StatefulRequest): Reduced {
  const { url, method, form } = request;
  switch (`${method} ${url.pathname}`) {
    case "GET /book": {
      const departure = findDeparture(world, url.searchParams.get("train") ?? "", url.searchParams.get("date") ?? "");
      return { state, response: departure === undefined ? missing(world) : page(bookPage(world, departure)) };
    }
    case "POST /book": {
      const departure = findDeparture(world, form["train"] ?? "", form["date"] ?? "");
      const fare = findFare(world, form["fare"] ?? "");
      const seat = SEATS.find((name) => name === form["seat"]);
      if (departure === undefined || fare === undefined || seat === undefined) {
        return { state, response: missing(world) };
      }
      const draft: Draft = {
        train: departure.train.number,
        date: departure.day.id,
        fare: fare.fare.slug,
        seat,
        price: departure.prices[fare.index] ?? 0,
      };
      return { state: { ...state, draft }, response: redirect("/book/review") };
    }
    case "GET /book/review":
      if (state.draft === undefined) return { state, response: redirect("/") };
      return { state, response: page(reviewPage(world, state.draft)) };
    case "POST /book/confirm": {
      if (state.draft === undefined) return { state, response: redirect("/") };
      const { prefix, number } = world.nextReference;
      const reference = `${prefix}${number + (state.bookings.length - world.bookings.length) * 7}`;
      const { draft, ...rest } = state;
      const bookings = [...state.bookings, { reference, ...draft }];
      return { state: { ...rest, bookings, fresh: reference }, response: redirect("/book/done") };
    }
    case "GET /book/done": {
      const booking = state.bookings.find(({ reference }) => reference === state.fresh);
      if (booking === undefined) return { state, response: redirect("/") };
      return { state, response: page(bookingPage(world, booking, true)) };
    }
    default:
      return { state, response: missing(world) };
  }
}

/** Only paths of this site: `//elsewhere` would lead away from it. */
function localPath(next: string): string {
  return /^\/(?![/\\])/.test(next) ? next : "/account/bookings";
}

function page(body: string, status = 200): StatefulResponse {
  return { status, headers: [["content-type", "text/html; charset=utf-8"], ["cache-control", "no-store"]], body };
}

function missing(world: World): StatefulResponse {
  return page(messagePage(world, "Not found", "There is no such page."), 404);
}

function redirect(location: string, headers: StatefulResponse["headers"] = []): StatefulResponse {
  return { status: 303, headers: [["location", location], ["cache-control", "no-store"], ...headers], body: "" };
}
