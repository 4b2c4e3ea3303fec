import { assert, assertEquals, assertThrows } from "@std/assert";
import { seededRandom } from "../../base/mod.ts";
import type { FlatVectors, VectorIndex } from "../../memory/mod.ts";

/**
 * Vectors without structure, the hardest case of an approximate index.
 *
 * @param rows How many.
 * @param dimensions How long.
 * @param seed Which.
 */
export function randomVectors(rows: number, dimensions: number, seed = 1): FlatVectors {
  const random = seededRandom(seed);
  return { values: Float32Array.from({ length: rows * dimensions }, () => random.next() * 2 - 1), dimensions };
}

/** The oracle: written apart from every index, as plainly as can be. */
function scan({ values, dimensions }: FlatVectors, query: Float32Array, k: number) {
  const norm = (vector: Float32Array) => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return Array.from({ length: values.length / dimensions }, (_, row) => {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions);
    const dot = vector.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0);
    return { row, similarity: Math.max(-1, Math.min(1, dot / (norm(query) * norm(vector)))) };
  }).sort((a, b) => b.similarity - a.similarity || a.row - b.row).slice(0, k);
}

/**
 * What every vector index has to keep to.
 *
 * @param name For the names of the tests.
 * @param make Builds the index over vectors.
 * @param ignore Whether the index is missing on this machine; the name says so.
 */
export function vectorIndexContract(
  name: string,
  make: (vectors: FlatVectors) => VectorIndex,
  ignore = false,
): void {
  const test = (title: string, fn: () => void) => Deno.test({ name: `${name} ${title}`, ignore, fn });

  test("gives the hits of a plain scan, to the last bit", () => {
    for (const [rows, dimensions] of [[1, 4], [50, 8], [700, 32], [3000, 16]] as const) {
      const vectors = randomVectors(rows, dimensions);
      const index = make(vectors);
      assertEquals([index.size, index.dimensions], [rows, dimensions]);
      for (let seed = 100; seed < 110; seed++) {
        const query = randomVectors(1, dimensions, seed).values;
        assertEquals(index.search(query, 5), scan(vectors, query, 5), `${rows} rows, seed ${seed}`);
      }
    }
  });

  test("gives ties to the lower row, however many there are", () => {
    const one = randomVectors(1, 8).values;
    const other = randomVectors(1, 8, 2).values;
    const values = new Float32Array(8 * 600);
    for (let row = 0; row < 600; row++) values.set(row % 2 === 0 ? one : other, row * 8);
    assertEquals(make({ values, dimensions: 8 }).search(one, 4).map((hit) => hit.row), [0, 2, 4, 6]);
    assertEquals(make({ values, dimensions: 8 }).search(other, 4).map((hit) => hit.row), [1, 3, 5, 7]);
  });

  test("tells near duplicates apart as a scan does", () => {
    const base = randomVectors(1, 16).values;
    const random = seededRandom(5);
    const values = Float32Array.from({ length: 16 * 500 }, (_, i) => (base[i % 16] ?? 0) * (1 + 1e-6 * random.next()));
    const vectors = { values, dimensions: 16 };
    assertEquals(make(vectors).search(base, 10), scan(vectors, base, 10));
  });

  test("does not mind the length of vectors or queries", () => {
    const index = make({ values: new Float32Array([3, 0, 0, 0.1]), dimensions: 2 });
    assertEquals(index.search(new Float32Array([0, 40]), 2), [{ row: 1, similarity: 1 }, { row: 0, similarity: 0 }]);
  });

  test("takes vectors of any length that float32 can hold", () => {
    const values = new Float32Array([1e30, 1e30, 1e-30, -1e-30, -1e30, 1e20]);
    const hits = make({ values, dimensions: 2 }).search(new Float32Array([2e30, 2e30]), 3);
    assertEquals(hits.map((hit) => hit.row), [0, 1, 2]);
    assert(hits.every((hit) => Number.isFinite(hit.similarity)));
  });

  test("gives fewer than k only where it holds fewer", () => {
    const index = make(randomVectors(3, 4));
    const query = randomVectors(1, 4, 9).values;
    assertEquals(index.search(query, 10).length, 3);
    assertEquals(index.search(query, 0), []);
    assertEquals(make({ values: new Float32Array(), dimensions: 4 }).search(query, 5), []);
  });

  test("refuses a query of another length, one that is not finite, and one without direction", () => {
    const index = make(randomVectors(10, 4));
    assertEquals(
      assertThrows(() => index.search(new Float32Array(3), 1), RangeError).message,
      "Cannot search as the query must have 4 numbers: it has 3",
    );
    assertThrows(() => index.search(new Float32Array([1, NaN, 0, 0]), 1), RangeError, "finite");
    assertThrows(() => index.search(new Float32Array([1, Infinity, 0, 0]), 1), RangeError, "finite");
    assertThrows(() => index.search(new Float32Array(4), 1), RangeError, "all zeros");
    assertEquals(index.search(new Float32Array([1, 0, 0, 0]), 3).length, 3);
  });

  test("refuses vectors that are cut off, not finite, or without direction", () => {
    assertThrows(() => make({ values: new Float32Array(7), dimensions: 4 }), RangeError, "4 numbers each");
    assertEquals(
      assertThrows(() => make({ values: new Float32Array([1, 0, 0, 0]), dimensions: 2 }), RangeError).message,
      "Cannot use vector 1 as a direction is needed: it is all zeros",
    );
    assertThrows(() => make({ values: new Float32Array([1, NaN]), dimensions: 2 }), RangeError, "vector 0");
  });

  test("is not changed by a search, and gives the same hits again", () => {
    const vectors = randomVectors(400, 12);
    const before = vectors.values.slice();
    const index = make(vectors);
    const query = randomVectors(1, 12, 4).values;
    const first = index.search(query, 7);
    assertEquals(index.search(query, 7), first);
    assertEquals(vectors.values, before);
    assert(first.every((hit, i) => i === 0 || hit.similarity <= (first[i - 1]?.similarity ?? 1)));
  });
}
