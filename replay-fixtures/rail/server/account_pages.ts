import { formatMoney } from "../format.ts";
import { type Departure, findDeparture, findFare } from "../timetable.ts";
import type { Booking, World } from "../world.ts";
import { escapeHtml, hiddenFields, selectField } from "./html.ts";
import { layout } from "./layout.ts";

/** Where a seat can be. */
export const SEATS = ["Window", "Aisle", "Table"] as const;

/**
 * Writes the page where the customer logs in.
 *
 * @param world The world.
 * @param next Where to go afterwards: a path of this site.
 * @param failed Whether the last try was wrong.
 * @returns The document.
 */
export function loginPage(world: World, next: string, failed: boolean): string {
  return layout(world, {
    title: "Log in",
    main: `${failed ? '<p role="alert">The customer number or the code is wrong.</p>' : ""}
<form action="/login" method="post" aria-label="Log in">${hiddenFields({ next })}
<p><label for="customer">Customer number</label> <input id="customer" name="customer" autocomplete="off"></p>
<p><label for="code">Code</label> <input id="code" name="code" autocomplete="off"></p>
<p><button>Log in</button></p></form>`,
  });
}

/**
 * Writes the list of the customer's trips.
 *
 * @param world The world.
 * @param bookings The trips, oldest first.
 * @returns The document.
 */
export function bookingsPage(world: World, bookings: readonly Booking[]): string {
  const items = bookings.map((booking) =>
    `<li><span>${escapeHtml(`Booking ${booking.reference}, trip on ${dayLabel(world, booking.date)}`)}</span> ` +
    `<a href="/account/bookings/${booking.reference}">Open ${booking.reference}</a></li>`
  ).join("\n");
  return layout(world, {
    title: "My bookings",
    main: `<p>Customer ${escapeHtml(world.customer.name)}, ${bookings.length} bookings</p>
<ul aria-label="Bookings">
${items}
</ul>
<form action="/logout" method="post"><button>Log out</button></form>`,
  });
}

/**
 * Writes one trip.
 *
 * @param world The world.
 * @param booking The trip.
 * @param fresh Whether it was booked a moment ago.
 * @returns The document.
 */
export function bookingPage(world: World, booking: Booking, fresh: boolean): string {
  const departure = findDeparture(world, booking.train, booking.date);
  const fare = findFare(world, booking.fare);
  return layout(world, {
    title: fresh ? "Booking confirmed" : `Booking ${booking.reference}`,
    main: `${fresh ? `<p>Your booking reference is ${booking.reference}</p>` : ""}<ul aria-label="Trip">
<li>Trip on ${escapeHtml(dayLabel(world, booking.date))}</li>
<li>From ${escapeHtml(departure?.from.name ?? "")}</li>
<li>To ${escapeHtml(departure?.to.name ?? "")}</li>
<li>Train ${escapeHtml(booking.train)}</li>
<li>Seat ${escapeHtml(booking.seat)}</li>
<li>Ticket ${escapeHtml(fare?.fare.name ?? "")} fare</li>
<li>Fare ${formatMoney(booking.price)}</li>
<li>Paid with booking fee ${formatMoney(booking.price + world.bookingFee)}</li>
</ul>
<p><a href="/account/bookings">All my bookings</a></p>`,
  });
}

/**
 * Writes the page where fare and seat are chosen.
 *
 * @param world The world.
 * @param departure The train on its day.
 * @returns The document.
 */
export function bookPage(world: World, departure: Departure): string {
  const { train, day, from, to } = departure;
  const prices = world.fareTypes.map((fare, index) =>
    `<li>${escapeHtml(fare.name)} fare ${formatMoney(departure.prices[index] ?? 0)}</li>`
  ).join("\n");
  return layout(world, {
    title: `Book ${train.number}, ${day.label}`,
    main: `<p>${escapeHtml(`${from.name} to ${to.name}`)}</p><ul aria-label="Prices">
${prices}
</ul>
<form action="/book" method="post" aria-label="Choices">${
      hiddenFields({ train: train.number.replaceAll(" ", ""), date: day.id })
    }
${selectField("Fare", "fare", world.fareTypes.map(({ slug, name }) => [slug, name]), world.fareTypes[0]?.slug ?? "")}
${selectField("Seat", "seat", SEATS.map((seat) => [seat, seat]), SEATS[1])}
<p><button>Continue</button></p></form>`,
  });
}

/** What was chosen and not yet confirmed. */
export type Draft = Omit<Booking, "reference">;

/**
 * Writes the page where a booking is looked over before it counts.
 *
 * @param world The world.
 * @param draft What was chosen.
 * @returns The document.
 */
export function reviewPage(world: World, draft: Draft): string {
  const departure = findDeparture(world, draft.train, draft.date);
  const fare = findFare(world, draft.fare);
  return layout(world, {
    title: "Review your booking",
    main: `<ul aria-label="Your choice">
<li>Trip on ${escapeHtml(dayLabel(world, draft.date))}</li>
<li>From ${escapeHtml(departure?.from.name ?? "")}</li>
<li>To ${escapeHtml(departure?.to.name ?? "")}</li>
<li>Train ${escapeHtml(draft.train)}</li>
<li>Ticket ${escapeHtml(fare?.fare.name ?? "")} fare, seat ${escapeHtml(draft.seat)}</li>
<li>To pay with booking fee ${formatMoney(draft.price + world.bookingFee)}</li>
</ul>
<form action="/book/confirm" method="post" aria-label="Confirm"><button>Confirm booking</button></form>`,
  });
}

function dayLabel(world: World, date: string): string {
  return world.days.find(({ id }) => id === date)?.label ?? date;
}
