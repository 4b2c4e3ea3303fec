import type { ImportedAction } from "../trajectory.ts";
import { read, unread } from "./unread.ts";

/** What follows each word, in brackets; matched as whole words, so that `type` is not found in `prototype`. */
const GRAMMAR: readonly (readonly [RegExp, (raw: string, parts: readonly (string | undefined)[]) => ImportedAction])[] =
  [
    [/^click \[([\w-]+)\]$/, (raw, [, id]) => read(raw, "click", { target: `[${id}]` })],
    [/^hover \[([\w-]+)\]$/, (raw, [, id]) => read(raw, "hover", { target: `[${id}]` })],
    [
      /^type \[([\w-]+)\] \[([\s\S]*?)\](?: \[[01]\])?$/,
      (raw, [, id, text]) => read(raw, "type", { target: `[${id}]`, text }),
    ],
    [/^select \[([\w-]+)\] \[([\s\S]*?)\]$/, (raw, [, id, text]) => read(raw, "select", { target: `[${id}]`, text })],
    [/^press \[([\s\S]+?)\]$/, (raw, [, text]) => read(raw, "press", { text })],
    [
      /^scroll \[?(?:direction=)?(up|down)\]?$/,
      (raw, [, way]) => read(raw, "scroll", { direction: way === "up" ? "up" : "down" }),
    ],
    [/^goto \[([\s\S]+?)\]$/, (raw, [, text]) => read(raw, "goto", { text })],
    [/^(?:new_tab|close_tab|page_focus \[\d+\]|tab_focus \[\d+\])$/, (raw) => read(raw, "tab")],
    [/^go_back$/, (raw) => read(raw, "back")],
    [/^go_forward$/, (raw) => read(raw, "forward")],
    [/^(?:wait|noop|none)(?: \[.*\])?$/, (raw) => read(raw, "wait")],
    [/^note \[([\s\S]*)\]$/, (raw, [, text]) => read(raw, "note", { text })],
    [/^stop(?: \[([\s\S]*)\])?$/, (raw, [, text]) => read(raw, "answer", { text: text ?? "" })],
  ];

/**
 * Reads WebArena's actions: `click [12]`, `type [12] [words] [1]`, `scroll [down]`, `stop [answer]`.
 *
 * @param raw The action.
 * @returns The action; unread where the first word is none of theirs, or its brackets are not as they must be.
 */
export function webArenaAction(raw: string): ImportedAction {
  const text = raw.trim();
  for (const [pattern, make] of GRAMMAR) {
    const found = pattern.exec(text);
    if (found !== null) return make(raw, found);
  }
  return unread(raw);
}
