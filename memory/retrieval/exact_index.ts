import { checkQuery, checkVectors, cosine, type FlatVectors } from "./cosine.ts";
import { scanIndex } from "./exact/scan_index.ts";
import { nearest } from "./nearest.ts";
import type { Neighbour, VectorIndex } from "./vector_index.ts";

/**
 * Makes the index that looks at every vector: the oracle of all others, and fast enough for small banks.
 *
 * Similarities are added up in float64 in a fixed order, so that every machine gives the same hits. O(n) a search. From
 * a thousand vectors on, {@linkcode scanIndex} finds the same hits many times faster.
 *
 * @param vectors The vectors; they are read at every search and must not be changed.
 * @returns The index `exact`, or `exact-simd` where there are many vectors.
 * @throws {RangeError} When the vectors have the wrong number of numbers, one is not finite, or a vector is all zeros.
 *
 * @example The nearest of two
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { exactIndex } from "../mod.ts";
 *
 * const index = exactIndex({ values: new Float32Array([1, 0, 0, 1]), dimensions: 2 });
 * deepEqual(index.search(new Float32Array([0, 2]), 1), [{ row: 1, similarity: 1 }]);
 * ```
 */
export function exactIndex(vectors: FlatVectors): VectorIndex {
  const isLarge = vectors.values.length >= SCAN_FROM * vectors.dimensions;
  return (isLarge ? scanIndex(vectors) : undefined) ?? plainIndex(vectors);
}

/** With fewer vectors a plain scan is done in tens of microseconds, and needs no memory of its own. */
const SCAN_FROM = 1_000;

/**
 * Makes the exact index that is nothing but a loop: what the others are measured against.
 *
 * @param vectors The vectors; they are read at every search and must not be changed.
 * @returns The index `exact`.
 * @throws {RangeError} As {@linkcode exactIndex}.
 */
export function plainIndex(vectors: FlatVectors): VectorIndex {
  const norms = checkVectors(vectors);
  return {
    id: "exact",
    size: norms.length,
    dimensions: vectors.dimensions,
    search(query, k) {
      const checked = checkQuery(query, vectors.dimensions);
      return nearest(everyRow(norms.length, (row) => cosine(checked, vectors, norms, row)), k);
    },
  };
}

function* everyRow(size: number, similarityOf: (row: number) => number): Generator<Neighbour> {
  for (let row = 0; row < size; row++) yield { row, similarity: similarityOf(row) };
}
