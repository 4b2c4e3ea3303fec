import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { loadHnswlib } from "../../memory/retrieval/hnswlib/mod.ts";

const addon = await loadHnswlib();
const script = fileURLToPath(new URL("hurt_addon.ts", import.meta.url));

/** What is done, and what must be said; the process must live to its end. */
const CASES: Readonly<Record<string, RegExp>> = {
  "whole": /^right: true$/,
  "bit-flip": /^refused: its graph.hnsw has another hash/,
  "cut-off": /^refused: it must have at least \d+ bytes/,
  "link-leads-out": /^refused: node 0 must be linked to nodes/,
  "too-many-links": /^refused: node 0 must have at most 32 links/,
  "other-entry": /^refused: its entry must be a node of the top level/,
  "wrapped-label": /^refused: every vector must have one node/,
  "nan-inside": /^refused: node 0 must hold vector 0/,
  "huge-count": /^refused: its header must fit the vectors/,
  "other-dimension": /^refused: it is over other vectors/,
  "other-vectors": /^refused: it is over other vectors/,
  "failed-read-in-use": /^refused: .*\nright: true$/,
  "write-to-a-bad-path": /^refused: an error$/,
  "write-over": /^right: true$/,
  "nan": /^refused: Cannot use the query as every number must be finite$/,
  "short-query": /^refused: Cannot search as the query must have 16 numbers: it has 3$/,
};

Deno.test({
  name: "nothing that ends a process through the bare addon does so through the wrapper",
  ignore: addon.status === "missing",
  async fn() {
    const root = await Deno.makeTempDir({ prefix: "m2-hurt-" });
    try {
      const { code, signal, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--quiet", script, root],
        stdin: "null",
      }).output();
      const said = new TextDecoder().decode(stdout).split("# ").slice(1).map((text) => text.trim().split("\n"));
      const last = said.at(-1)?.[0];
      assertEquals([code, signal], [0, null], `${last}: ${new TextDecoder().decode(stderr)}`);
      assertEquals(said.map(([name]) => name), Object.keys(CASES));
      for (const [name = "", ...lines] of said) assertMatch(lines.join("\n"), CASES[name] ?? /$^/, name);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});
