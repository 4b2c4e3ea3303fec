/** One neighbour. */
export interface Neighbour {
  /** Position of the vector in the order of {@linkcode VectorIndex} construction. */
  readonly row: number;
  /** Cosine, −1 to 1. */
  readonly similarity: number;
}

/** Finds the vectors most like a query. Ties go to the lower row. */
export interface VectorIndex {
  /** Which implementation answers: `exact`, `exact-simd` or `hnswlib`. */
  readonly id: string;
  /** How many vectors it holds. */
  readonly size: number;
  /** How long each is. */
  readonly dimensions: number;
  /**
   * Finds the nearest vectors.
   *
   * @param query `dimensions` finite numbers.
   * @param k At most so many.
   * @returns Best first; fewer than `k` only where the index holds fewer.
   * @throws {RangeError} When the query has another length or a number that is not finite.
   */
  search(query: Float32Array, k: number): readonly Neighbour[];
}
