import { assert, assertEquals } from "@std/assert";
import { exactIndex } from "../../../../memory/mod.ts";
import { loadHnswlib } from "../../../../memory/retrieval/hnswlib/mod.ts";
import { randomVectors, vectorIndexContract } from "../../../contract/vector_index_contract.ts";

const addon = await loadHnswlib();
const isMissing = addon.status === "missing";
const make = addon.status === "ready" ? addon.index : exactIndex;

vectorIndexContract(isMissing ? `hnswlib (skipped: ${addon.reason})` : "hnswlib", make, isMissing);

Deno.test("loadHnswlib() gives the addon, or one sentence on why it cannot be used", () => {
  if (addon.status === "ready") assertEquals(addon.index(randomVectors(2, 3)).id, "hnswlib");
  else assert(/^hnswlib-node cannot be loaded: \S/.test(addon.reason) && !addon.reason.includes("\n"), addon.reason);
});

Deno.test({
  name: "hnswlib finds what the exact index finds among 5,000 clustered vectors",
  ignore: isMissing,
  fn() {
    const centres = randomVectors(50, 32, 3).values;
    const noise = randomVectors(5000, 32, 4).values;
    const values = noise.map((value, i) => (centres[(Math.floor(i / 32) % 50) * 32 + i % 32] ?? 0) + 0.3 * value);
    const vectors = { values, dimensions: 32 };
    const [exact, native] = [exactIndex(vectors), make(vectors)];
    for (let row = 0; row < 40; row++) {
      const query = values.slice(row * 32, (row + 1) * 32).map((value, i) => value + 0.1 * (noise[i] ?? 0));
      assertEquals(native.search(query, 5), exact.search(query, 5));
    }
  },
});
