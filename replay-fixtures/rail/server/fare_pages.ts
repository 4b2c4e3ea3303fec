import { formatMoney } from "../format.ts";
import type { FareType, World } from "../world.ts";
import { escapeHtml } from "./html.ts";
import { layout } from "./layout.ts";

/**
 * Writes the fare conditions. Only here does the site say that there is a booking fee.
 *
 * @param world The world.
 * @returns The document.
 */
export function faresPage(world: World): string {
  const items = world.fareTypes.map(({ slug, name }) =>
    `<li><a href="/fares/${slug}">${escapeHtml(name)} fare</a></li>`
  )
    .join("\n");
  return layout(world, {
    title: "Fare conditions",
    main: `<p>Prices in lists and on train pages are for one adult and one way.</p>
<p>Booking fee ${formatMoney(world.bookingFee)} for every booking, not included in the prices shown</p>
<p>The booking fee is not paid back.</p>
<h2>Fares</h2><ul aria-label="Fares">
${items}
</ul>
<h2>Good to know</h2><ul aria-label="Good to know">
<li>Children under six travel free on an adult's lap</li>
<li>Tickets are for one train and one day</li>
<li>Whoever misses the train needs a new ticket</li>
<li>Railcards are shown together with the ticket</li>
<li>Dogs travel free, bicycles if there is room</li>
</ul>`,
  });
}

/**
 * Writes the conditions of one kind of ticket.
 *
 * @param world The world.
 * @param fare The kind.
 * @returns The document.
 */
export function farePage(world: World, fare: FareType): string {
  return layout(world, {
    title: `${fare.name} fare`,
    main: `<ul aria-label="Conditions">
<li>Cancellation fee ${formatMoney(fare.refundFee)}, taken off the fare that is paid back</li>
<li>Change fee ${formatMoney(fare.changeFee)}</li>
<li>${fare.bags} ${fare.bags === 1 ? "bag" : "bags"} carried free</li>
</ul>
<p>Tickets can be cancelled or changed until the train leaves.</p>
<p>What was paid for a booking is paid back to the same account within a week.</p>
<p><a href="/fares">All fares</a></p>`,
  });
}

/**
 * Writes the list of railcards.
 *
 * @param world The world.
 * @returns The document.
 */
export function railcardsPage(world: World): string {
  const rows = world.railcards.map((card) =>
    `<tr><td>${escapeHtml(card.name)}</td><td>${
      formatMoney(card.price)
    } a year</td><td>${card.percent} % off</td><td>fares from ${formatMoney(card.minimumFare)}</td></tr>`
  ).join("");
  return layout(world, {
    title: "Railcards",
    main: `<p>Railcards are sold at ticket offices only.</p><table aria-label="Railcards">${rows}</table>`,
  });
}
