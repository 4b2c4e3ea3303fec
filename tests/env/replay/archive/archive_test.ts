import { assertEquals, assertRejects } from "@std/assert";
import { canonicalJson, EnvironmentError, sha256 } from "../../../../base/mod.ts";
import { openArchive } from "../../../../env/replay/archive/open_archive.ts";
import { ArchiveError, ArchiveVersionError } from "../../../../env/replay/replay_error.ts";
import { writeArchive } from "../../../../env/replay/archive/write_archive.ts";
import { exchangeOf, MANIFEST } from "../fixture.ts";

const { entriesSha256: _, ...manifest } = MANIFEST;

/** A written archive in a folder of its own, gone afterwards. */
async function withArchive(use: (dir: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  const dir = `${root}/archive`;
  try {
    const bodies = new Map<string, Uint8Array>();
    const exchanges = [
      { url: "https://shop.test/b", answer: "bee" },
      { url: "https://shop.test/a", answer: "ay" },
      { method: "POST", url: "https://shop.test/a", body: "q=1", step: -1 },
    ].map((recorded, index) => exchangeOf(recorded, index, bodies));
    await writeArchive(dir, { manifest, exchanges, bodies });
    await use(dir);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await Deno.writeTextFile(path, change(await Deno.readTextFile(path)));
}

Deno.test("an archive comes back as it was written, sorted by step and address", async () => {
  await withArchive(async (dir) => {
    const archive = await openArchive(dir);
    assertEquals(archive.exchanges.map(({ step, request }) => `${step} ${request.method} ${request.url}`), [
      "-1 POST https://shop.test/a",
      "0 GET https://shop.test/a",
      "0 GET https://shop.test/b",
    ]);
    assertEquals(archive.profile, MANIFEST.profile);
    const ref = archive.exchanges[1]!.response!.body!;
    assertEquals(new TextDecoder().decode(await archive.body(ref)), "ay");
  });
});

Deno.test("writing the same content in another order gives the same bytes, and keeps reviewed rules", async () => {
  await withArchive(async (dir) => {
    const before = await Deno.readTextFile(`${dir}/entries.jsonl`);
    const rules = canonicalJson({ schema: 1, block: [{ host: "ads.test" }] });
    await Deno.writeTextFile(`${dir}/rules.json`, rules);
    const archive = await openArchive(dir);
    const bodies = new Map<string, Uint8Array>();
    for (const { request, response } of archive.exchanges) {
      for (const ref of [request.body, response?.body]) {
        if (ref !== undefined && ref !== "unknown") bodies.set(ref, await archive.body(ref));
      }
    }
    await writeArchive(dir, { manifest, exchanges: archive.exchanges.toReversed(), bodies });
    assertEquals(await Deno.readTextFile(`${dir}/entries.jsonl`), before);
    assertEquals((await openArchive(dir)).rules.block, [{ host: "ads.test" }]);
  });
});

Deno.test("a missing archive is the operator's, and says what to do", async () => {
  const error = await assertRejects(() => openArchive("/nowhere/archive"), ArchiveError);
  assertEquals(
    error.message,
    "Cannot open archive /nowhere/archive as it must hold archive.json: there is no such file",
  );
  assertEquals(error.blame, "operator");
  assertEquals(
    error.hint,
    "restore the folder from version control, or record the site with `deno task m2 record`",
  );
});

Deno.test("a newer schema is refused", async () => {
  await withArchive(async (dir) => {
    await edit(`${dir}/archive.json`, (text) => text.replace('"schema": 2', '"schema": 3'));
    const error = await assertRejects(() => openArchive(dir), ArchiveVersionError);
    assertEquals(error.message, `Cannot open archive ${dir} as its schema must be at most 2: it is 3`);
  });
});

Deno.test("every kind of damage is named", async () => {
  const damages: [string, (dir: string) => Promise<unknown>, string][] = [
    [
      "a cut list",
      (dir) => edit(`${dir}/entries.jsonl`, (text) => text.slice(0, -20)),
      "entries.jsonl must have the hash",
    ],
    ["broken JSON", (dir) => edit(`${dir}/archive.json`, () => "{"), "archive.json must be JSON: it is damaged"],
    [
      "a wrong field",
      (dir) => edit(`${dir}/archive.json`, (text) => text.replace('"seed": 7', '"seed": "x"')),
      "profile.seed",
    ],
    ["an unknown rule", (dir) => Deno.writeTextFile(`${dir}/rules.json`, '{"schema":1,"blok":[]}'), "blok"],
    [
      "a missing request body",
      (dir) => Deno.remove(`${dir}/bodies/${sha256("q=1").slice(0, 2)}/${sha256("q=1")}`),
      `Cannot read body ${sha256("q=1").slice(0, 12)}`,
    ],
  ];
  for (const [name, damage, message] of damages) {
    await withArchive(async (dir) => {
      await damage(dir);
      const error = await assertRejects(() => openArchive(dir), ArchiveError, message);
      assertEquals(error.blame, "operator", name);
    });
  }
});

Deno.test("a body with other bytes is found out when it is read", async () => {
  await withArchive(async (dir) => {
    const ref = sha256("ay");
    await Deno.writeTextFile(`${dir}/bodies/${ref.slice(0, 2)}/${ref}`, "oh");
    const archive = await openArchive(dir);
    await assertRejects(() => archive.body(ref), ArchiveError, "as its bytes must have that hash");
  });
});

Deno.test("a body reference that leaves the archive is refused", async () => {
  await withArchive(async (dir) => {
    const lines = (await Deno.readTextFile(`${dir}/entries.jsonl`)).replace(sha256("ay"), "../../etc/passwd");
    await Deno.writeTextFile(`${dir}/entries.jsonl`, lines);
    await edit(
      `${dir}/archive.json`,
      (text) => text.replace(/"entriesSha256": "\w+"/, `"entriesSha256": "${sha256(lines)}"`),
    );
    await assertRejects(() => openArchive(dir), ArchiveError, "64 lower-case hex digits");
  });
});

Deno.test("a folder that is no archive is never replaced", async () => {
  const root = await Deno.makeTempDir();
  await Deno.writeTextFile(`${root}/thesis.txt`, "years of work");
  const content = { manifest, exchanges: [], bodies: new Map() };
  await assertRejects(() => writeArchive(root, content), ArchiveError, "it holds thesis.txt");
  assertEquals(await Deno.readTextFile(`${root}/thesis.txt`), "years of work");
  await Deno.remove(root, { recursive: true });
});

Deno.test("a place that cannot be written is the environment's", async () => {
  const root = await Deno.makeTempDir();
  await Deno.writeTextFile(`${root}/file`, "");
  const content = { manifest, exchanges: [], bodies: new Map() };
  const error = await assertRejects(() => writeArchive(`${root}/file/archive`, content), EnvironmentError);
  assertEquals(error.hint, "free some space, or name a folder that can be written");
  await Deno.remove(root, { recursive: true });
});
