import type { ImportedAction } from "../trajectory.ts";

/**
 * An action that no grammar reads: its words are kept, and that is all.
 *
 * @param raw As it came.
 * @returns The action.
 */
export function unread(raw: string): ImportedAction {
  return { kind: "unread", raw };
}

/**
 * Makes an action, leaving out what is undefined.
 *
 * @param raw As it came.
 * @param kind What it does.
 * @param rest What else was read.
 * @returns The action.
 */
export function read(
  raw: string,
  kind: ImportedAction["kind"],
  rest: { [K in "target" | "label" | "text" | "direction"]?: ImportedAction[K] | undefined } = {},
): ImportedAction {
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { kind, ...known, raw };
}
