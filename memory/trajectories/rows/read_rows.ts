import type { Row, Sample, SourceFile, TrajectoryFormat } from "../format.ts";
import { joinBytes, JsonSplitter } from "./json_splitter.ts";
import { splitLines } from "./split_lines.ts";

/** A row that could be read, or what is wrong with it. */
export type ReadRow = Row | { readonly number: number; readonly problem: string };

/** The longest row: 64 MiB. A trajectory with inlined screenshots has a few. */
export const ROW_LIMIT = 64 * 1024 * 1024;

/**
 * Reads a file row by row; no more than one row is in memory.
 *
 * @param file The file.
 * @param layout How the format lies in it.
 * @param sample What its head shows.
 * @param limit The longest row, in bytes.
 * @returns Rows in order; a row that is no JSON, or too long, with what is wrong.
 */
export function readRows(
  file: SourceFile,
  layout: TrajectoryFormat["layout"],
  sample: Sample,
  limit = ROW_LIMIT,
): AsyncGenerator<ReadRow> {
  if (layout === "text") return readDocument(file, limit, (text) => text);
  const hasEntries = sample.layout === "json-array" || (layout === "entries" && sample.layout === "json-object");
  if (layout === "document" || (sample.layout === "json-object" && !hasEntries)) {
    return readDocument(file, limit, (text) => JSON.parse(text));
  }
  return hasEntries ? readChildren(file, limit) : readLines(file, limit);
}

async function* readDocument(
  file: SourceFile,
  limit: number,
  parse: (text: string) => unknown,
): AsyncGenerator<ReadRow> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.bytes()) {
    length += chunk.length;
    if (length > limit) {
      yield { number: 1, problem: tooLong(limit) };
      return;
    }
    parts.push(chunk);
  }
  yield parsed(1, joinBytes(parts, length), parse);
}

async function* readLines(file: SourceFile, limit: number): AsyncGenerator<ReadRow> {
  let number = 0;
  for await (const line of splitLines(file.bytes(), limit)) {
    number++;
    if (line === undefined) yield { number, problem: tooLong(limit) };
    else if (!isBlank(line)) yield parsed(number, line, (text) => JSON.parse(text));
  }
}

async function* readChildren(file: SourceFile, limit: number): AsyncGenerator<ReadRow> {
  const splitter = new JsonSplitter(limit);
  let number = 0;
  for await (const chunk of file.bytes()) {
    for (const child of splitter.push(chunk)) {
      number++;
      if (child === undefined) yield { number, problem: tooLong(limit) };
      else if (splitter.outer === "array") yield parsed(number, child, (text) => JSON.parse(text));
      else yield entry(number, child);
    }
  }
  if (splitter.problem !== undefined) yield { number: number + 1, problem: splitter.problem };
}

function entry(number: number, child: Uint8Array): ReadRow {
  const row = parsed(number, child, (text) => Object.entries(JSON.parse(`{${text}}`) as object)[0]);
  if ("problem" in row || !Array.isArray(row.value)) return row;
  return { number, key: String(row.value[0]), value: row.value[1] };
}

function parsed(number: number, bytes: Uint8Array, parse: (text: string) => unknown): ReadRow {
  try {
    return { number, value: parse(decode(bytes)) };
  } catch (error) {
    // A SyntaxError, a RangeError from nesting without end, a TypeError from bytes that are no UTF-8: all one to the reader.
    const why = error instanceof SyntaxError
      ? "it is not"
      : error instanceof RangeError
      ? "it is nested too deeply"
      : "it is not even UTF-8";
    return { number, problem: `it must be JSON: ${why}` };
  }
}

/**
 * Decodes UTF-8, without a byte order mark.
 *
 * @param bytes The bytes.
 * @returns The text.
 * @throws {TypeError} When they are no UTF-8.
 */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}

function tooLong(limit: number): string {
  return `it must have at most ${limit} bytes: it has more`;
}
