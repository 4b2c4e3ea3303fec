import type { ImportedAction } from "../trajectory.ts";
import { read, unread } from "./unread.ts";

/** A reference to an element as agents write it: `a12`, `[12]`, a selector without code in it. */
const REF = /^[\w#.:\-[\]="' >*@/]{1,200}$/;
const CODE = /__|\bimport\b|\beval\b|\bexec\b|\bsystem\b|[;`\\]/;

/**
 * Reads a call as BrowserGym, AWM and the Playwright-like logs write actions: `click('a12')`, `fill("b3", "lamp")`,
 * `send_msg_to_user("42")`, `page.goto('https://…')`. Arguments are literals; anything else is not read, and nothing is
 * ever run.
 *
 * @param raw The call, perhaps in a code fence or with a comment behind it.
 * @returns The action; unread where it is no such call.
 *
 * @example Code in an argument
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { callAction } from "./call_action.ts";
 *
 * equal(callAction(`click("__import__('os').system('id')")`).kind, "unread");
 * equal(callAction("click('a12')").target, "a12");
 * ```
 */
export function callAction(raw: string): ImportedAction {
  const text = raw.trim().replace(/^```\w*\s*|\s*```$/g, "").trim();
  const call = /^((?:[a-z]\w*\.)*)([a-z]\w*)\(([\s\S]*)\)\s*(?:#[^\n]*)?$/i.exec(text);
  const args = call === null ? undefined : literalsIn(call[3] ?? "");
  if (call === null || args === undefined) return unread(raw);
  const [first, second] = args;
  const named = (kind: ImportedAction["kind"], value?: string): ImportedAction =>
    first === undefined || !REF.test(first) || CODE.test(first)
      ? unread(raw)
      : read(raw, kind, { target: first, text: value });
  switch ((call[2] ?? "").toLowerCase()) {
    case "click":
    case "dblclick":
    case "check":
    case "uncheck":
    case "tap":
    case "mouse_click":
      return named("click");
    case "fill":
    case "type":
      return second === undefined ? unread(raw) : named("type", second);
    case "write":
    case "keyboard_type":
      return first === undefined ? unread(raw) : read(raw, "type", { text: first });
    case "select_option":
    case "select":
      return second === undefined ? unread(raw) : named("select", second);
    case "hover":
      return named("hover");
    case "press":
    case "hotkey":
    case "keyboard_press":
      return first === undefined ? unread(raw) : read(raw, "press", { text: second ?? first });
    case "goto":
    case "open_url":
      return first === undefined ? unread(raw) : read(raw, "goto", { text: first });
    case "go_back":
    case "goback":
      return read(raw, "back");
    case "go_forward":
      return read(raw, "forward");
    case "reload":
      return read(raw, "reload");
    case "scroll": {
      const amount = Number(second ?? first);
      return read(raw, "scroll", { direction: first === "up" || amount < 0 ? "up" : "down" });
    }
    case "drag_and_drop":
    case "drag":
      return named("drag", second);
    case "noop":
    case "wait":
    case "sleep":
      return read(raw, "wait");
    case "new_tab":
    case "tab_close":
    case "tab_focus":
      return read(raw, "tab");
    case "send_msg_to_user":
    case "answer":
    case "terminate":
    case "finish":
    case "done":
    case "report_infeasible":
      return read(raw, "answer", { text: first ?? "" });
    default:
      return unread(raw);
  }
}

/** The literals between the brackets as texts; undefined where anything else stands there. */
function literalsIn(text: string): string[] | undefined {
  const found: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const one =
      /^(?:[a-z_]\w*\s*=\s*)?(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+(?:\.\d+)?)|(True|False|None|true|false|null)|(\[[^\]()]*\]))\s*(?:,\s*|$)/
        .exec(rest);
    if (one === null) return undefined;
    found.push((one[1] ?? one[2] ?? one[3] ?? one[4] ?? one[5] ?? "").replaceAll(/\\(['"\\])/g, "$1"));
    rest = rest.slice(one[0].length).trim();
  }
  return found;
}
