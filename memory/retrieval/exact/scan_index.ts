import { checkQuery, checkVectors, cosine, type FlatVectors } from "../cosine.ts";
import { nearest } from "../nearest.ts";
import type { Neighbour, VectorIndex } from "../vector_index.ts";
import { greatest } from "./greatest.ts";
import { type PackedRows, packQuery, packRows } from "./pack_rows.ts";
import { SCAN_CODE } from "./scan_code.ts";

/** Rows that the scan takes at a time, and those of them that share one bound. */
const BLOCK = 32;
const LANES = 4;

/** Beyond so many bytes a single memory is no longer certain to be had. */
const MOST_BYTES = 2 ** 31;

type Scan = (
  codes: number,
  query: number,
  scales: number,
  margins: number,
  rows: number,
  width: number,
  step: number,
  uppers: number,
  lows: number,
  highs: number,
) => void;

let machineCode: WebAssembly.Module | undefined;

/**
 * Makes the exact index that reads a quarter of the bytes: all rows are scored from 8-bit copies with a bound on the
 * error, and those that may be among the best are scored again from the vectors themselves.
 *
 * It is exact by proof, not by luck: with u the row and w the query, both of length 1, c their copies and e, f what the
 * copies lack, w·u = w'·c + f·c + w·e, so |w·u − w'·c| ≤ |f|·|c| + |e|. A row is left out only where its upper bound is
 * below the lower bounds of k others. Similarities come from the same float64 sum as those of the plain scan, ties from
 * the row; the hits are the same to the last bit.
 *
 * Shapes and units: `rows * (dimensions + 8)` bytes beside the vectors. O(n) a search.
 *
 * @param vectors The vectors; they are read at every search and must not be changed.
 * @returns The index `exact-simd`; undefined where the vectors are too long or too many for one.
 * @throws {RangeError} When the vectors have the wrong number of numbers, one is not finite, or a vector is all zeros.
 */
export function scanIndex(vectors: FlatVectors): VectorIndex | undefined {
  const norms = checkVectors(vectors);
  const size = norms.length;
  const packed = packRows(vectors, norms, BLOCK);
  const layout = packed === undefined ? undefined : layOut(packed);
  if (packed === undefined || layout === undefined) return undefined;
  const { scan, query: queryAt, uppers, lows, highs } = layout;

  /** Rows that may be among the k best, with the upper bounds of their similarities. */
  const candidates = (k: number): Neighbour[] => {
    const least = greatest(lows, k);
    const found: Neighbour[] = [];
    for (let lane = 0; lane < highs.length; lane++) {
      if (!((highs[lane] ?? 0) >= least)) continue;
      const first = Math.floor(lane / LANES) * BLOCK + lane % LANES;
      for (let row = first; row < first + BLOCK && row < size; row += LANES) {
        const similarity = uppers[row] ?? 0;
        if (similarity >= least) found.push({ row, similarity });
      }
    }
    return found.sort((a, b) => b.similarity - a.similarity);
  };

  return {
    id: "exact-simd",
    size,
    dimensions: vectors.dimensions,
    search(query, k) {
      const checked = checkQuery(query, vectors.dimensions);
      const wanted = Math.floor(Math.min(k, size));
      if (!(wanted >= 1)) return [];
      const similarityOf = (row: number) => cosine(checked, vectors, norms, row);
      // With more wanted than there are bounds, nothing could be left out.
      if (wanted > lows.length) return nearest(everyRow(size, similarityOf), wanted);
      scan(packQuery(checked, packed, queryAt));
      const best: Neighbour[] = [];
      for (const { row, similarity: upper } of candidates(wanted)) {
        const worst = best[wanted - 1];
        if (worst !== undefined && upper < worst.similarity) break;
        insert(best, { row, similarity: similarityOf(row) }, wanted);
      }
      return best;
    },
  };
}

/** Puts the copies into a memory of their own, with room for what the scan writes. */
function layOut(packed: PackedRows) {
  const { codes, scales, margins, rows, width } = packed;
  const sizes = {
    codes: codes.length,
    query: width * 2,
    scales: rows * 4,
    margins: rows * 4,
    uppers: rows * 4,
    lows: rows / BLOCK * LANES * 4,
    highs: rows / BLOCK * LANES * 4,
  };
  const at = { ...sizes };
  let bytes = 0;
  for (const name of Object.keys(sizes) as (keyof typeof sizes)[]) {
    at[name] = bytes;
    bytes += Math.ceil(sizes[name] / 16) * 16;
  }
  if (bytes > MOST_BYTES) return undefined;
  const memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / 65_536)) });
  machineCode ??= new WebAssembly.Module(Uint8Array.fromBase64(SCAN_CODE));
  const { exports } = new WebAssembly.Instance(machineCode, { m: { memory } });
  const run = exports.scan as Scan;
  const floats = (name: keyof typeof sizes) => new Float32Array(memory.buffer, at[name], sizes[name] / 4);
  new Int8Array(memory.buffer, at.codes, sizes.codes).set(codes);
  floats("scales").set(scales);
  floats("margins").set(margins);
  return {
    query: new Int16Array(memory.buffer, at.query, width),
    uppers: floats("uppers"),
    lows: floats("lows"),
    highs: floats("highs"),
    scan: (step: number) =>
      run(at.codes, at.query, at.scales, at.margins, rows, width, step, at.uppers, at.lows, at.highs),
  };
}

function insert(best: Neighbour[], candidate: Neighbour, most: number): void {
  let at = best.length;
  for (let before = best[at - 1]; before !== undefined && isBetter(candidate, before); before = best[at - 1]) at--;
  best.splice(at, 0, candidate);
  if (best.length > most) best.pop();
}

function isBetter(a: Neighbour, b: Neighbour): boolean {
  return a.similarity > b.similarity || (a.similarity === b.similarity && a.row < b.row);
}

function* everyRow(size: number, similarityOf: (row: number) => number): Generator<Neighbour> {
  for (let row = 0; row < size; row++) yield { row, similarity: similarityOf(row) };
}
