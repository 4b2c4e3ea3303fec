import type { World } from "../world.ts";
import { HELP_TOPICS } from "./help_topics.ts";
import { escapeHtml } from "./html.ts";

/** What a page puts into the frame that all pages share. */
export interface PageContent {
  /** Title and first heading. */
  readonly title: string;
  /** HTML below the heading. */
  readonly main: string;
}

/**
 * Writes a whole page. It depends on nothing but its arguments, so that a recorded page stays true.
 *
 * @param world The world.
 * @param page Title and content.
 * @returns The document.
 */
export function layout(world: World, page: PageContent): string {
  const links = [
    ["/", "Search"],
    ["/stations", "Stations"],
    ["/fares", "Fares"],
    ["/railcards", "Railcards"],
    ["/notices", "Notices"],
    ["/account/bookings", "My bookings"],
  ].map(([href, text]) => `<a href="${href}">${text}</a>`).join("\n");
  const popular = world.routes.map((route) => {
    const from = world.stations[route.from];
    const to = world.stations[route.to];
    const query = new URLSearchParams({ from: from?.slug ?? "", to: to?.slug ?? "", date: world.days[0]?.id ?? "" });
    return `<li><a href="/search?${escapeHtml(query.toString())}">From ${
      escapeHtml(`${from?.name} to ${to?.name}`)
    }</a></li>`;
  }).join("\n");
  const help = HELP_TOPICS.map(({ slug, title }) => `<li><a href="/help/${slug}">${title}</a></li>`).join("\n");
  const title = escapeHtml(page.title);
  const railway = escapeHtml(world.railway);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} - ${railway}</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/assets/site.css">
<script src="/assets/site.js" defer></script></head>
<body><header><img src="/assets/logo.png" width="32" height="32" alt=""><nav aria-label="Main">${links}</nav></header>
<main><h1>${title}</h1>
${page.main}
</main><aside aria-label="Popular journeys"><h2>Popular journeys</h2><ul>
${popular}
</ul></aside><footer><h2>Help</h2><ul>
${help}
</ul><p>Call us on ${world.phone}, every day from six in the morning until ten at night.</p>
<p>${railway}, an invented railway. Times and prices are for the days on sale.</p></footer></body></html>
`;
}
