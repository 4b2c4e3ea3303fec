import type { ContentPart, Message } from "../models/mod.ts";

/** The named parts of a prompt, in the order in which they stand. */
export type PartName = "system" | "insights" | "task" | "history" | "observation" | "format";

/** One piece of a prompt, counted and stored by itself. */
export interface PromptPart {
  /** What it is, for counts and reports; no model sees it. */
  readonly name: PartName;
  /** Whether it belongs to the system message or to the user's. */
  readonly role: "system" | "user";
  /** Text ends in a line feed; images by reference. */
  readonly content: readonly ContentPart[];
}

/**
 * Joins parts into messages: neighbours of one role become one message.
 *
 * @param parts In prompt order.
 * @returns The messages.
 *
 * @example Two parts, one message
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { toMessages } from "./mod.ts";
 *
 * const part = (text: string) => ({ name: "task", role: "user", content: [{ type: "text", text }] }) as const;
 * equal(toMessages([part("a\n"), part("b\n")]).length, 1);
 * ```
 */
export function toMessages(parts: readonly PromptPart[]): Message[] {
  const messages: { role: Message["role"]; content: ContentPart[] }[] = [];
  for (const part of parts) {
    const last = messages.at(-1);
    if (last?.role === part.role) last.content.push(...part.content);
    else messages.push({ role: part.role, content: [...part.content] });
  }
  return messages;
}
