import { assertEquals } from "@std/assert";
import { BodyCache } from "../../../../env/replay/archive/body_cache.ts";

Deno.test("what was not used for longest goes first, and what is large pushes nothing out", () => {
  const cache = new BodyCache<string>(100);
  for (const name of ["a", "b", "c", "d"]) cache.set(name, name, 25);
  cache.get("a");
  cache.set("e", "e", 20);
  assertEquals(["a", "b", "c", "d", "e"].map((name) => cache.get(name)), ["a", undefined, "c", "d", "e"]);
  cache.set("large", "large", 26);
  assertEquals(["large", "a", "c", "d", "e"].map((name) => cache.get(name)), [undefined, "a", "c", "d", "e"]);
});
