/**
 * The native index over hnswlib-node, as an entry point of its own: importing it loads nothing, and
 * {@linkcode loadHnswlib} says so where the addon was not built.
 *
 * The addon is easy to hurt: it takes NaN, wraps labels, crashes on damaged files and on filters that throw. So it is only
 * ever built in memory from checked vectors, it gets plain arrays, no filter and no file, and its answers are candidates:
 * similarities and order are computed here, as the exact index does.
 *
 * @module
 */
import { checkQuery, checkVectors, cosine, type FlatVectors } from "../cosine.ts";
import { exactIndex } from "../exact_index.ts";
import { nearest } from "../nearest.ts";
import type { VectorIndex } from "../vector_index.ts";

/** The addon, or why it cannot be used. */
export type Hnswlib =
  | {
    readonly status: "ready";
    /** Builds an index; see {@linkcode loadHnswlib}. */
    readonly index: (vectors: FlatVectors) => VectorIndex;
  }
  | { readonly status: "missing"; readonly reason: string };

type Addon = typeof import("hnswlib-node");

/** Links a node; 16 is the library's own default. */
const LINKS = 16;
/** Candidates looked at while building. */
const BUILD_CANDIDATES = 200;
/** Candidates looked at for a search; at 55,000 vectors more than 100 found no more neighbours. */
const SEARCH_CANDIDATES = 256;
/** The level generator's seed: the same vectors give the same graph. */
const SEED = 100;

/**
 * Loads the addon.
 *
 * An index that it makes gives the exact index's hits as long as the graph finds them: it asks for many more candidates
 * than wanted, scores them in float64 with ties to the lower row, and searches exactly where the candidates end in a tie
 * or are too few.
 *
 * @returns A function that makes indexes, or the reason why there is none.
 *
 * @example With or without the addon
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { exactIndex } from "../../mod.ts";
 * import { loadHnswlib } from "./mod.ts";
 *
 * const vectors = { values: new Float32Array([1, 0, 0, 1]), dimensions: 2 };
 * const addon = await loadHnswlib();
 * const index = addon.status === "ready" ? addon.index(vectors) : exactIndex(vectors);
 * equal(index.search(new Float32Array([0.1, 1]), 1)[0]?.row, 1);
 * ```
 */
export async function loadHnswlib(): Promise<Hnswlib> {
  try {
    // Its named exports are not seen through an ES import.
    const { default: addon } = await import("hnswlib-node") as unknown as { default: Addon };
    new addon.HierarchicalNSW("ip", 1);
    return { status: "ready", index: (vectors) => hnswIndex(addon, vectors) };
  } catch (error) {
    // The first sentence says it; after it comes a list of every path that was tried.
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/);
    return { status: "missing", reason: `hnswlib-node cannot be loaded: ${first}` };
  }
}

function hnswIndex(addon: Addon, vectors: FlatVectors): VectorIndex {
  const norms = checkVectors(vectors);
  const size = norms.length;
  const { values, dimensions } = vectors;
  const exact = exactIndex(vectors);
  const graph = new addon.HierarchicalNSW("cosine", dimensions);
  if (size > 0) {
    graph.initIndex(size, LINKS, BUILD_CANDIDATES, SEED, false);
    for (let row = 0; row < size; row++) {
      graph.addPoint(unit(values.subarray(row * dimensions, (row + 1) * dimensions), norms[row] ?? 1), row);
    }
  }
  return {
    id: "hnswlib",
    size,
    dimensions,
    search(query, k) {
      const checked = checkQuery(query, dimensions);
      const wanted = Math.min(k, size);
      if (!(wanted >= 1)) return [];
      const fetched = Math.min(size, Math.max(SEARCH_CANDIDATES / 2, 4 * wanted));
      graph.setEf(Math.max(SEARCH_CANDIDATES, 2 * fetched));
      const rows = graph.searchKnn(unit(query, checked.norm), fetched).neighbors;
      const candidates = nearest(
        rows.map((row) => ({ row, similarity: cosine(checked, vectors, norms, row) })),
        fetched,
      );
      const [worst, cut] = [candidates[wanted - 1], candidates.at(-1)];
      if (worst === undefined || cut === undefined) return exact.search(query, k);
      // Behind the last candidate there may be more that are just as near: only a scan can tell which rows come first.
      const isTied = fetched < size && worst.similarity - cut.similarity < FLOAT32_ERROR;
      return isTied ? exact.search(query, k) : candidates.slice(0, wanted);
    },
  };
}

/** Of length 1, as the addon would make it, but without its float32 overflowing on very long vectors. */
function unit(vector: Float32Array, norm: number): number[] {
  return Array.from(vector, (value) => value / norm);
}

/** By how much the addon's float32 cosine may be off; two candidates closer than this may come in either order. */
const FLOAT32_ERROR = 1e-5;
