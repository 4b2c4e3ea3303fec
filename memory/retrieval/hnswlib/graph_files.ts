import { dirname, join } from "node:path";
import { z } from "zod";
import { canonicalJson, EnvironmentError, sha256 } from "../../../base/mod.ts";
import type { FlatVectors } from "../cosine.ts";
import { checkGraph, type GraphShape } from "./check_graph.ts";

/** What `graph.json` says: which vectors the graph is over, how it was built, and what its file must hash to. */
const noteSchema = z.strictObject({
  version: z.literal(1),
  metric: z.literal("cosine"),
  dimensions: z.int().positive(),
  size: z.int().nonnegative(),
  links: z.int().positive(),
  buildCandidates: z.int().positive(),
  seed: z.int(),
  vectors: z.string(),
  graph: z.string(),
});

/** How a graph is built. */
export interface GraphBuild extends GraphShape {
  readonly seed: number;
}

/** What the addon can do with a file. */
export interface GraphPort {
  /** Writes the graph; it says that it did even where it did not. */
  write(path: string): void;
}

/** A folder's graph that was checked, or why there is none. */
export type CheckedGraph =
  | { readonly status: "whole"; readonly bytes: Uint8Array }
  | { readonly status: "refused"; readonly reason: string };

/**
 * Writes a graph to a folder: into a new one beside it, which is read again, checked and put in place as a whole.
 *
 * @param folder The folder; a graph that stands there is replaced.
 * @param graph The addon's graph.
 * @param vectors What it is over.
 * @param norms Their lengths.
 * @param build How it was built.
 * @throws {EnvironmentError} When what was written is not the graph: the disk may be full.
 */
export async function writeGraph(
  folder: string,
  graph: GraphPort,
  vectors: FlatVectors,
  norms: Float64Array,
  build: GraphBuild,
): Promise<void> {
  const parent = dirname(folder);
  await Deno.mkdir(parent, { recursive: true });
  const fresh = await Deno.makeTempDir({ dir: parent, prefix: ".graph-" });
  try {
    graph.write(join(fresh, "graph.hnsw"));
    const bytes = await readIfThere(join(fresh, "graph.hnsw"));
    const wrong = bytes === undefined ? "no file was written" : checkGraph(bytes, vectors, norms, build);
    if (bytes === undefined || wrong !== undefined) {
      throw new EnvironmentError(`Cannot write the graph to ${folder} as it must be whole: ${wrong}`, {
        hint: "see whether the disk is full and the folder may be written",
      });
    }
    await Deno.writeTextFile(join(fresh, "graph.json"), noteOf(vectors, build, sha256(bytes)) + "\n");
    await removeTree(folder);
    await Deno.rename(fresh, folder);
  } finally {
    await removeTree(fresh);
  }
}

/**
 * Reads a folder's graph, and checks all of it.
 *
 * @param folder The folder.
 * @param vectors What the graph must be over.
 * @param norms Their lengths.
 * @param build How it must have been built.
 * @returns The bytes, or why they must not be used.
 */
export async function readGraph(
  folder: string,
  vectors: FlatVectors,
  norms: Float64Array,
  build: GraphBuild,
): Promise<CheckedGraph> {
  const refused = (reason: string) => ({ status: "refused", reason } as const);
  const note = await readIfThere(join(folder, "graph.json"));
  if (note === undefined) return refused("there is none");
  const parsed = parseNote(new TextDecoder().decode(note));
  if (parsed === undefined) return refused("its graph.json is not what was written");
  if (canonicalJson(parsed) !== noteOf(vectors, build, parsed.graph)) {
    return refused("it is over other vectors, or was built in another way");
  }
  const bytes = await readIfThere(join(folder, "graph.hnsw"));
  if (bytes === undefined) return refused("its graph.hnsw is missing");
  if (sha256(bytes) !== parsed.graph) return refused("its graph.hnsw has another hash than its graph.json says");
  const wrong = checkGraph(bytes, vectors, norms, build);
  return wrong === undefined ? { status: "whole", bytes } : refused(wrong);
}

function parseNote(text: string): z.infer<typeof noteSchema> | undefined {
  try {
    return noteSchema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function noteOf({ values, dimensions }: FlatVectors, build: GraphBuild, graph: string): string {
  const vectors = sha256(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  const { links, buildCandidates, seed } = build;
  const size = values.length / dimensions;
  return canonicalJson({
    version: 1,
    metric: "cosine",
    dimensions,
    size,
    links,
    buildCandidates,
    seed,
    vectors,
    graph,
  });
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

async function removeTree(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
