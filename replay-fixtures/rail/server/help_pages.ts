import type { World } from "../world.ts";
import type { HelpTopic } from "./help_topics.ts";
import { escapeHtml } from "./html.ts";
import { layout } from "./layout.ts";

/**
 * Writes one topic.
 *
 * @param world The world.
 * @param topic The topic.
 * @returns The document.
 */
export function helpPage(world: World, topic: HelpTopic): string {
  return layout(world, {
    title: topic.title,
    main: topic.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n"),
  });
}
