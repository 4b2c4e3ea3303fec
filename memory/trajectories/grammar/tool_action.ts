import { canonicalJson } from "../../../base/mod.ts";
import type { ImportedAction } from "../trajectory.ts";
import { read, unread } from "./unread.ts";

/** Words in the names of tools, whole ones, the first that fits. */
const KINDS: readonly (readonly [RegExp, ImportedAction["kind"]])[] = [
  [/^(done|finish|answer|submit|complete|stop|send_msg_to_user)$/, "answer"],
  [/(^|_)(go_back|back)(_|$)/, "back"],
  [/(^|_)forward(_|$)/, "forward"],
  [/(^|_)(reload|refresh)(_|$)/, "reload"],
  [/(^|_)(tab|tabs)(_|$)/, "tab"],
  [/(^|_)(navigate|goto|go_to|open_url|search_google|search|visit)(_|$)/, "goto"],
  [/(^|_)(select|select_option|dropdown)(_|$)/, "select"],
  [/(^|_)(input|type|fill|write)(_|$)/, "type"],
  [/(^|_)scroll(_|$)/, "scroll"],
  [/(^|_)(hover|mouse_move)(_|$)/, "hover"],
  [/(^|_)drag(_|$)/, "drag"],
  [/(^|_)(send_keys|keys|key|press|keypress)(_|$)/, "press"],
  [/(^|_)(click|tap)(_|$)/, "click"],
  [/(^|_)(wait|sleep)(_|$)/, "wait"],
  [/(^|_)(extract|note|memory|read|write_file|read_file|screenshot|observe)(_|$)/, "note"],
];

/**
 * Reads a tool call: a name such as `click_element_by_index` and its parameters, as browser-use, Inspect and ATIF log it.
 *
 * @param name The tool's name.
 * @param parameters Its parameters, plain data.
 * @param label The words on the element, where the log tells them.
 * @returns The action; unread where the name says nothing that is known.
 */
export function toolAction(name: string, parameters: unknown, label?: string): ImportedAction {
  const raw = canonicalJson({ [name]: parameters ?? {} });
  const given = typeof parameters === "object" && parameters !== null ? parameters as Record<string, unknown> : {};
  const kind = KINDS.find(([pattern]) => pattern.test(name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")))?.[1];
  if (kind === undefined) return unread(raw);
  const pick = (...keys: string[]): string | undefined => {
    const value = keys.map((key) => given[key]).find((one) => typeof one === "string" || typeof one === "number");
    return value === undefined ? undefined : String(value);
  };
  const target = pick("index", "element_id", "ref", "selector", "element", "coordinate", "id");
  const text = kind === "goto"
    ? pick("url", "query")
    : pick("text", "keys", "key", "value", "option", "answer", "query");
  const direction = kind !== "scroll"
    ? undefined
    : given["down"] === false || pick("direction") === "up" || Number(pick("amount", "delta_y")) < 0
    ? "up"
    : "down";
  return read(raw, kind, { target, label, text, direction });
}
