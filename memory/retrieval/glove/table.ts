import { HarnessError, sha256 } from "../../../base/mod.ts";

/** How long every vector is. */
export const DIMENSIONS = 100;

/** SHA-256 of the table that the embedder's id stands for. */
export const TABLE_SHA256 = "65772d048479ac084b13ff3e34f2d8b04062f538d0d6f934c84539e323a86674";

/** Words with their vectors, most frequent word first. */
export interface WordTable {
  /** Row by word. */
  readonly rows: ReadonlyMap<string, number>;
  /** What a row's bytes have to be multiplied by. */
  readonly scales: Float32Array;
  /** {@linkcode DIMENSIONS} signed bytes a row. */
  readonly codes: Int8Array;
}

/**
 * Writes a table: two 32-bit counts (words, bytes of the words' text), the words as UTF-8 with a line feed after each, a
 * float32 a word, and the words' bytes; all little-endian.
 *
 * @param words Most frequent first.
 * @param values {@linkcode DIMENSIONS} numbers a word.
 * @returns The bytes of `words.bin`.
 */
export function packTable(words: readonly string[], values: Float64Array): Uint8Array {
  const text = new TextEncoder().encode(words.map((word) => `${word}\n`).join(""));
  const bytes = new Uint8Array(8 + text.length + words.length * (4 + DIMENSIONS));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, words.length, true);
  view.setUint32(4, text.length, true);
  bytes.set(text, 8);
  const [scalesAt, codesAt] = [8 + text.length, 8 + text.length + 4 * words.length];
  for (let row = 0; row < words.length; row++) {
    const vector = values.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
    const scale = Math.fround(vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127);
    view.setFloat32(scalesAt + 4 * row, scale, true);
    vector.forEach((value, i) => view.setInt8(codesAt + row * DIMENSIONS + i, Math.round(value / scale)));
  }
  return bytes;
}

/**
 * Reads a table.
 *
 * @param bytes The bytes of `words.bin`.
 * @param expected Their SHA-256.
 * @returns The table.
 * @throws {HarnessError} When it is another table.
 */
export function readTable(bytes: Uint8Array, expected: string = TABLE_SHA256): WordTable {
  const found = sha256(bytes);
  if (found !== expected) {
    throw new HarnessError(
      `Cannot read the word table as its hash must be ${expected.slice(0, 12)}…: it is ${found.slice(0, 12)}…`,
      { hint: "restore memory/retrieval/glove/words.bin" },
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [count, textLength] = [view.getUint32(0, true), view.getUint32(4, true)];
  const words = new TextDecoder().decode(bytes.subarray(8, 8 + textLength)).split("\n");
  const [scalesAt, codesAt] = [8 + textLength, 8 + textLength + 4 * count];
  const scales = new Float32Array(count);
  const rows = new Map<string, number>();
  for (let row = 0; row < count; row++) {
    scales[row] = view.getFloat32(scalesAt + 4 * row, true);
    rows.set(words[row] ?? "", row);
  }
  return { rows, scales, codes: new Int8Array(bytes.buffer, bytes.byteOffset + codesAt, count * DIMENSIONS) };
}
