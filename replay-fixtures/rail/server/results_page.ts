import { formatDuration, formatMoney, formatTime } from "../format.ts";
import { type Departure, departuresOn, lowestPrice, type Sort, SORTS, trainKey } from "../timetable.ts";
import type { Day, Route, World } from "../world.ts";
import { escapeHtml, hiddenFields, selectField } from "./html.ts";
import { layout } from "./layout.ts";

/** Trains on a page of the list. */
export const TRAINS_A_PAGE = 5;

/** What a list of trains shows. */
export interface ResultsQuery {
  readonly route: Route;
  readonly day: Day;
  readonly sort: Sort;
  readonly direct: boolean;
  /** From 1. */
  readonly page: number;
}

/**
 * Writes one page of the trains of a day. The links to other pages keep the order and forget the filter.
 *
 * @param world The world.
 * @param query Direction, day, order, filter and page; a page too high is the last.
 * @returns The document.
 */
export function resultsPage(world: World, query: ResultsQuery): string {
  const { route, day, sort, direct } = query;
  const found = departuresOn(world, route, day.id, { sort, direct });
  const pages = Math.max(1, Math.ceil(found.length / TRAINS_A_PAGE));
  const page = Math.min(query.page, pages);
  const from = world.stations[route.from];
  const to = world.stations[route.to];
  const place = { from: from?.slug ?? "", to: to?.slug ?? "", date: day.id };
  const link = (text: string, fields: Readonly<Record<string, string>>): string =>
    `<li><a href="/search?${escapeHtml(new URLSearchParams(fields).toString())}">${text}</a></li>`;
  const other = (number: number) => ({ ...place, page: String(number), sort });
  const dayIndex = world.days.indexOf(day);
  const earlier = world.days[dayIndex - 1];
  const later = world.days[dayIndex + 1];
  const links = [
    page > 1 ? link("Previous trains", other(page - 1)) : "",
    page < pages ? link("More trains", other(page + 1)) : "",
    earlier === undefined ? "" : link("Earlier day", { ...place, date: earlier.id }),
    later === undefined ? "" : link("Later day", { ...place, date: later.id }),
  ].join("");
  const kind = direct ? "direct only" : "direct and changing";
  const rows = found.slice((page - 1) * TRAINS_A_PAGE, page * TRAINS_A_PAGE).map((row) => listItem(world, row)).join(
    "\n",
  );
  return layout(world, {
    title: `${from?.name} to ${to?.name}, ${day.label}`,
    main: `<p>${found.length} trains, sorted by ${sort}, ${kind}, page ${page} of ${pages}</p>
<form action="/search" method="get" aria-label="List" data-autosubmit>${hiddenFields({ ...place, page: String(page) })}
${selectField("Sort by", "sort", SORTS.map((name) => [name, sortLabel(name)]), sort)}
<p><label><input type="checkbox" name="direct" value="1"${direct ? " checked" : ""}> Direct trains only</label></p>
<noscript><button>Update</button></noscript></form>
<ul aria-label="Trains" class="trains">
${rows}
</ul>
<ul aria-label="More" class="links">${links}</ul>
<p>Prices are for one adult in the cheapest fare that is left. Other fares are on the page of each train.</p>`,
  });
}

/**
 * Says a train in one line, as lists do.
 *
 * @param world The world.
 * @param departure The train on its day.
 * @returns Such as `AB 123 departs 07:05, arrives 09:10, 2 h 05 min, direct, from €24.90`.
 */
export function trainLine(world: World, departure: Departure): string {
  const { train } = departure;
  const arrives = train.departs + train.minutes;
  const next = arrives >= 1440 ? " (+1 day)" : "";
  const how = train.changeAt === undefined ? "direct" : `1 change at ${world.stations[train.changeAt]?.name}`;
  return `${train.number} departs ${formatTime(train.departs)}, arrives ${formatTime(arrives)}${next}, ` +
    `${formatDuration(train.minutes)}, ${how}, from ${formatMoney(lowestPrice(departure))}`;
}

function listItem(world: World, departure: Departure): string {
  const { train, day } = departure;
  const left = `${train.seatsLeft[world.days.indexOf(day)]} seats left at this price, ${train.coaches} coaches`;
  const quiet = train.quiet ? ", quiet coach" : "";
  return `<li><span>${escapeHtml(trainLine(world, departure))}</span><p>${left}${quiet}</p><a href="/trains/${
    trainKey(train.number)
  }?date=` +
    `${day.id}">View ${train.number}</a></li>`;
}

function sortLabel(sort: Sort): string {
  return sort.charAt(0).toUpperCase() + sort.slice(1);
}
