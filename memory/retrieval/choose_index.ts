import type { FlatVectors } from "./cosine.ts";
import { exactIndex } from "./exact_index.ts";
import type { Hnswlib } from "./hnswlib/mod.ts";
import type { VectorIndex } from "./vector_index.ts";

/** An index, and why it is this one. */
export interface ChosenIndex {
  /** What serves. */
  readonly index: VectorIndex;
  /** One clause for the reader of a result. */
  readonly reason: string;
}

/** What there is to choose from. */
export interface IndexChoices {
  /** The native index, where it was built. */
  readonly native: Hnswlib;
  /** A folder with the native index's graph, which is opened where it fits; without one, a graph is built. */
  readonly graph?: string;
  /** So many numbers are scanned rather than left to a graph; 25 million where it is not said. */
  readonly mostScanned?: number;
}

/** So many numbers are scanned in about a millisecond; up to there nothing is gained by an answer that may be wrong. */
const SCANNED = 25_000_000;

/**
 * Chooses the index that serves vectors, by how many numbers they have and by what is there: exact up to 25 million
 * numbers (250,000 vectors of 100), the native graph above, and exact again where the native one is missing.
 *
 * @param vectors The vectors.
 * @param choices What there is.
 * @returns The index, and why it is this one.
 * @throws {RangeError} As {@linkcode exactIndex}.
 *
 * @example Few vectors
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { chooseIndex } from "../mod.ts";
 *
 * const vectors = { values: new Float32Array([1, 0, 0, 1]), dimensions: 2 };
 * const { index, reason } = await chooseIndex(vectors, { native: { status: "missing", reason: "not built" } });
 * equal(`${index.id}: ${reason}`, "exact: 2 vectors of 2 numbers are scanned in no time");
 * ```
 */
export async function chooseIndex(
  vectors: FlatVectors,
  { native, graph, mostScanned = SCANNED }: IndexChoices,
): Promise<ChosenIndex> {
  const { values, dimensions } = vectors;
  const what = `${values.length / dimensions} vectors of ${dimensions} numbers`;
  if (values.length <= mostScanned) {
    return { index: exactIndex(vectors), reason: `${what} are scanned in no time` };
  }
  if (native.status === "missing") {
    return { index: exactIndex(vectors), reason: `${what} are best served by a graph, but ${native.reason}` };
  }
  const built = (why: string) => ({ index: native.index(vectors), reason: `${what} are served by a graph, ${why}` });
  if (graph === undefined) return built("built in memory");
  const opened = await native.open(graph, vectors);
  return opened.status === "open"
    ? { index: opened.index, reason: `${what} are served by the graph on disk` }
    : built(`built in memory as the one on disk was refused: ${opened.reason}`);
}
