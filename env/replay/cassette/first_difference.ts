import { canonicalJson } from "../../../base/mod.ts";
import { asFields, type CallFields } from "./canonical_model_call.ts";

/** Where two calls to a model begin to differ. */
export interface CallDifference {
  /** Index of the first message that differs; left out where all are equal. */
  readonly message?: number;
  /** JSON pointer: of the message where one differs (`/content/0/text`), else of the call (`/temperature`); empty for all of it. */
  readonly field: string;
  /** What was asked, around the first difference; left out where it is absent. */
  readonly asked?: string;
  /** What was recorded, likewise. */
  readonly recorded?: string;
}

/**
 * Finds where two calls begin to differ: first message by message, then in their other fields.
 *
 * @param asked One call's fields, canonical.
 * @param recorded The other's.
 * @returns The first difference, or nothing where they are equal.
 *
 * @example The second message is another one
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { firstDifference } from "./first_difference.ts";
 *
 * const call = (...texts: string[]) => ({ messages: texts.map((content) => ({ role: "user", content })) });
 * deepEqual(firstDifference(call("Hi", "a lamp"), call("Hi", "a lamb")), {
 *   message: 1,
 *   field: "/content",
 *   asked: "a lamp",
 *   recorded: "a lamb",
 * });
 * ```
 */
export function firstDifference(asked: CallFields, recorded: CallFields): CallDifference | undefined {
  const [mine, theirs] = [messagesOf(asked), messagesOf(recorded)];
  const message = equalMessages(asked, recorded);
  if (message < Math.max(mine.length, theirs.length)) {
    return { message, ...difference(mine[message], theirs[message], "") };
  }
  const { messages: _m, input: _i, ...ownFields } = asked;
  const { messages: _n, input: _j, ...otherFields } = recorded;
  if (canonicalJson(ownFields) === canonicalJson(otherFields)) return undefined;
  return difference(ownFields, otherFields, "");
}

/**
 * Counts the messages with which two calls begin alike.
 *
 * @param asked One call's fields, canonical.
 * @param recorded The other's.
 * @returns How many; all of the shorter one's at most.
 */
export function equalMessages(asked: CallFields, recorded: CallFields): number {
  const [mine, theirs] = [messagesOf(asked), messagesOf(recorded)];
  let equal = 0;
  while (equal < Math.min(mine.length, theirs.length) && same(mine[equal], theirs[equal])) equal++;
  return equal;
}

/** Chat has messages; responses and embeddings have an input, which may be one text. */
function messagesOf(fields: CallFields): readonly unknown[] {
  const list = fields["messages"] ?? fields["input"];
  return list === undefined ? [] : Array.isArray(list) ? list : [list];
}

function same(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function difference(asked: unknown, recorded: unknown, field: string): Omit<CallDifference, "message"> {
  const [mine, theirs] = [entriesOf(asked), entriesOf(recorded)];
  if (mine !== undefined && theirs !== undefined) {
    for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
      const [own, other] = [mine.get(name), theirs.get(name)];
      if (own === undefined && other === undefined) continue;
      if (own === undefined || other === undefined || !same(own, other)) {
        return difference(own, other, `${field}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
      }
    }
  }
  const [own, other] = [textOf(asked), textOf(recorded)];
  const from = Math.max(0, commonStart(own ?? "", other ?? "") - 30);
  return {
    field,
    ...(own === undefined ? {} : { asked: excerpt(own, from) }),
    ...(other === undefined ? {} : { recorded: excerpt(other, from) }),
  };
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [String(index), item]));
  const fields = asFields(value);
  return fields === undefined ? undefined : new Map(Object.entries(fields));
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : typeof value === "string" ? value : canonicalJson(value);
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < Math.min(a.length, b.length) && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** Characters of a text that a message shows. */
const SHOWN = 70;

function excerpt(text: string, from: number): string {
  const piece = text.slice(from, from + SHOWN);
  return `${from > 0 ? "…" : ""}${piece}${from + SHOWN < text.length ? "…" : ""}`;
}
