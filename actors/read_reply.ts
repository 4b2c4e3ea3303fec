import { z } from "zod";
import { type Action, actionSchema } from "../env/mod.ts";
import type { ReplyField } from "../memory/mod.ts";
import type { ReplyForm } from "../models/mod.ts";

/** A reply of the acting model, read or not. */
export type ReadReply =
  | { readonly readable: true; readonly thought: string; readonly summary?: string; readonly action: Action }
  | { readonly readable: false; readonly problem: string };

const FENCE = /```[a-z]*[ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*```/g;

const replySchema = z.object({
  thought: z.string().optional(),
  summary: z.string().nullish(),
  action: actionSchema,
});

/**
 * The form of the acting model's reply, for endpoints that can hold a model to one: what {@linkcode readReply} reads.
 *
 * @param fields Which fields the policy wants beside the action.
 * @returns A JSON Schema under the name `act`.
 */
export function replyForm(fields: readonly ReplyField[]): ReplyForm {
  const wanted = z.object({
    ...(fields.includes("thought") ? { thought: z.string() } : {}),
    ...(fields.includes("summary") ? { summary: z.string() } : {}),
    action: actionSchema,
  });
  const { $schema: _dialect, ...schema } = z.toJSONSchema(wanted);
  return { name: "act", schema };
}

/**
 * Reads the acting model's reply: one JSON object, alone or in a single fenced block. Nothing is guessed and nothing
 * evaluated; a missing summary is no fault, as the summarizer asks for it again.
 *
 * @param text The reply as it came.
 * @param fields Which fields the policy wants beside the action.
 * @returns The thought and action, or what exactly is wrong, for the agent to read.
 *
 * @example Prose is no action
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readReply } from "./read_reply.ts";
 *
 * equal(readReply('{"thought":"go","action":{"kind":"back"}}', ["thought"]).readable, true);
 * equal(readReply("I would go back.", ["thought"]).readable, false);
 * ```
 */
export function readReply(text: string, fields: readonly ReplyField[]): ReadReply {
  const found = findJson(text);
  if ("problem" in found) return { readable: false, problem: found.problem };
  const parsed = replySchema.safeParse(found.json);
  if (!parsed.success) return { readable: false, problem: sayIssues(parsed.error, found.json) };
  const { thought, summary, action } = parsed.data;
  if (thought === undefined && fields.includes("thought")) {
    return { readable: false, problem: "thought: a text is expected, and the field is missing" };
  }
  return {
    readable: true,
    thought: thought ?? "",
    ...(typeof summary === "string" && fields.includes("summary") ? { summary } : {}),
    action,
  };
}

/** Finds the one JSON object of a text, or says why there is none. */
function findJson(text: string): { json: unknown } | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "the reply is empty" };
  const blocks = [...trimmed.matchAll(FENCE)].map((match) => match[1] ?? "");
  if (!trimmed.startsWith("{") && blocks.length === 0) {
    return { problem: "the reply is not JSON: it must be one JSON object and nothing else" };
  }
  if (!trimmed.startsWith("{") && blocks.length > 1) {
    return { problem: `the reply has ${blocks.length} fenced blocks: it must have one` };
  }
  try {
    const json: unknown = JSON.parse(trimmed.startsWith("{") ? trimmed : blocks[0] ?? "");
    const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
    return isObject ? { json } : { problem: "the fenced block holds no JSON object" };
  } catch (error) {
    // The engine's own words change between releases and would change prompts, so only the fact is passed on.
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: "the reply is not valid JSON: it must be one JSON object and nothing else" };
  }
}

/** Says each issue with its path and what was there, in words that a model can act on. */
function sayIssues(error: z.ZodError, json: unknown): string {
  return error.issues.slice(0, 3).map((issue) => {
    const got = issue.path.reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : value,
      json,
    );
    const value = got === undefined ? "nothing" : (JSON.stringify(got) ?? String(got)).slice(0, 120);
    return `${issue.path.join(".") || "reply"}: ${issue.message}; got ${value}`;
  }).join("; ");
}
