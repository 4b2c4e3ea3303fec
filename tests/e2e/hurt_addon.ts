/**
 * Does all that is known to end the process of who uses the addon bare, through the wrapper; prints a line for each.
 *
 * `deno run -A hurt_addon.ts FOLDER`
 *
 * @module
 */
import { join } from "node:path";
import { seededRandom, sha256 } from "../../base/mod.ts";
import { exactIndex, type FlatVectors } from "../../memory/mod.ts";
import { loadHnswlib } from "../../memory/retrieval/hnswlib/mod.ts";

const random = seededRandom(7);
const vectors: FlatVectors = {
  values: Float32Array.from({ length: 2_000 * 16 }, () => random.next() - 0.5),
  dimensions: 16,
};
const query = vectors.values.slice(0, 16);
const [root = ""] = Deno.args;
let folder = "";
const addon = await loadHnswlib();
if (addon.status === "missing") throw new TypeError(addon.reason);
const { open } = addon;
const graphPath = () => join(folder, "graph.hnsw");
const isRight = (hits: unknown) => JSON.stringify(hits) === JSON.stringify(exactIndex(vectors).search(query, 5));

/** Changes the graph's file, and its hash in the note where a forger would. */
async function forge(change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array, isHashed: boolean): Promise<void> {
  const bytes = change(await Deno.readFile(graphPath()));
  await Deno.writeFile(graphPath(), bytes);
  const note = JSON.parse(await Deno.readTextFile(join(folder, "graph.json")));
  if (isHashed) await Deno.writeTextFile(join(folder, "graph.json"), JSON.stringify({ ...note, graph: sha256(bytes) }));
}

async function tell(over = vectors): Promise<void> {
  const opened = await open(folder, over);
  console.log(
    opened.status === "refused" ? `refused: ${opened.reason}` : `right: ${isRight(opened.index.search(query, 5))}`,
  );
}

const built = addon.index(vectors);

const cases: Readonly<Record<string, () => Promise<void>>> = {
  "whole": () => tell(),
  "bit-flip": async () => {
    await forge((bytes) => bytes.fill((bytes[5_000] ?? 0) ^ 1, 5_000, 5_001), false);
    await tell();
  },
  "cut-off": async () => {
    await forge((bytes) => bytes.slice(0, 9_000), true);
    await tell();
  },
  // From here on the hash is right and the file is not: each would crash the process at the next search, or load unseen.
  "link-leads-out": async () => {
    await forge((bytes) => bytes.fill(255, 100, 104), true);
    await tell();
  },
  "too-many-links": async () => {
    await forge((bytes) => bytes.fill(255, 96, 98), true);
    await tell();
  },
  "other-entry": async () => {
    await forge((bytes) => bytes.fill(255, 52, 56), true);
    await tell();
  },
  "wrapped-label": async () => {
    await forge((bytes) => bytes.fill(1, 96 + 132 + 64 + 4, 96 + 132 + 64 + 5), true);
    await tell();
  },
  "nan-inside": async () => {
    await forge((bytes) => bytes.fill(255, 96 + 132, 96 + 136), true);
    await tell();
  },
  "huge-count": async () => {
    await forge((bytes) => bytes.fill(255, 16, 22), true);
    await tell();
  },
  "other-dimension": () => tell({ values: vectors.values.slice(0, 32_000), dimensions: 8 }),
  "other-vectors": () => tell({ values: vectors.values.map((value) => value * 2 + 0.1), dimensions: 16 }),
  "failed-read-in-use": async () => {
    await forge((bytes) => bytes.slice(0, 100), true);
    await tell();
    console.log(`right: ${isRight(built.search(query, 5))}`);
  },
  "write-to-a-bad-path": async () => {
    await Deno.writeTextFile(join(folder, "file"), "");
    const said = await built.save(join(folder, "file", "below")).then(() => "saved", (error: Error) => error.name);
    console.log(`refused: ${said === "saved" ? "" : "an error"}`);
  },
  "write-over": async () => {
    await Promise.all([built.save(`${folder}-a`), built.save(`${folder}-b`)]);
    await built.save(folder);
    await tell();
  },
  "nan": () => refusedQuery(Float32Array.from(query, (value, i) => i === 3 ? NaN : value)),
  "short-query": () => refusedQuery(query.slice(0, 3)),
};

function refusedQuery(bad: Float32Array): Promise<void> {
  try {
    built.search(bad, 5);
  } catch (error) {
    if (error instanceof RangeError) console.log(`refused: ${error.message}`);
  }
  return Promise.resolve();
}

for (const [name, run] of Object.entries(cases)) {
  folder = join(root, name);
  await built.save(folder);
  console.log(`# ${name}`);
  await run();
}
