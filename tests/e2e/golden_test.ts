import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import { regress, RegressionError } from "../../testing.ts";
import type { MemoryPolicy, PromptPart } from "../../memory/mod.ts";

const golden = new URL("../golden/run/", import.meta.url);
const review = "shop-newest-review-01/m2/seed-1";

/** The same policy, but from a step on the words of its system part are others. */
function withOtherWord(policy: MemoryPolicy, word: string, other: string, from: number): MemoryPolicy {
  const change = (part: PromptPart): PromptPart => ({
    ...part,
    content: part.content.map((piece) =>
      piece.type === "text" ? { ...piece, text: piece.text.replaceAll(word, other) } : piece
    ),
  });
  return {
    ...policy,
    render(memory, input) {
      const parts = policy.render(memory, input);
      return input.index < from ? parts : parts.map((part) => part.name === "system" ? change(part) : part);
    },
  };
}

/** A copy of the golden run which says of itself that it was made of another part. */
async function withOtherManifest(
  field: string,
  value: string,
  body: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "m2-golden-" });
  try {
    for (const { path } of await filesIn(fileURLToPath(golden))) {
      await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
      await Deno.copyFile(new URL(path, golden), join(folder, path));
    }
    const manifest = JSON.parse(await Deno.readTextFile(join(folder, "manifest.json")));
    assert(typeof manifest[field] === "string", `the manifest has no ${field}`);
    await Deno.writeTextFile(join(folder, "manifest.json"), JSON.stringify({ ...manifest, [field]: value }));
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Every file below a folder, in order of path. */
async function filesIn(folder: string, below = ""): Promise<{ path: string; bytes: number }[]> {
  const found: { path: string; bytes: number }[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(folder, below))) {
    const path = below === "" ? name : `${below}/${name}`;
    if (isDirectory) found.push(...await filesIn(folder, path));
    else found.push({ path, bytes: (await Deno.stat(join(folder, path))).size });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

Deno.test("the agent does in the golden episodes what it did when they were recorded", () => regress(golden));

Deno.test("one other word in a prompt turns a golden episode red, and the step and the words are named", () =>
  withOtherManifest("code", "0".repeat(64), async (folder) => {
    const error = await assertRejects(
      () =>
        regress(folder, {
          only: review,
          policy: (recorded) => withOtherWord(recorded, "for a person", "for a human", 3),
        }),
      RegressionError,
    );
    assertStringIncludes(error.message, "1 of 1 episode differs");
    assertStringIncludes(error.message, `${review}: Step 3: model.complete differs in payload.prompt`);
    assertStringIncludes(
      error.message,
      "part system, line 1 was  … operate a web browser and do one task for a person. At",
    );
    assertStringIncludes(
      error.message,
      "part system, line 1 is   … operate a web browser and do one task for a human. At",
    );
    assertEquals(
      error.hint,
      "since the recording these changed: code; where the change is meant, record the run again",
    );
  }));

Deno.test("source code that changed and does the same turns nothing red", () =>
  withOtherManifest("code", "0".repeat(64), (folder) => regress(folder, { only: review })));

Deno.test("the golden run is small, and holds nothing of the machine it was made on", async () => {
  const files = await filesIn(fileURLToPath(golden));
  const size = files.reduce((sum, { bytes }) => sum + bytes, 0);
  assert(size < 400_000, `${size} bytes`);
  const beside = files.map(({ path }) => path).filter((path) => !/^(blobs|episodes)\//.test(path));
  assertEquals(beside, ["manifest.json", "results.jsonl"]);
});
