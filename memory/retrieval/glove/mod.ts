/**
 * The embedder over a table of word vectors, as an entry point of its own: the table has 5 MB, and is read at the first
 * text.
 *
 * @module
 */
import type { Embedder } from "../../../models/mod.ts";
import { DIMENSIONS, readTable, type WordTable } from "./table.ts";

/** A word as frequent as this counts half; from Arora et al., who found the value to matter little. */
const HALF_FREQUENCY = 1e-3;

/** What the frequencies of all words add up to, where the n-th word has the n-th part of the first (Zipf). */
const ZIPF_SUM = 13.5;

/**
 * Makes the embedder that knows what 50,000 English words mean: the mean of a text's word vectors, rare words first.
 *
 * A word counts a / (a + p), with a = 0.001 and p its frequency by Zipf's law of its rank. Words are compared without case;
 * numbers and words that the table does not have are left out.
 *
 * Shapes and units: 100 float32 of length 1; a text without any known word gives all zeros. About 3 µs a goal; the first
 * call reads the table, in some 30 ms.
 *
 * @returns The embedder `glove-100-v1`. It rejects with a HarnessError where the table was changed.
 *
 * @example Other words, the same matter
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { gloveEmbedder } from "./mod.ts";
 *
 * const [a, b, c] = await gloveEmbedder().embed(["Buy the cheapest lamp", "Purchase a low cost light", "Night trains"]);
 * const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
 * ok(dot(a!, b!) > dot(a!, c!));
 * ```
 *
 * @see Pennington et al. (2014), "GloVe"; Arora et al. (2017), "A simple but tough-to-beat baseline for sentence embeddings";
 * Mu and Viswanath (2018), "All-but-the-top", for the mean that was taken from the table.
 */
export function gloveEmbedder(): Embedder {
  let table: Promise<WordTable> | undefined;
  return {
    id: "glove-100-v1",
    dimensions: DIMENSIONS,
    async embed(texts) {
      const words =
        await (table ??= Deno.readFile(new URL("words.bin", import.meta.url)).then((bytes) => readTable(bytes)));
      return texts.map((text) => embedOne(text, words));
    },
  };
}

function embedOne(text: string, { rows, scales, codes }: WordTable): Float32Array {
  const sums = new Float64Array(DIMENSIONS);
  for (const word of text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const row = rows.get(word);
    if (row === undefined) continue;
    const weight = (scales[row] ?? 0) * HALF_FREQUENCY / (HALF_FREQUENCY + 1 / (ZIPF_SUM * (row + 1)));
    const start = row * DIMENSIONS;
    for (let i = 0; i < DIMENSIONS; i++) sums[i] = (sums[i] ?? 0) + weight * (codes[start + i] ?? 0);
  }
  const norm = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(sums, (value) => norm === 0 ? 0 : value / norm);
}
