import type { ImportedAction } from "../trajectory.ts";
import { read, unread } from "./unread.ts";

/**
 * Reads the sentences in which the agent browser protocol logs its actions: `Click at (440, 371)`, `Type "words"`,
 * `Scroll (delta_x=0, delta_y=300)`, `Navigate to https://…`, `Select picker sp_4 -> Select option(s) [211]`.
 *
 * @param raw The sentence.
 * @returns The action; unread where it is none of them.
 */
export function abpAction(raw: string): ImportedAction {
  const text = raw.trim();
  const point = /^(Click|Double[- ]click|Right[- ]click|Hover) at (\(-?[\d.]+, ?-?[\d.]+\))$/i.exec(text);
  if (point !== null) return read(raw, /^hover/i.test(text) ? "hover" : "click", { target: point[2] });
  const typed = /^Type "([\s\S]*)"$/.exec(text);
  if (typed !== null) return read(raw, "type", { text: typed[1] });
  const scrolled = /^Scroll \(delta_x=(-?[\d.]+), ?delta_y=(-?[\d.]+)\)$/i.exec(text);
  if (scrolled !== null) {
    const [x, y] = [Number(scrolled[1]), Number(scrolled[2])];
    const direction = y === 0 && x !== 0 ? (x < 0 ? "left" : "right") : y < 0 ? "up" : "down";
    return read(raw, "scroll", { direction });
  }
  const key = /^Press (\S+)$/.exec(text);
  if (key !== null) return read(raw, "press", { text: key[1] });
  const way = /^Navigate (?:to (\S+)|(back|forward|reload))$/i.exec(text);
  if (way?.[1] !== undefined) return read(raw, "goto", { text: way[1] });
  if (way?.[2] !== undefined) return read(raw, way[2].toLowerCase() as "back" | "forward" | "reload");
  const picked = /^Select picker (\S+) -> (?:Select option\(s\) (\[[\d, ]*\])|CANCEL)$/.exec(text);
  if (picked !== null) {
    return picked[2] === undefined
      ? read(raw, "press", { target: picked[1], text: "ESCAPE" })
      : read(raw, "select", { target: picked[1], text: picked[2] });
  }
  const slid = /^Slider \((?:horizontal|vertical)\) set to (-?[\d.]+) \[range .*\]$/i.exec(text);
  if (slid !== null) return read(raw, "slide", { text: slid[1] });
  const dragged = /^Drag from (\(.*\)) to (\(.*\))$/.exec(text);
  if (dragged !== null) return read(raw, "drag", { target: dragged[1], text: dragged[2] });
  if (/^Wait\b/i.test(text)) return read(raw, "wait");
  return unread(raw);
}
