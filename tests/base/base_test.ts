import { assert, assertEquals, assertThrows } from "@std/assert";
import { z } from "zod";
import {
  blameOf,
  canonicalJson,
  ConfigError,
  draw,
  EnvironmentError,
  parseOrExplain,
  seededRandom,
  sha256,
  virtualClock,
} from "../../base/mod.ts";

Deno.test("draw() is uniform enough: 10,000 keys fill ten bins evenly", () => {
  const bins = new Array<number>(10).fill(0);
  for (let key = 0; key < 10_000; key++) {
    const bin = Math.floor(draw("bins", key) * 10);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const chiSquare = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  // 27.9 is the 0.999 quantile at 9 degrees of freedom.
  assert(chiSquare < 27.9, `chi-square ${chiSquare}`);
});

Deno.test("draw() stays in [0, 1) and tells keys apart by type and by place", () => {
  assert(draw("1") !== draw(1));
  assert(draw("a", "b") !== draw("b", "a"));
  for (let key = 0; key < 1000; key++) assert(draw(key) >= 0 && draw(key) < 1);
});

Deno.test("seededRandom() gives the published mulberry32 numbers", () => {
  // First numbers of mulberry32 for seed 1, as integers below 2^32.
  const random = seededRandom(1);
  assertEquals([random.next(), random.next()].map((x) => Math.round(x * 2 ** 32)), [2693262067, 11749833]);
});

Deno.test("canonicalJson() sorts keys at every depth, keeps array order, leaves undefined out", () => {
  assertEquals(canonicalJson({ b: [{ d: 1, c: undefined }], a: null }), '{"a":null,"b":[{"d":1}]}');
});

Deno.test("canonicalJson() refuses numbers that JSON would turn into null", () => {
  assertThrows(() => canonicalJson({ a: NaN }), TypeError, "every number must be finite: got NaN");
});

Deno.test("sha256() of text is the digest of its UTF-8 bytes", () => {
  assertEquals(sha256("é"), sha256(new TextEncoder().encode("é")));
});

Deno.test("virtualClock() goes on only", () => {
  const clock = virtualClock(5);
  clock.advance(0);
  assertEquals(clock.now(), 5);
  assertThrows(() => clock.advance(-1), RangeError, "time only goes on: got -1 ms");
});

Deno.test("parseOrExplain() names the first wrong field and how many more there are", () => {
  const schema = z.object({ arms: z.array(z.object({ name: z.string() })), seeds: z.array(z.int()) });
  const error = assertThrows(
    () => parseOrExplain(schema, { arms: [{ name: 7 }], seeds: "no" }, "experiment x.json", "see docs"),
    ConfigError,
    "Cannot read experiment x.json as a field is wrong: arms.0.name:",
  );
  assert(error.message.includes("; 1 more: seeds:"));
  assertEquals(error.hint, "see docs");
});

Deno.test("blameOf() reads the blame of our errors and takes strangers for our own bug", () => {
  assertEquals(blameOf(new EnvironmentError("Cannot go on as the browser is gone")), "environment");
  assertEquals(blameOf("text"), "harness");
});
