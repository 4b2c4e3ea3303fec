import type { CheckedQuery, FlatVectors } from "../cosine.ts";

/** Copies of vectors in bytes, with what is needed to bound their error. */
export interface PackedRows {
  /** `rows * width` signed bytes. */
  readonly codes: Int8Array;
  /** What a row's bytes have to be multiplied by to give the row at length 1. */
  readonly scales: Float32Array;
  /** By how much the cosine with a packed query may differ from the product of the copies; infinite for rows that fill up. */
  readonly margins: Float32Array;
  /** How many, those that fill up included. */
  readonly rows: number;
  /** Bytes a row, those that fill up included. */
  readonly width: number;
  /** The greatest integer of a packed query: no sum of products overflows 32 bits. */
  readonly most: number;
}

const MOST_CODE = 127;
const MOST_QUERY = 32_767;
const MOST_SUM = 2 ** 31 - 1;

/** More than the rounding of the scan's few float32 operations on numbers near 1, and of the float64 sums. */
const ROUNDING = 2e-6;

/**
 * Packs vectors for the scan.
 *
 * @param vectors Vectors that were checked.
 * @param norms Their lengths.
 * @param block The number of rows is filled up to a multiple of it.
 * @returns The copies; undefined where vectors are so long that sums could overflow.
 */
export function packRows(
  { values, dimensions }: FlatVectors,
  norms: Float64Array,
  block: number,
): PackedRows | undefined {
  const width = Math.ceil(dimensions / 8) * 8;
  const rows = Math.ceil(norms.length / block) * block;
  const most = Math.min(MOST_QUERY, Math.floor(MOST_SUM / (MOST_CODE * width)));
  if (most < MOST_CODE) return undefined;
  const codes = new Int8Array(rows * width);
  const scales = new Float32Array(rows);
  const margins = new Float32Array(rows).fill(Infinity);
  // A number of the query is off by half a step at most, and a step is 1 / most at most.
  const queryError = Math.sqrt(dimensions) / 2 / most * (1 + 1e-6);
  for (let row = 0; row < norms.length; row++) {
    const [from, to, norm] = [row * dimensions, row * width, norms[row] ?? 1];
    let greatest = 0;
    for (let i = 0; i < dimensions; i++) greatest = Math.max(greatest, Math.abs(values[from + i] ?? 0));
    const scale = Math.fround(greatest / norm / MOST_CODE);
    let lost = 0;
    for (let i = 0; i < dimensions; i++) {
      const exact = (values[from + i] ?? 0) / norm;
      const code = Math.round(exact / scale);
      codes[to + i] = code;
      lost += (exact - code * scale) ** 2;
    }
    const rowError = Math.sqrt(lost);
    scales[row] = scale;
    margins[row] = rowError + queryError * (1 + rowError) + ROUNDING;
  }
  return { codes, scales, margins, rows, width, most };
}

/**
 * Packs a query for the scan.
 *
 * @param query The query.
 * @param rows What it will be compared with.
 * @param target Gets the integers; what is beyond the query's dimensions stays as it is.
 * @returns What the integers have to be multiplied by to give the query at length 1.
 */
export function packQuery({ values, norm }: CheckedQuery, { most }: PackedRows, target: Int16Array): number {
  let greatest = 0;
  for (const value of values) greatest = Math.max(greatest, Math.abs(value));
  const step = Math.fround(greatest / norm / most);
  for (let i = 0; i < values.length; i++) target[i] = Math.round((values[i] ?? 0) / norm / step);
  return step;
}
