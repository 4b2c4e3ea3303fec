import { formatMoney, formatTime } from "../format.ts";
import { departuresOn, trainKey } from "../timetable.ts";
import type { Station, World } from "../world.ts";
import { escapeHtml } from "./html.ts";
import { layout } from "./layout.ts";

/**
 * Writes the list of stations.
 *
 * @param world The world.
 * @returns The document.
 */
export function stationsPage(world: World): string {
  const items = world.stations.map(({ slug, name }) => `<li><a href="/stations/${slug}">${escapeHtml(name)}</a></li>`)
    .join("\n");
  return layout(world, {
    title: "Stations",
    main: `<p>Choose a station for its lifts, left luggage and opening hours.</p><ul aria-label="Stations">
${items}
</ul>`,
  });
}

/**
 * Writes the page of a station: platforms and lifts, left luggage, opening hours, and a map from another origin.
 *
 * @param world The world.
 * @param station The station.
 * @returns The document.
 */
export function stationPage(world: World, station: Station): string {
  const platforms = station.platforms.map(({ number, lift }) =>
    `<li>Platform ${number}, ${lift ? "lift" : "no lift, stairs only"}</li>`
  ).join("\n");
  return layout(world, {
    title: `Station ${station.name}`,
    main: `<img src="/assets/stations/${station.slug}.svg" width="240" height="60" alt="Station building">
<h2>Platforms</h2><ul aria-label="Platforms">
${platforms}
</ul>
<h2>Left luggage</h2><ul aria-label="Left luggage">
<li>Small bag, one day ${formatMoney(station.luggage.small)}</li>
<li>Large bag, one day ${formatMoney(station.luggage.large)}</li>
</ul>
<h2>Services</h2><ul aria-label="Services">
<li>Ticket office open from ${formatTime(station.office.opens)} to ${formatTime(station.office.closes)}</li>
<li>${station.bicycleSpaces} bicycle spaces</li>
<li>${station.shops} ${station.shops === 1 ? "shop" : "shops"}, some open until late</li>
<li>${station.toilets} toilets, one with a changing table</li>
<li>Waiting room next to the ticket office</li>
<li>Taxis in front of the building</li>
</ul>
<iframe src="https://map.rail.test/${station.slug}" title="Map" width="320" height="120"></iframe>
<p><a href="/stations/${station.slug}/departures">Departures</a></p><p><a href="/stations">All stations</a></p>`,
  });
}

/**
 * Writes the frame with a station's map.
 *
 * @param station The station.
 * @returns A whole document for another origin.
 */
export function mapFrame(station: Station): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Map</title></head><body>
<p>Bus stop, ${station.busMinutes} min on foot</p></body></html>
`;
}

/**
 * Writes a departures board; a script fills it from {@linkcode boardData}.
 *
 * @param world The world.
 * @param station The station.
 * @returns The document.
 */
export function boardPage(world: World, station: Station): string {
  return layout(world, {
    title: `Departures from ${station.name}, ${world.days[0]?.label}`,
    main: `<p data-status>Loading departures</p>
<ul aria-label="Departures" data-board="/data/board/${station.slug}.json"></ul>
<p><a href="/stations/${station.slug}">Back to the station</a></p>`,
  });
}

/**
 * Lists what leaves a station on the first day.
 *
 * @param world The world.
 * @param station The station.
 * @returns One line a train, by departure.
 */
export function boardData(world: World, station: Station): { readonly lines: readonly string[] } {
  const first = world.days[0]?.id ?? "";
  const rows = world.routes.filter((route) => world.stations[route.from] === station)
    .flatMap((route) => departuresOn(world, route, first))
    .sort((a, b) => a.train.departs - b.train.departs)
    .map(({ train, to }) => `${formatTime(train.departs)} ${train.number} to ${to.name}, platform ${train.platform}`);
  return { lines: rows };
}

/**
 * Lists the platforms of a route's trains.
 *
 * @param world The world.
 * @param routeId `from-to`, of slugs.
 * @returns Departure platforms by train; undefined where there is no such route.
 */
export function platformData(world: World, routeId: string): Readonly<Record<string, number>> | undefined {
  const route = world.routes.find(({ id }) => id === routeId);
  if (route === undefined) return undefined;
  return Object.fromEntries(route.trains.map((train) => [trainKey(train.number), train.platform]));
}
