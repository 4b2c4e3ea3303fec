/** Vectors of one length, one after the other in one array. */
export interface FlatVectors {
  /** `rows * dimensions` finite numbers; no vector is all zeros. */
  readonly values: Float32Array;
  /** How long each is. */
  readonly dimensions: number;
}

/** A query that was checked, with its length. */
export interface CheckedQuery {
  readonly values: Float32Array;
  readonly norm: number;
}

/**
 * Checks flat vectors, and measures them.
 *
 * @param vectors The vectors.
 * @returns The length of each, in order.
 * @throws {RangeError} When the array does not hold whole vectors, a number is not finite, or a vector is all zeros.
 */
export function checkVectors({ values, dimensions }: FlatVectors): Float64Array {
  if (!Number.isInteger(dimensions) || dimensions < 1 || values.length % dimensions !== 0) {
    throw new RangeError(
      `Cannot index vectors as they must have ${dimensions} numbers each: there are ${values.length} numbers`,
    );
  }
  const norms = new Float64Array(values.length / dimensions);
  for (let row = 0; row < norms.length; row++) {
    norms[row] = norm(values, row * dimensions, dimensions, `vector ${row}`);
  }
  return norms;
}

/**
 * Checks a query.
 *
 * @param query The query.
 * @param dimensions How many numbers it must have.
 * @returns The query with its length.
 * @throws {RangeError} When it has another length, a number is not finite, or it is all zeros.
 */
export function checkQuery(query: Float32Array, dimensions: number): CheckedQuery {
  if (query.length !== dimensions) {
    throw new RangeError(`Cannot search as the query must have ${dimensions} numbers: it has ${query.length}`);
  }
  return { values: query, norm: norm(query, 0, dimensions, "the query") };
}

/**
 * The cosine of a query and a row, added up in float64 and in the order of the dimensions: every index that says it is
 * exact gets its similarities from here, so that equal vectors have equal similarities to the last bit.
 *
 * @param query The query.
 * @param vectors The vectors.
 * @param norms Their lengths.
 * @param row Which vector.
 * @returns −1 to 1.
 */
export function cosine(query: CheckedQuery, vectors: FlatVectors, norms: Float64Array, row: number): number {
  const { values, dimensions } = vectors;
  const start = row * dimensions;
  let sum = 0;
  for (let i = 0; i < dimensions; i++) sum += (query.values[i] ?? 0) * (values[start + i] ?? 0);
  return Math.max(-1, Math.min(1, sum / (query.norm * (norms[row] ?? 1))));
}

function norm(values: Float32Array, start: number, dimensions: number, what: string): number {
  let sum = 0;
  for (let i = 0; i < dimensions; i++) sum += (values[start + i] ?? 0) ** 2;
  if (!Number.isFinite(sum)) throw new RangeError(`Cannot use ${what} as every number must be finite`);
  if (sum === 0) throw new RangeError(`Cannot use ${what} as a direction is needed: it is all zeros`);
  return Math.sqrt(sum);
}
