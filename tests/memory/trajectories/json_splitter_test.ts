import { assertEquals } from "@std/assert";
import type { SourceFile } from "../../../memory/mod.ts";
import { JsonSplitter } from "../../../memory/trajectories/rows/json_splitter.ts";
import { readRows } from "../../../memory/trajectories/rows/read_rows.ts";
import { sampleFile } from "../../../memory/trajectories/rows/sample_file.ts";
import { lines, memoryFile } from "./memory_file.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Splits a text that comes in chunks of a size. */
function split(text: string, size: number): string[] {
  const splitter = new JsonSplitter(1000);
  const bytes = encode(text);
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    for (const child of splitter.push(bytes.slice(at, at + size))) found.push(new TextDecoder().decode(child).trim());
  }
  if (splitter.problem !== undefined) found.push(splitter.problem);
  return found;
}

Deno.test("a JSON array is cut into its elements, wherever the chunks are cut", async (t) => {
  const cases: readonly [text: string, children: string[]][] = [
    ["[]", []],
    ["[ \n ]", []],
    ["[1]", ["1"]],
    ['[{"a":[1,{"b":"]}"}]}, "x,\\"y", [], null]', ['{"a":[1,{"b":"]}"}]}', '"x,\\"y"', "[]", "null"]],
    ['["\\\\", "é\\u0041,", -1e3]', ['"\\\\"', '"é\\u0041,"', "-1e3"]],
    ['{"a": 1, "b": {"c": ","}}', ['"a": 1', '"b": {"c": ","}']],
    ["[1, 2", ["1", "its JSON must be closed: the file ends in the middle"]],
    ["[1] x", ["1", "nothing may follow its JSON: something does"]],
    ["nothing", ["it must be a JSON array or object: it is not"]],
  ];
  for (const [text, children] of cases) {
    for (const size of [1, 2, 3, 7, 1000]) {
      await t.step(`${text} by ${size}`, () => assertEquals(split(text, size), children));
    }
  }
});

Deno.test("a child longer than the limit is passed over, and the next one is read", async () => {
  const file = memoryFile("a.json", `[1, "${"x".repeat(5000)}", 3]`);
  const rows = await Array.fromAsync(readRows(file, "rows", await sampleFile(file), 100));
  assertEquals(rows, [
    { number: 1, value: 1 },
    { number: 2, problem: "it must have at most 100 bytes: it has more" },
    { number: 3, value: 3 },
  ]);
});

Deno.test("a line that is cut off is refused with its number, and the others are read", async () => {
  const file = memoryFile("a.jsonl", lines({ a: 1 }, '{"a": 2', "", { a: 3 }) + '{"a":');
  assertEquals(await Array.fromAsync(readRows(file, "rows", await sampleFile(file))), [
    { number: 1, value: { a: 1 } },
    { number: 2, problem: "it must be JSON: it is not" },
    { number: 4, value: { a: 3 } },
    { number: 5, problem: "it must be JSON: it is not" },
  ]);
});

Deno.test("nesting without end and bytes that are no UTF-8 are refused", async () => {
  const deep = memoryFile("a.jsonl", lines({ a: 1 }, "[".repeat(200_000)));
  const [, second] = await Array.fromAsync(readRows(deep, "rows", await sampleFile(deep)));
  assertEquals(second !== undefined && "problem" in second, true);
  const bytes = new Uint8Array([...encode('[1, "'), 0xc3, 0x28, ...encode('"]')]);
  const file: SourceFile = {
    name: "a.json",
    async *bytes() {
      yield await Promise.resolve(bytes);
    },
    siblings: () => Promise.resolve([]),
  };
  assertEquals((await Array.fromAsync(readRows(file, "rows", await sampleFile(file))))[1], {
    number: 2,
    problem: "it must be JSON: it is not even UTF-8",
  });
});

Deno.test("a JSON array of 300 MB streams by without being held", async () => {
  const row = encode(`{"id": 1, "text": "${'a, ] } \\" '.repeat(7000)}"},\n`);
  const times = Math.ceil(300e6 / row.length);
  const file: SourceFile = {
    name: "large.json",
    async *bytes() {
      yield encode("[");
      for (let i = 0; i < times; i++) yield await Promise.resolve(row);
      yield encode('{"id": 2}]');
    },
    siblings: () => Promise.resolve([]),
  };
  const before = Deno.memoryUsage().rss;
  let [rows, most] = [0, 0];
  for await (const read of readRows(file, "rows", await sampleFile(file))) {
    if ("problem" in read) throw new Error(read.problem);
    if (++rows % 500 === 0) most = Math.max(most, Deno.memoryUsage().rss - before);
  }
  assertEquals(rows, times + 1);
  assertEquals(most < 200e6, true, `${most} bytes more than before`);
});
