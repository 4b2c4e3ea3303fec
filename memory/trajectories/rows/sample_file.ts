import type { Sample, SourceFile } from "../format.ts";
import { joinBytes, JsonSplitter } from "./json_splitter.ts";

/** How much of a file is looked at: 1 MiB. */
const HEAD = 1024 * 1024;

/**
 * Looks at a file's head.
 *
 * @param file The file.
 * @returns What can be seen of it without reading on.
 */
export async function sampleFile(file: SourceFile): Promise<Sample> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.bytes()) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= HEAD) break;
  }
  const head = joinBytes(parts, length);
  const text = new TextDecoder().decode(head);
  const base = { name: file.name, text: text.slice(0, 20_000) };
  if (isBinary(head)) return { ...base, layout: "binary", first: undefined };
  const start = text.trimStart();
  const end = start.indexOf("\n");
  const line = parse(end < 0 ? start : start.slice(0, end));
  if (start.startsWith("[")) return { ...base, layout: "json-array", first: firstElement(head) };
  if (!start.startsWith("{")) return { ...base, layout: "text", first: undefined };
  const isLines = /\.(jsonl|ndjson)$/.test(file.name) ||
    (line !== undefined && start.slice(end).trim() !== "" && end > 0);
  return { ...base, layout: isLines ? "json-lines" : "json-object", first: line ?? entriesOf(head) };
}

function firstElement(head: Uint8Array): unknown {
  const splitter = new JsonSplitter(HEAD * 2);
  const [child] = splitter.push(head);
  const whole = child ?? splitter.open;
  return parse(new TextDecoder().decode(whole)) ?? entriesOf(whole);
}

/** An object as far as it stands in the head; an entry that is cut off is there by its key alone. */
function entriesOf(head: Uint8Array): Record<string, unknown> {
  const splitter = new JsonSplitter(HEAD * 2);
  const found: Record<string, unknown> = {};
  for (const child of splitter.push(head)) Object.assign(found, parse(`{${new TextDecoder().decode(child)}}`));
  const cut = /^\s*("(?:[^"\\]|\\.)*")\s*:/.exec(new TextDecoder().decode(splitter.open.subarray(0, 1000)));
  const key = cut?.[1] === undefined ? undefined : parse(cut[1]);
  return typeof key === "string" && !(key in found) ? { ...found, [key]: undefined } : found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Pickles, archives and pictures have zero bytes or their mark at the start. */
function isBinary(head: Uint8Array): boolean {
  return head.subarray(0, 4096).includes(0) || (head[0] === 0x80 && head[1] !== undefined && head[1] <= 5) ||
    (head[0] === 0x1f && head[1] === 0x8b) || (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3);
}
