import type { ImportedAction } from "../trajectory.ts";
import { read, unread } from "./unread.ts";

/**
 * Reads WebVoyager's seven actions: `Click [3]`, `Type [3]; words`, `Scroll [WINDOW]; down`, `Wait`, `GoBack`, `Google`,
 * `ANSWER; words`. An answer's text is kept whole, brackets and all.
 *
 * @param raw What stands after "Action:".
 * @returns The action; unread where it is none of them.
 *
 * @example An answer with brackets
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { webVoyagerAction } from "./webvoyager_action.ts";
 *
 * equal(webVoyagerAction("ANSWER; The roots are [1, 2]").text, "The roots are [1, 2]");
 * ```
 */
export function webVoyagerAction(raw: string): ImportedAction {
  const text = raw.trim();
  const target = /^(Click|Type|Scroll)\s*\[?(\d+|WINDOW)\]?\s*(?:;\s*([\s\S]*))?$/i.exec(text);
  if (target !== null) {
    const [, verb = "", label = "", rest] = target;
    const named = { target: `[${label}]` };
    switch (verb.toLowerCase()) {
      case "click":
        return rest === undefined ? read(raw, "click", named) : unread(raw);
      case "type":
        return rest === undefined ? unread(raw) : read(raw, "type", { ...named, text: unbracketed(rest) });
      default: {
        const way = /^\[?(up|down)\]?$/i.exec(rest ?? "")?.[1]?.toLowerCase();
        return way === undefined
          ? unread(raw)
          : read(raw, "scroll", { ...named, direction: way === "up" ? "up" : "down" });
      }
    }
  }
  if (/^wait\b/i.test(text)) return read(raw, "wait");
  if (/^go\s?back$/i.test(text)) return read(raw, "back");
  if (/^google$/i.test(text)) return read(raw, "goto", { text: "https://www.google.com/" });
  const answer = /^answer\s*;?\s*([\s\S]*)$/i.exec(text);
  return answer === null ? unread(raw) : read(raw, "answer", { text: unbracketed(answer[1] ?? "") });
}

/** A text that stands in one pair of brackets as a whole is meant without them. */
function unbracketed(text: string): string {
  return /^\[[^[\]]*\]$/.test(text.trim()) ? text.trim().slice(1, -1) : text;
}
