import { join } from "node:path";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { setUp } from "../../tools/setup.ts";
import { untar } from "../../tools/setup/untar.ts";
import { unpackChromium } from "../../tools/setup/unpack_chromium.ts";

const ROOT = join(import.meta.dirname ?? ".", "..", "..");

Deno.test("setup finds what is there, and says one line a part", async () => {
  const lines: string[] = [];
  const isComplete = await setUp(ROOT, (line) => lines.push(line));
  assertEquals(isComplete, true, lines.join("\n"));
  assertEquals(lines.length, 3);
  assertMatch(lines[0] ?? "", /^packages {5}all \d+ are there$/);
  assertMatch(lines[1] ?? "", /^vector index hnswlib-node /);
  assertMatch(lines[2] ?? "", /^browser {6}.*Chrom.* at \S+$/);
});

Deno.test("a browser that cannot be unpacked leaves no half of one", async () => {
  const root = await Deno.makeTempDir();
  try {
    const packed = join(root, "node_modules", "@sparticuz", "chromium", "bin");
    await Deno.mkdir(packed, { recursive: true });
    await Deno.writeTextFile(join(packed, "chromium.br"), "not brotli");
    const outcome = await unpackChromium(root);
    assertEquals(outcome.status, "unusable");
    assertEquals([...Deno.readDirSync(join(root, ".cache", "chromium"))], []);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

function tarOf(name: string, content: string, mode = "0000755"): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(512 * 4);
  const encoder = new TextEncoder();
  const put = (text: string, at: number) => bytes.set(encoder.encode(text), at);
  put(name, 0);
  put(mode, 100);
  put(content.length.toString(8).padStart(11, "0"), 124);
  put("0", 156);
  put(content, 512);
  return bytes;
}

Deno.test("untar() writes files with their mode into folders, and nowhere else", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await untar(tarOf("lib/tool", "words"), folder);
    assertEquals(await Deno.readTextFile(join(folder, "lib", "tool")), "words");
    assert(((await Deno.stat(join(folder, "lib", "tool"))).mode ?? 0) & 0o100);
    await assertRejects(
      () => untar(tarOf("../out", "x"), folder),
      RangeError,
      "every name must stay inside the folder",
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
