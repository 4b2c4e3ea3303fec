import { z } from "zod";

const ref = z.string().regex(/^e\d+$/, 'a reference from the page, such as "e12"');

/** The eight things an agent can do, as JSON. Model text is parsed against this and never evaluated. */
export const actionSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("click"), ref }),
  z.strictObject({ kind: z.literal("type"), ref, text: z.string(), submit: z.boolean().optional() }),
  z.strictObject({ kind: z.literal("select"), ref, option: z.string() }),
  z.strictObject({ kind: z.literal("scroll"), direction: z.enum(["up", "down"]) }),
  z.strictObject({ kind: z.literal("goto"), url: z.string() }),
  z.strictObject({ kind: z.literal("back") }),
  z.strictObject({ kind: z.literal("wait") }),
  z.strictObject({ kind: z.literal("answer"), text: z.string() }),
]);

/** What {@linkcode actionSchema} accepts, as a type. */
export type Action = z.infer<typeof actionSchema>;

/** Every action but `answer`, which ends the episode and never reaches the page. */
export type PageAction = Exclude<Action, { kind: "answer" }>;

/**
 * Says an action in one line, for prompts, reports and logs.
 *
 * @param action The action.
 * @returns A line such as `type e4 "desk lamp" and submit`.
 *
 * @example One line
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { describeAction } from "./mod.ts";
 *
 * equal(describeAction({ kind: "type", ref: "e4", text: "lamp", submit: true }), 'type e4 "lamp" and submit');
 * ```
 */
export function describeAction(action: Action): string {
  switch (action.kind) {
    case "click":
      return `click ${action.ref}`;
    case "type":
      return `type ${action.ref} ${JSON.stringify(action.text)}${action.submit ? " and submit" : ""}`;
    case "select":
      return `select ${action.ref} ${JSON.stringify(action.option)}`;
    case "scroll":
      return `scroll ${action.direction}`;
    case "goto":
      return `goto ${action.url}`;
    case "answer":
      return `answer ${JSON.stringify(action.text)}`;
    default:
      return action.kind;
  }
}
