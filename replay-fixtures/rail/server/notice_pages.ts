import type { Notice, World } from "../world.ts";
import { escapeHtml } from "./html.ts";
import { layout } from "./layout.ts";

/** Notices on a page of the list. */
export const NOTICES_A_PAGE = 4;

/**
 * Writes one page of the notices.
 *
 * @param world The world.
 * @param wanted The page, from 1; one too high is the last.
 * @returns The document.
 */
export function noticesPage(world: World, wanted: number): string {
  const pages = Math.ceil(world.notices.length / NOTICES_A_PAGE);
  const page = Math.min(wanted, pages);
  const items = world.notices.slice((page - 1) * NOTICES_A_PAGE, page * NOTICES_A_PAGE).map((notice) =>
    `<li><span>Notice ${notice.id}, ${
      escapeHtml(`${notice.work} at ${world.stations[notice.station]?.name}`)
    }</span> ` +
    `<a href="/notices/${notice.id}">Read notice ${notice.id}</a></li>`
  ).join("\n");
  const links = [
    page > 1 ? `<li><a href="/notices?page=${page - 1}">Newer notices</a></li>` : "",
    page < pages ? `<li><a href="/notices?page=${page + 1}">Older notices</a></li>` : "",
  ].join("");
  return layout(world, {
    title: "Notices",
    main: `<p>${world.notices.length} notices, page ${page} of ${pages}</p>
<ul aria-label="Notices">
${items}
</ul>
<ul aria-label="More" class="links">${links}</ul>
<p>Each notice tells how long the works last and how much longer journeys take.</p>`,
  });
}

/**
 * Writes one notice.
 *
 * @param world The world.
 * @param notice The notice.
 * @returns The document.
 */
export function noticePage(world: World, notice: Notice): string {
  return layout(world, {
    title: `Notice ${notice.id}`,
    main: `<p>${escapeHtml(`${notice.work} at ${world.stations[notice.station]?.name}`)}</p>
<ul aria-label="Details">
<li>The works last ${notice.days} days</li>
<li>Journeys take up to ${notice.extraMinutes} minutes longer</li>
</ul>
<p>Trains run, but some take longer or leave from another platform. Allow more time to change.</p>
<p>We are sorry for the trouble. Staff in orange jackets help on the spot.</p>
<p><a href="/notices">All notices</a></p>`,
  });
}
