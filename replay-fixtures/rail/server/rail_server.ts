import type { StatefulRequest } from "../../../env/replay/mod.ts";
import { railHandler } from "../handlers.ts";
import { findDeparture, findFare, findRoute, type Sort, SORTS } from "../timetable.ts";
import type { World } from "../world.ts";
import { logoPng, SCRIPT, stationSvg, STYLE } from "./assets.ts";
import { farePage, faresPage, railcardsPage } from "./fare_pages.ts";
import { helpPage } from "./help_pages.ts";
import { HELP_TOPICS } from "./help_topics.ts";
import { homePage } from "./home_page.ts";
import { messagePage } from "./message_page.ts";
import { noticePage, noticesPage } from "./notice_pages.ts";
import { resultsPage } from "./results_page.ts";
import { boardData, boardPage, mapFrame, platformData, stationPage, stationsPage } from "./station_pages.ts";
import { trainPage } from "./train_page.ts";

/**
 * Makes the railway's site. Every page but login, booking and the customer's trips is a function of its address alone.
 *
 * @param world What the site tells.
 * @returns A handler for `https://rail.test` and `https://map.rail.test`. It has one account, so one visitor at a time.
 *
 * @example The front page
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { defaultWorld } from "../world.ts";
 * import { railServer } from "./rail_server.ts";
 *
 * const response = await railServer(defaultWorld)(new Request("https://rail.test/"));
 * equal(response.status, 200);
 * ```
 */
export function railServer(world: World): (request: Request) => Promise<Response> {
  const handler = railHandler(world);
  let state = handler.init();
  return async (request) => {
    const asked = await parse(request);
    if (handler.handles(asked)) {
      const reduced = handler.reduce(state, asked);
      state = reduced.state;
      const { status, headers, body } = reduced.response;
      return new Response(body, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) });
    }
    if (asked.method !== "GET") return html(messagePage(world, "Not allowed", "This page can only be read."), 405);
    return asked.url.hostname === "map.rail.test" ? map(world, asked.url) : read(world, asked.url);
  };
}

async function parse(request: Request): Promise<StatefulRequest> {
  const body = await request.text();
  const headers = Object.fromEntries(request.headers);
  const urlencoded = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  return {
    method: request.method,
    url: new URL(request.url),
    headers,
    body,
    form: urlencoded ? Object.fromEntries(new URLSearchParams(body)) : {},
  };
}

function read(world: World, url: URL): Response {
  const [first = "", second, third] = url.pathname.slice(1).split("/");
  const station = world.stations.find(({ slug }) => slug === second);
  switch (first) {
    case "":
      return html(homePage(world));
    case "search":
      return search(world, url.searchParams);
    case "trains": {
      const departure = findDeparture(world, second ?? "", url.searchParams.get("date") ?? "");
      return departure === undefined ? missing(world) : html(trainPage(world, departure));
    }
    case "stations":
      if (second === undefined) return html(stationsPage(world));
      if (station === undefined) return missing(world);
      return html(third === "departures" ? boardPage(world, station) : stationPage(world, station));
    case "fares": {
      if (second === undefined) return html(faresPage(world));
      const fare = findFare(world, second);
      return fare === undefined ? missing(world) : html(farePage(world, fare.fare));
    }
    case "help": {
      const topic = HELP_TOPICS.find(({ slug }) => slug === second);
      return topic === undefined ? missing(world) : html(helpPage(world, topic));
    }
    case "railcards":
      return html(railcardsPage(world));
    case "notices": {
      if (second === undefined) return html(noticesPage(world, pageNumber(url.searchParams)));
      const notice = world.notices.find(({ id }) => String(id) === second);
      return notice === undefined ? missing(world) : html(noticePage(world, notice));
    }
    case "data":
      return data(world, second ?? "", (third ?? "").replace(/\.json$/, ""));
    case "assets":
      return asset(world, url.pathname);
    case "favicon.ico":
      return body(logoPng(world), "image/png");
    default:
      return missing(world);
  }
}

function search(world: World, query: URLSearchParams): Response {
  const route = findRoute(world, query.get("from") ?? "", query.get("to") ?? "");
  const day = world.days.find(({ id }) => id === query.get("date"));
  if (route === undefined || day === undefined) {
    return html(messagePage(world, "No through train", "No train goes all the way. Choose another start, end or day."));
  }
  const sort = SORTS.find((name): name is Sort => name === query.get("sort")) ?? "departure";
  return html(resultsPage(world, { route, day, sort, direct: query.get("direct") === "1", page: pageNumber(query) }));
}

function data(world: World, kind: string, name: string): Response {
  const station = world.stations.find(({ slug }) => slug === name);
  const found = kind === "platforms"
    ? platformData(world, name)
    : kind === "board" && station !== undefined
    ? boardData(world, station)
    : undefined;
  return found === undefined
    ? body('{"error":"not found"}', "application/json", 404)
    : body(JSON.stringify(found), "application/json");
}

function asset(world: World, path: string): Response {
  const station = world.stations.find(({ slug }) => path === `/assets/stations/${slug}.svg`);
  if (station !== undefined) return body(stationSvg(station), "image/svg+xml");
  switch (path) {
    case "/assets/site.css":
      return body(STYLE, "text/css; charset=utf-8");
    case "/assets/site.js":
      return body(SCRIPT, "text/javascript; charset=utf-8");
    case "/assets/logo.png":
      return body(logoPng(world), "image/png");
    default:
      return missing(world);
  }
}

function map(world: World, url: URL): Response {
  const station = world.stations.find(({ slug }) => url.pathname === `/${slug}`);
  if (station !== undefined) return html(mapFrame(station));
  return url.pathname === "/favicon.ico" ? body(logoPng(world), "image/png") : missing(world);
}

function pageNumber(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? "1");
  return Number.isInteger(page) && page > 0 ? page : 1;
}

function missing(world: World): Response {
  return html(messagePage(world, "Not found", "There is no such page."), 404);
}

function html(text: string, status = 200): Response {
  return body(text, "text/html; charset=utf-8", status);
}

function body(content: string | Uint8Array<ArrayBuffer>, type: string, status = 200): Response {
  return new Response(content, { status, headers: { "content-type": type } });
}
