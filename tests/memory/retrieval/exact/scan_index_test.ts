import { assert, assertEquals } from "@std/assert";
import { seededRandom } from "../../../../base/mod.ts";
import { exactIndex, type FlatVectors, plainIndex, scanIndex, type VectorIndex } from "../../../../memory/mod.ts";
import { buildScan } from "../../../../tools/scan/build_scan.ts";
import { randomVectors, vectorIndexContract } from "../../../contract/vector_index_contract.ts";

function make(vectors: FlatVectors): VectorIndex {
  const index = scanIndex(vectors);
  assert(index !== undefined);
  return index;
}

vectorIndexContract("scanIndex", make);

Deno.test("scanIndex() gives a plain scan's hits for any length, number and spread of vectors", () => {
  const random = seededRandom(11);
  for (const dimensions of [1, 7, 8, 9, 100, 384, 1536]) {
    for (const rows of [31, 32, 33, 1_500]) {
      const { values } = randomVectors(rows, dimensions, rows + dimensions);
      // Some rows are short, some long, some nearly sparse: their copies are of very different quality.
      for (let row = 0; row < rows; row++) {
        const scale = 10 ** Math.floor(random.next() * 8 - 4);
        for (let i = 0; i < dimensions; i++) {
          values[row * dimensions + i] = (values[row * dimensions + i] ?? 0) * (i === row % dimensions ? 50 : 1) *
            scale;
        }
      }
      const vectors = { values, dimensions };
      const [scan, plain] = [make(vectors), plainIndex(vectors)];
      for (const k of [1, 5, 40]) {
        const query = randomVectors(1, dimensions, 7 * k).values;
        assertEquals(scan.search(query, k), plain.search(query, k), `${rows} × ${dimensions}, ${k} wanted`);
      }
    }
  }
});

Deno.test("scanIndex() tells rows apart that have the same bytes", () => {
  const random = seededRandom(3);
  const base = randomVectors(1, 64, 8).values;
  const values = Float32Array.from({ length: 64 * 4_000 }, (_, i) => (base[i % 64] ?? 0) * (1 + 1e-4 * random.next()));
  const vectors = { values, dimensions: 64 };
  for (let seed = 1; seed < 6; seed++) {
    const query = seed === 1 ? base : randomVectors(1, 64, seed).values;
    assertEquals(make(vectors).search(query, 20), plainIndex(vectors).search(query, 20));
  }
});

Deno.test("scanIndex() gives the rows that hold the extremes of every number right, and their opposites last", () => {
  const dimensions = 4_096;
  const values = new Float32Array(dimensions * 64).fill(1);
  for (let row = 1; row < 64; row++) values.fill(-1, row * dimensions, row * dimensions + row * 64);
  const hits = make({ values, dimensions }).search(new Float32Array(dimensions).fill(1), 3);
  assertEquals(hits.map(({ row }) => row), [0, 1, 2]);
  assertEquals(hits[0]?.similarity, 1);
});

Deno.test("exactIndex() scans bytes where there are many vectors, and says so", () => {
  assertEquals(exactIndex(randomVectors(999, 4)).id, "exact");
  assertEquals(exactIndex(randomVectors(1_000, 4)).id, "exact-simd");
});

Deno.test("two indexes do not disturb each other", () => {
  const [a, b] = [randomVectors(100, 8, 1), randomVectors(200, 8, 2)];
  const [one, other] = [make(a), make(b)];
  const query = randomVectors(1, 8, 3).values;
  const before = one.search(query, 5);
  other.search(query, 5);
  assertEquals(one.search(query, 5), before);
});

Deno.test("the committed machine code is what its source gives", async () => {
  const committed = await Deno.readTextFile(
    new URL("../../../../memory/retrieval/exact/scan_code.ts", import.meta.url),
  );
  assertEquals(committed, await buildScan());
});
