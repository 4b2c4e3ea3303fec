import { type Exchange, exchangeSchema } from "./exchange.ts";
import { isExchange } from "./is_exchange.ts";

/** The longest line that is looked at: an exchange is a few hundred bytes, and its bodies are elsewhere. */
export const LONGEST_LINE = 4 * 2 ** 20;

/** One line of `entries.jsonl`. */
export type EntryLine =
  & {
    /** Its number, from 1. */
    readonly line: number;
    /** Where it begins, in bytes. */
    readonly from: number;
    /** Where it ends, without its line end. */
    readonly to: number;
  }
  & (
    | { readonly exchange: Exchange; readonly damage?: undefined }
    /** Why it is no exchange: one clause. */
    | { readonly damage: string }
  );

/**
 * Reads the lines of `entries.jsonl`. The text and the exchanges are made a piece at a time: what the caller does not keep
 * is gone with the next piece.
 *
 * @param bytes The file.
 * @param take Given each line in order. Empty lines are passed over.
 */
export function readEntries(bytes: Uint8Array, take: (line: EntryLine) => void): void {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let number = 0;

  function takeLine(from: number, to: number, text: string): void {
    if (text !== "") take({ line: number, from, to, ...readEntry(text) });
  }

  /** Decodes many lines in one go. False where a byte of them is no text. */
  function takePiece(start: number, end: number): boolean {
    const text = decoded(decoder, bytes.subarray(start, end));
    if (text === undefined) return false;
    // In plain ASCII, which most recordings are, the ends of lines are at the same places in both.
    const isAscii = text.length === end - start;
    let at = 0;
    for (let from = start; from < end;) {
      const close = text.indexOf("\n", at);
      const textEnd = close < 0 ? text.length : close;
      const to = isAscii ? start + textEnd : lineEnd(bytes, from, end);
      number++;
      takeLine(from, to, text.slice(at, textEnd));
      at = textEnd + 1;
      from = to + 1;
    }
    return true;
  }

  function takeOneByOne(start: number, end: number): void {
    for (let from = start; from < end;) {
      const to = lineEnd(bytes, from, end);
      number++;
      const damage = to - from > LONGEST_LINE
        ? `it is longer than ${LONGEST_LINE} bytes`
        : "it is no UTF-8, which JSON must be";
      const text = to - from > LONGEST_LINE ? undefined : decoded(decoder, bytes.subarray(from, to));
      if (text === undefined) take({ line: number, from, to, damage });
      else takeLine(from, to, text);
      from = to + 1;
    }
  }

  for (let start = 0; start < bytes.length;) {
    const wanted = Math.min(start + PIECE, bytes.length);
    const end = wanted === bytes.length ? wanted : lineEnd(bytes, wanted, bytes.length) + 1;
    const isFair = end - start <= LONGEST_LINE;
    if (!isFair || !takePiece(start, Math.min(end, bytes.length))) takeOneByOne(start, Math.min(end, bytes.length));
    start = end;
  }
}

/** Large enough that a call for it counts for nothing, small enough to be swept away young. */
const PIECE = 2 ** 18;

function lineEnd(bytes: Uint8Array, from: number, end: number): number {
  const found = bytes.indexOf(0x0a, from);
  return found < 0 || found > end ? end : found;
}

function decoded(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function readEntry(text: string): { readonly exchange: Exchange } | { readonly damage: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { damage: "it is no JSON" };
  }
  if (isExchange(value)) return { exchange: value };
  const parsed = exchangeSchema.safeParse(value);
  if (parsed.success) return { exchange: parsed.data };
  const { path, message } = parsed.error.issues[0]!;
  return { damage: `${path.join(".") || "(top level)"}: ${message}` };
}
