import { assertEquals } from "@std/assert";
import { chooseIndex, diversify, fuse } from "../../../memory/mod.ts";
import { loadHnswlib } from "../../../memory/retrieval/hnswlib/mod.ts";

Deno.test("fuse() gives ties to the lower row, and stands methods that found nothing or one thing", () => {
  const one = { weight: 1, hits: [{ row: 9, similarity: 0.2 }] };
  const other = { weight: 1, hits: [{ row: 3, similarity: 40 }] };
  assertEquals(fuse([one, { weight: 1, hits: [] }, other], 5).map(({ row }) => row), [3, 9]);
  assertEquals(fuse([], 5), []);
  assertEquals(fuse([{ ...one, weight: 0 }], 5), [{ row: 9, similarity: 0 }]);
});

Deno.test("diversify() leaves the order alone at 1, and takes the other one before the double below", () => {
  const vectors = { values: new Float32Array([1, 0, 1, 0.01, 0.6, 0.8]), dimensions: 2 };
  const hits = [{ row: 0, similarity: 1 }, { row: 1, similarity: 0.99 }, { row: 2, similarity: 0.6 }];
  assertEquals(diversify(hits, vectors, 2, 1).map(({ row }) => row), [0, 1]);
  assertEquals(diversify(hits, vectors, 2, 0.4).map(({ row }) => row), [0, 2]);
  assertEquals(diversify(hits, vectors, 9, 0.4).length, 3);
  assertEquals(diversify([], vectors, 2, 0.4), []);
});

Deno.test("chooseIndex() scans small banks, and says why a large one is not served by a graph", async () => {
  const missing = { status: "missing", reason: "it was not built" } as const;
  const small = await chooseIndex({ values: new Float32Array(8).fill(1), dimensions: 2 }, {
    native: await loadHnswlib(),
  });
  assertEquals(small.index.id, "exact");
  const large = await chooseIndex({ values: new Float32Array(4_000).fill(1), dimensions: 2 }, {
    native: missing,
    mostScanned: 3_000,
  });
  assertEquals([large.index.id, large.reason], [
    "exact-simd",
    "2000 vectors of 2 numbers are best served by a graph, but it was not built",
  ]);
});
