import type { World } from "../world.ts";
import { escapeHtml, selectField } from "./html.ts";
import { layout } from "./layout.ts";

/**
 * Writes the page with the search form. The form has chosen a day already, and not the first one.
 *
 * @param world The world.
 * @returns The document.
 */
export function homePage(world: World): string {
  const stations = [
    ["", "Choose a station"] as const,
    ...world.stations.map(({ slug, name }) => [slug, name] as const),
  ];
  const form = `<form action="/search" method="get" aria-label="Journey">
${selectField("From", "from", stations, "", true)}
${selectField("To", "to", stations, "", true)}
${
    selectField(
      "Date",
      "date",
      world.days.map(({ id, label }) => [id, label]),
      world.days[world.preselectedDay]?.id ?? "",
    )
  }
<p><button>Search trains</button></p></form>`;
  const latest = world.notices.slice(0, 3).map((notice) =>
    `<li>${escapeHtml(`${notice.work} at ${world.stations[notice.station]?.name}`)}</li>`
  ).join("");
  return layout(world, {
    title: "Plan a journey",
    main: `${form}
<h2>Good to know</h2>
<ul aria-label="Good to know">
<li>Tickets are sold for three days</li>
<li>Most trains are direct, some need one change</li>
<li>Seats are chosen when a train is booked</li>
<li>Stations have left luggage for small and large bags</li>
</ul>
<h2>Latest notices</h2><ul>${latest}</ul>
<p><a href="/notices">All notices</a></p>`,
  });
}
