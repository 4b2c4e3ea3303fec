/**
 * The native index over hnswlib-node, as an entry point of its own: importing it loads nothing, and
 * {@linkcode loadHnswlib} says so where the addon was not built.
 *
 * The addon is easy to hurt: it takes NaN, wraps labels, crashes on damaged files and on filters that throw, and says that
 * it wrote what it did not. So it is built from checked vectors, gets plain arrays, no filter, and no file but a private
 * copy of bytes whose hash and whose every link were checked, into an object that nobody uses yet. A file is written
 * beside its place, read again and checked. Its answers are candidates: similarities and order are computed here, as the
 * exact index does.
 *
 * @module
 */
import { join } from "node:path";
import { checkQuery, checkVectors, cosine, type FlatVectors } from "../cosine.ts";
import { exactIndex } from "../exact_index.ts";
import { nearest } from "../nearest.ts";
import type { VectorIndex } from "../vector_index.ts";
import { readGraph, writeGraph } from "./graph_files.ts";

/** An index that can be kept on disk. */
export interface HnswIndex extends VectorIndex {
  /**
   * Writes the graph to a folder, in place of one that stands there.
   *
   * @param folder A folder of its own; never one that holds anything else.
   * @throws {EnvironmentError} When what was written is not whole.
   */
  save(folder: string): Promise<void>;
}

/** What opening a folder gives. */
export type OpenedGraph =
  | { readonly status: "open"; readonly index: HnswIndex }
  | { readonly status: "refused"; readonly reason: string };

/** The addon, or why it cannot be used. */
export type Hnswlib =
  | {
    readonly status: "ready";
    /** Builds an index; see {@linkcode loadHnswlib}. */
    readonly index: (vectors: FlatVectors) => HnswIndex;
    /** Opens what {@linkcode HnswIndex.save} wrote; refuses all that does not fit the vectors to the last link. */
    readonly open: (folder: string, vectors: FlatVectors) => Promise<OpenedGraph>;
  }
  | { readonly status: "missing"; readonly reason: string };

type Addon = typeof import("hnswlib-node");

/** Links a node; 16 is the library's own default. */
const LINKS = 16;
/** Candidates looked at while building. */
const BUILD_CANDIDATES = 200;
/** Candidates looked at for a search; on clustered vectors more found no more neighbours. */
const SEARCH_CANDIDATES = 128;
/** So many of them are scored again, at least: float32 may have put the last of the wanted behind others. */
const LEAST_FETCHED = 16;
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
    return {
      status: "ready",
      index: (vectors) => build(addon, vectors),
      open: (folder, vectors) => open(addon, folder, vectors),
    };
  } catch (error) {
    // The first sentence says it; after it comes a list of every path that was tried.
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/);
    return { status: "missing", reason: `hnswlib-node cannot be loaded: ${first}` };
  }
}

const BUILD = { links: LINKS, buildCandidates: BUILD_CANDIDATES, seed: SEED };

type Graph = InstanceType<Addon["HierarchicalNSW"]>;

function build(addon: Addon, vectors: FlatVectors): HnswIndex {
  const norms = checkVectors(vectors);
  const size = norms.length;
  const { values, dimensions } = vectors;
  const graph = new addon.HierarchicalNSW("cosine", dimensions);
  if (size > 0) {
    graph.initIndex(size, LINKS, BUILD_CANDIDATES, SEED, false);
    for (let row = 0; row < size; row++) {
      graph.addPoint(unit(values.subarray(row * dimensions, (row + 1) * dimensions), norms[row] ?? 1), row);
    }
  }
  return indexOver(graph, vectors, norms);
}

async function open(addon: Addon, folder: string, vectors: FlatVectors): Promise<OpenedGraph> {
  const norms = checkVectors(vectors);
  const checked = await readGraph(folder, vectors, norms, BUILD);
  if (checked.status === "refused") return checked;
  // Between a check and a read by path the file could change; nobody else knows this one.
  const own = await Deno.makeTempDir({ prefix: "m2-graph-" });
  try {
    const path = join(own, "graph.hnsw");
    await Deno.writeFile(path, checked.bytes);
    const graph = new addon.HierarchicalNSW("cosine", vectors.dimensions);
    graph.readIndexSync(path);
    return { status: "open", index: indexOver(graph, vectors, norms) };
  } finally {
    await Deno.remove(own, { recursive: true });
  }
}

function indexOver(graph: Graph, vectors: FlatVectors, norms: Float64Array): HnswIndex {
  const size = norms.length;
  const { dimensions } = vectors;
  let exact: VectorIndex | undefined;
  /** Made when it is first needed: most searches never do. */
  const exactly = (query: Float32Array, k: number) => (exact ??= exactIndex(vectors)).search(query, k);
  return {
    id: "hnswlib",
    size,
    dimensions,
    save: (folder) => writeGraph(folder, { write: (path) => void graph.writeIndexSync(path) }, vectors, norms, BUILD),
    search(query, k) {
      const checked = checkQuery(query, dimensions);
      const wanted = Math.min(k, size);
      if (!(wanted >= 1)) return [];
      const fetched = Math.min(size, Math.max(LEAST_FETCHED, 2 * wanted));
      graph.setEf(Math.max(SEARCH_CANDIDATES, 2 * fetched));
      const rows = graph.searchKnn(unit(query, checked.norm), fetched).neighbors;
      const candidates = nearest(
        rows.map((row) => ({ row, similarity: cosine(checked, vectors, norms, row) })),
        fetched,
      );
      const [worst, cut] = [candidates[wanted - 1], candidates.at(-1)];
      if (worst === undefined || cut === undefined) return exactly(query, k);
      // Behind the last candidate there may be more that are just as near: only a scan can tell which rows come first.
      const isTied = fetched < size && worst.similarity - cut.similarity < FLOAT32_ERROR;
      return isTied ? exactly(query, k) : candidates.slice(0, wanted);
    },
  };
}

/** Of length 1, as the addon would make it, but without its float32 overflowing on very long vectors. */
function unit(vector: Float32Array, norm: number): number[] {
  const numbers = new Array<number>(vector.length);
  for (let i = 0; i < vector.length; i++) numbers[i] = (vector[i] ?? 0) / norm;
  return numbers;
}

/** By how much the addon's float32 cosine may be off; two candidates closer than this may come in either order. */
const FLOAT32_ERROR = 1e-5;
