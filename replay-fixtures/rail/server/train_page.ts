import { formatMoney, formatTime } from "../format.ts";
import { type Departure, trainKey } from "../timetable.ts";
import type { World } from "../world.ts";
import { escapeHtml, hiddenFields } from "./html.ts";
import { layout } from "./layout.ts";
import { trainLine } from "./results_page.ts";

/**
 * Writes the page of a train on a day: stops, fares, the platform (which a script fetches) and the way to book it. On
 * some routes a notice lies over the button until it is closed.
 *
 * @param world The world.
 * @param departure The train on its day.
 * @returns The document.
 */
export function trainPage(world: World, departure: Departure): string {
  const { train, day, from, to, route } = departure;
  const arrives = train.departs + train.minutes;
  const half = Math.floor(train.minutes / 2);
  const change = train.changeAt === undefined ? undefined : world.stations[train.changeAt];
  const stops = [
    [from.name, `departs ${formatTime(train.departs)}`],
    ...(change === undefined ? [] : [[change.name, `change, departs ${formatTime(train.departs + half)}`]]),
    [to.name, `arrives ${formatTime(arrives)}${arrives >= 1440 ? " (+1 day)" : ""}`],
  ].map(([name, what]) => `<tr><td>${escapeHtml(name ?? "")}</td><td>${what}</td></tr>`).join("");
  const fares = world.fareTypes.map((fare, index) =>
    `<li>${escapeHtml(fare.name)} fare ${formatMoney(departure.prices[index] ?? 0)}, ${fare.bags} ${
      fare.bags === 1 ? "bag" : "bags"
    } free</li>`
  ).join("\n");
  const notice = route.notice
    ? `<div class="notice" role="region" aria-label="Notice"><p>Works on this line. Journeys may take longer.</p>
<button type="button" data-close>Close notice</button></div>`
    : "";
  return layout(world, {
    title: `${train.number}, ${day.label}`,
    main: `<p>${escapeHtml(trainLine(world, departure))}</p>
<p data-platforms="/data/platforms/${route.id}.json" data-train="${trainKey(train.number)}">Looking up the platform</p>
<table aria-label="Stops">${stops}</table>
<ul aria-label="Fares">
${fares}
</ul>
<h2>On board</h2><ul aria-label="On board">
<li>${train.coaches} coaches, wide seats at the front</li>
<li>${train.quiet ? "A quiet coach in the middle" : "No quiet coach on this train"}</li>
<li>Trolley with drinks and sandwiches</li>
<li>Sockets at every table</li>
</ul>
<div class="box"><form action="/book" method="get" aria-label="Book">${
      hiddenFields({ train: trainKey(train.number), date: day.id })
    }<p>Seats are chosen on the next page.</p><p><button>Book this train</button></p></form>${notice}</div>`,
  });
}
