import type { ImportedAction } from "../trajectory.ts";
import { read, unread } from "./unread.ts";

const KINDS: Readonly<Record<string, ImportedAction["kind"]>> = {
  CLICK: "click",
  TYPE: "type",
  INPUT: "type",
  FILL: "type",
  SELECT: "select",
  SCROLL: "scroll",
  NAVIGATE: "goto",
  GOTO: "goto",
  BACK: "back",
  GO_BACK: "back",
  WAIT: "wait",
  PRESS: "press",
  "PRESS ENTER": "press",
  HOVER: "hover",
  DRAG: "drag",
  RELOAD: "reload",
  ANSWER: "answer",
};

/**
 * Reads `element -> OPERATION` and `element -> OPERATION: text`, as Mind2Web and Online-Mind2Web write actions:
 * `[button]  Search -> CLICK`, `<input id="q"> -> TYPE: lamp`, `TASK_COMPLETE -> ANSWER: 42`.
 *
 * @param raw The line.
 * @returns The action; unread where the operation is not known.
 */
export function arrowAction(raw: string): ImportedAction {
  const found = /^([\s\S]*?)\s*->\s*([A-Z][A-Z_ ]*?)\s*(?::\s*([\s\S]*))?$/.exec(raw.trim());
  if (found === null) return unread(raw);
  const [, element = "", operation = "", text] = found;
  const kind = KINDS[operation];
  if (kind === undefined) return unread(raw);
  if (kind === "answer") return read(raw, "answer", { text: text ?? "" });
  const label = labelOf(element);
  const way = /up|down|left|right/i.exec(text ?? "")?.[0].toLowerCase() as ImportedAction["direction"];
  const target = element === "" ? {} : { target: element, label };
  if (kind === "scroll") return read(raw, kind, { ...target, direction: way ?? "down" });
  return read(raw, kind, { ...target, text: text ?? (operation === "PRESS ENTER" ? "Enter" : undefined) });
}

/** The words of `[button]  Search` or `<button>Search</button>`. */
function labelOf(element: string): string | undefined {
  const bracketed = /^\[[a-z]+\]\s*(.+)$/i.exec(element)?.[1];
  const tagged = /^<[^>]*>([^<]+)</.exec(element)?.[1] ?? /aria-label="([^"]+)"/.exec(element)?.[1];
  const label = (bracketed ?? tagged)?.trim();
  return label === "" ? undefined : label;
}
