import { fileURLToPath } from "node:url";
import { assertEquals, assertMatch } from "@std/assert";
import { sha256 } from "../../base/mod.ts";
import { openBank } from "../../memory/mod.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const committed = `${root}replay-fixtures/banks/first-light`;

async function m2(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", `${root}main.ts`, ...args],
    cwd: root,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

async function bytesOf(folder: string): Promise<Record<string, string>> {
  const names = ["groups.jsonl", "manifest.json", "vectors.f32"];
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, sha256(await Deno.readFile(`${folder}/${name}`))] as const)),
  );
}

Deno.test("the committed bank is what the training tasks give, byte for byte", async () => {
  const folder = await Deno.makeTempDir({ prefix: "m2-bank-" });
  try {
    const { code, err } = await m2("bank", "build", "first-light", "--out", `${folder}/bank`);
    assertEquals(code, 0, err);
    assertEquals(await bytesOf(`${folder}/bank`), await bytesOf(committed));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the committed bank has at least 20 groups, all of them from training tasks", async () => {
  const { manifest } = await openBank(committed);
  assertEquals(manifest.groups >= 20, true, `${manifest.groups} groups`);
  const { code, out, err } = await m2("bank", "check", "first-light");
  assertEquals(code, 0, err);
  assertMatch(
    out,
    /^bank first-light is whole: \d+ groups, \d+ insights from \d+ episodes on training tasks, [0-9a-f]{12}\n$/,
  );
});
