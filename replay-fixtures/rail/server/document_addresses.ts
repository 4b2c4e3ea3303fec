import { ORIGIN } from "../handlers.ts";
import { departuresOn, SORTS } from "../timetable.ts";
import type { World } from "../world.ts";
import { TRAINS_A_PAGE } from "./results_page.ts";

/**
 * Lists every address that the site's forms can lead to: all searches, and every list in every order, filtered or not.
 *
 * @param world The world.
 * @returns The addresses, as a browser writes them when the forms are sent.
 */
export function documentAddresses(world: World): string[] {
  const address = (fields: Readonly<Record<string, string>>): string =>
    `${ORIGIN}/search?${new URLSearchParams(fields)}`;
  const searches = world.stations.flatMap((from) =>
    world.stations.flatMap((to) => world.days.map((day) => ({ from: from.slug, to: to.slug, date: day.id })))
  );
  const lists = world.routes.flatMap((route) =>
    world.days.flatMap((day) => {
      const pages = Math.ceil(departuresOn(world, route, day.id).length / TRAINS_A_PAGE);
      const from = world.stations[route.from]?.slug ?? "";
      const to = world.stations[route.to]?.slug ?? "";
      return Array.from({ length: pages }, (_, index) => ({ from, to, date: day.id, page: String(index + 1) }));
    })
  );
  const ordered = lists.flatMap((list) => SORTS.map((sort) => ({ ...list, sort })));
  return [...searches, ...ordered, ...ordered.map((list) => ({ ...list, direct: "1" }))].map(address);
}
