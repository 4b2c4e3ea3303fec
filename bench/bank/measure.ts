import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import {
  bm25,
  exactIndex,
  type FlatVectors,
  type InsightGroup,
  plainIndex,
  searchBank,
  type VectorIndex,
  writeBank,
} from "../../memory/mod.ts";
import { bankOf } from "../../memory/bank/bank.ts";
import { gloveEmbedder } from "../../memory/retrieval/glove/mod.ts";
import { loadHnswlib } from "../../memory/retrieval/hnswlib/mod.ts";
import { makeGoals, makeGroups, makeVectors } from "./data.ts";
import { type Quantiles, quantiles } from "./quantiles.ts";

const HITS = 5;
const SEARCHES = 1_000;
/** The loop is slow, and its times hardly differ. */
const PLAIN_SEARCHES = 50;
const RECALLED = 100;
const COLD_STARTS = 5;

/** What was measured of one index over one kind of vectors; times in milliseconds. */
export interface IndexRow {
  readonly vectors: string;
  readonly size: number;
  readonly dimensions: number;
  readonly index: string;
  readonly build: number;
  readonly search: Quantiles;
  readonly recallAt5: number;
  readonly recallAt20: number;
}

/** What was measured of a bank of one size; times in milliseconds. */
export interface BankRow {
  readonly size: number;
  readonly index: string;
  readonly embed: Quantiles;
  readonly search: Quantiles;
  readonly render: Quantiles;
  readonly whole: Quantiles;
  readonly bm25: Quantiles;
  readonly bytes: number;
  readonly residentBytes: number;
  /** New processes, from start to end; and of it opening the bank with all its checks, and index, word table and answer. */
  readonly coldProcess: Quantiles;
  readonly coldOpen: Quantiles;
  readonly coldAnswer: Quantiles;
}

/** Where the figures are from. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly os: string;
  readonly deno: string;
}

/** Describes this machine. */
export function machine(): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model ?? "unknown",
    cores: cores.length,
    os: `${Deno.build.os} ${Deno.build.arch}`,
    deno: Deno.version.deno,
  };
}

function timed<T>(work: () => T): [T, number] {
  const start = performance.now();
  const result = work();
  return [result, performance.now() - start];
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** The addon as it comes, searched as its readme says: no check, no exact order, no fallback. */
async function bareHnswlib({ values, dimensions }: FlatVectors): Promise<VectorIndex> {
  const { default: addon } = await import("hnswlib-node") as unknown as { default: typeof import("hnswlib-node") };
  const size = values.length / dimensions;
  const graph = new addon.HierarchicalNSW("cosine", dimensions);
  graph.initIndex(size, 16, 200, 100);
  for (let row = 0; row < size; row++) {
    graph.addPoint(Array.from(values.subarray(row * dimensions, (row + 1) * dimensions)), row);
  }
  graph.setEf(100);
  return {
    id: "hnswlib bare, ef 100",
    size,
    dimensions,
    search(query, k) {
      const { neighbors, distances } = graph.searchKnn(Array.from(query), k);
      return neighbors.map((row, i) => ({ row, similarity: 1 - (distances[i] ?? 0) }));
    },
  };
}

/** The part of the oracle's rows that an index finds too. */
function recall(
  index: VectorIndex,
  oracle: readonly (readonly number[])[],
  queries: readonly Float32Array[],
  k: number,
) {
  let found = 0;
  for (const [i, rows] of oracle.entries()) {
    const got = new Set(index.search(queries[i] ?? new Float32Array(), k).map(({ row }) => row));
    found += rows.slice(0, k).filter((row) => got.has(row)).length;
  }
  return round(found / oracle.length / k);
}

/**
 * Measures every index over vectors of one kind.
 *
 * @param name What the vectors are.
 * @param vectors The vectors.
 * @param queries At least a hundred.
 * @param say Takes a line of progress.
 */
export async function measureIndexes(
  name: string,
  vectors: FlatVectors,
  queries: readonly Float32Array[],
  say: (line: string) => void,
): Promise<IndexRow[]> {
  const [plain, plainBuild] = timed(() => plainIndex(vectors));
  const oracle = queries.slice(0, RECALLED).map((query) => plain.search(query, 20).map(({ row }) => row));
  const addon = await loadHnswlib();
  const makers: (() => VectorIndex | Promise<VectorIndex>)[] = [
    () => exactIndex(vectors),
    ...(addon.status === "ready" ? [() => addon.index(vectors), () => bareHnswlib(vectors)] : []),
  ];
  const rows: IndexRow[] = [];
  const add = (index: VectorIndex, build: number, searches: number) => {
    const times: number[] = [];
    for (let i = -20; i < searches; i++) {
      const [, ms] = timed(() =>
        index.search(queries[(i + queries.length) % queries.length] ?? new Float32Array(), HITS)
      );
      if (i >= 0) times.push(ms);
    }
    const row = {
      vectors: name,
      size: index.size,
      dimensions: index.dimensions,
      index: index === plain ? "plain JavaScript loop" : index.id,
      build: round(build),
      search: quantiles(times),
      recallAt5: recall(index, oracle, queries, 5),
      recallAt20: recall(index, oracle, queries, 20),
    };
    say(`${name} ${row.size} × ${row.dimensions}  ${row.index}: p50 ${row.search.p50}, p95 ${row.search.p95} ms`);
    rows.push(row);
  };
  add(plain, plainBuild, PLAIN_SEARCHES);
  for (const make of makers) {
    const start = performance.now();
    const index = await make();
    add(index, performance.now() - start, SEARCHES);
  }
  return rows;
}

/**
 * Measures a bank of generated goals from goal to rendered lessons, and its cold start.
 *
 * @param size How many groups.
 * @param say Takes a line of progress.
 */
export async function measureBank(size: number, say: (line: string) => void): Promise<[BankRow, IndexRow[]]> {
  const groups = makeGroups(makeGoals(size, 1));
  const embedder = gloveEmbedder();
  const values = new Float32Array(size * embedder.dimensions);
  (await embedder.embed(groups.map(({ query }) => query))).forEach((vector, row) =>
    values.set(vector, row * embedder.dimensions)
  );
  const vectors = { values, dimensions: embedder.dimensions };
  const bank = bankOf(embedder.id, groups, vectors);
  const index = exactIndex(vectors);
  const goals = makeGoals(SEARCHES, 2);
  const ask = searchBank(bank, embedder, index, { now: () => performance.now() });
  const [embed, search, render, whole, words]: number[][] = [[], [], [], [], []];
  const scorer = bm25(groups.map(({ query }) => query));
  for (const [i, goal] of [...goals.slice(0, 50), ...goals].entries()) {
    const start = performance.now();
    const { hits, latency } = await ask({ goal, groups: HITS, method: "dense", leave: { task: "task-7-0" } });
    const answered = performance.now();
    rendered(hits.map(({ group }) => group));
    const end = performance.now();
    const [, scored] = timed(() => scorer.score(goal));
    if (i < 50) continue;
    embed?.push(latency.embed);
    search?.push(latency.search);
    render?.push(end - answered);
    whole?.push(end - start);
    words?.push(scored);
  }
  const residentBytes = Deno.memoryUsage().rss;
  const folder = await Deno.makeTempDir({ prefix: "m2-bank-bench-" });
  try {
    await writeBank(`${folder}/bank`, bank);
    const { bytes, processes, opens, answers } = await coldStarts(`${folder}/bank`, goals);
    const row: BankRow = {
      size,
      index: index.id,
      embed: quantiles(embed ?? []),
      search: quantiles(search ?? []),
      render: quantiles(render ?? []),
      whole: quantiles(whole ?? []),
      bm25: quantiles(words ?? []),
      bytes,
      residentBytes,
      coldProcess: quantiles(processes),
      coldOpen: quantiles(opens),
      coldAnswer: quantiles(answers),
    };
    say(`bank of ${size}: whole p50 ${row.whole.p50}, p95 ${row.whole.p95} ms; cold ${row.coldProcess.p50} ms`);
    return [row, await measureIndexes("goals", vectors, await embedder.embed(goals.slice(0, 200)), say)];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** As the insights of a prompt are: quoted, with what they can be traced by. */
function rendered(groups: readonly InsightGroup[]): string {
  return groups.flatMap(({ insights }) => insights.map(({ id, text }) => `- ${JSON.stringify(text)} (${id})`)).join(
    "\n",
  );
}

async function coldStarts(bank: string, goals: readonly string[]) {
  const script = fileURLToPath(new URL("cold.ts", import.meta.url));
  const processes: number[] = [];
  const opens: number[] = [];
  const answers: number[] = [];
  for (const goal of goals.slice(0, COLD_STARTS)) {
    const start = performance.now();
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--quiet", script, bank, goal],
      stdin: "null",
    }).output();
    processes.push(performance.now() - start);
    const { open, answer } = JSON.parse(new TextDecoder().decode(stdout));
    opens.push(open);
    answers.push(answer);
  }
  let bytes = 0;
  for await (const { name } of Deno.readDir(bank)) bytes += (await Deno.stat(`${bank}/${name}`)).size;
  return { bytes, processes, opens, answers };
}

/**
 * Measures every index over vectors without words: clustered, and uniform, the hardest there are.
 *
 * @param size How many.
 * @param dimensions How long.
 * @param say Takes a line of progress.
 */
export async function measureVectors(
  size: number,
  dimensions: number,
  say: (line: string) => void,
): Promise<IndexRow[]> {
  const rows: IndexRow[] = [];
  for (const name of ["clustered", "uniform"]) {
    const { vectors, queries } = makeVectors(size, dimensions, name === "clustered", 200);
    rows.push(...await measureIndexes(name, vectors, queries, say));
  }
  return rows;
}
