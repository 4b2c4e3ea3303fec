import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type Exchange, exchangeSchema } from "./exchange.ts";
import { isExchange } from "./is_exchange.ts";

/** The longest line that is looked at: an exchange is a few hundred bytes, and its bodies are elsewhere. */
export const LONGEST_LINE = 4 * 2 ** 20;

/** One line of `entries.jsonl`. */
export type EntryLine =
  | { readonly line: number; readonly exchange: Exchange }
  /** Why it is no exchange: one clause. */
  | { readonly line: number; readonly damage: string };

/**
 * Reads `entries.jsonl` piece by piece, so that its size in memory is that of its exchanges.
 *
 * @param path The file.
 * @param take Given each line in order, with its number from 1. Empty lines are passed over.
 * @returns SHA-256 of the whole file.
 */
export async function readEntries(path: string, take: (line: EntryLine) => void): Promise<string> {
  const hash = createHash("sha256");
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let line = 0;
  /** What stands after the last line end; nothing while a line is longer than allowed. */
  let rest: Uint8Array[] = [];
  let restLength = 0;

  function takeLine(text: string): void {
    line++;
    if (text !== "") take(readEntry(line, text));
  }

  function takeLines(bytes: Uint8Array): void {
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      takeOneByOne(bytes);
      return;
    }
    for (let from = 0; from < text.length;) {
      const end = text.indexOf("\n", from);
      takeLine(text.slice(from, end < 0 ? text.length : end));
      from = end < 0 ? text.length : end + 1;
    }
  }

  /** Only the line that is no text is to be lost. */
  function takeOneByOne(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const found = bytes.indexOf(LINE_END, from);
      const end = found < 0 ? bytes.length : found;
      try {
        takeLine(decoder.decode(bytes.subarray(from, end)));
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        take({ line, damage: "it is no UTF-8" });
      }
      from = end + 1;
    }
  }

  function keep(bytes: Uint8Array): void {
    restLength += bytes.length;
    if (restLength <= LONGEST_LINE) rest.push(bytes);
    else rest = [];
  }

  function flush(): void {
    if (restLength > LONGEST_LINE) {
      line++;
      take({ line, damage: `it is longer than ${LONGEST_LINE} bytes` });
    } else if (restLength > 0) takeLines(rest.length === 1 ? rest[0]! : joined(rest, restLength));
    rest = [];
    restLength = 0;
  }

  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 19 })) {
    const bytes = chunk as Uint8Array;
    hash.update(bytes);
    const first = bytes.indexOf(LINE_END);
    if (first < 0) {
      keep(bytes);
      continue;
    }
    keep(bytes.subarray(0, first + 1));
    flush();
    const last = bytes.lastIndexOf(LINE_END);
    if (last > first) takeLines(bytes.subarray(first + 1, last + 1));
    if (last + 1 < bytes.length) keep(bytes.subarray(last + 1));
  }
  flush();
  return hash.digest("hex");
}

const LINE_END = 0x0a;

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function readEntry(line: number, text: string): EntryLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { line, damage: "it is no JSON" };
  }
  if (isExchange(value)) return { line, exchange: value };
  const parsed = exchangeSchema.safeParse(value);
  if (parsed.success) return { line, exchange: parsed.data };
  const { path, message } = parsed.error.issues[0]!;
  return { line, damage: `${path.join(".") || "(top level)"}: ${message}` };
}
