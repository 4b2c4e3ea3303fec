import type { World } from "../world.ts";
import { escapeHtml } from "./html.ts";
import { layout } from "./layout.ts";

/**
 * Writes a page that says one thing: no through train, not found.
 *
 * @param world The world.
 * @param title The heading.
 * @param text One sentence.
 * @returns The document.
 */
export function messagePage(world: World, title: string, text: string): string {
  return layout(world, { title, main: `<p>${escapeHtml(text)}</p><p><a href="/">Search again</a></p>` });
}
