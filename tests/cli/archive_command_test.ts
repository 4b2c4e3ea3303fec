import { assertEquals, assertStringIncludes } from "@std/assert";
import { sha256 } from "../../base/mod.ts";
import { runCommandLine } from "../../cli/program.ts";
import { snapshot, withFolder, writeRecorded } from "../env/replay/archive/archive_folder.ts";
import { fakeWorld } from "./fake_world.ts";

const HOME = { url: "https://shop.test/", answer: "home" };
const TOKEN = "a8F3kQ92LmZx7Tt1PpW4";

/** Runs `m2 archive` in a folder. */
async function archive(standing: string, ...typed: string[]) {
  const world = fakeWorld(["archive", ...typed], {
    standing,
    environment: (name) => name === "SHOP_WORD" ? "blue-whale" : undefined,
  });
  const code = await runCommandLine(world);
  return { code, out: world.out(), err: world.err() };
}

Deno.test("m2 archive check says sound or damaged, by exit code, in words and in JSON", () =>
  withFolder(async (root) => {
    await writeRecorded(`${root}/wiki`, [HOME]);
    assertEquals(await archive(root, "check", "wiki"), {
      code: 0,
      out: "wiki: sound, 1 exchange, 1 body, 4 B; 0 errors, 0 warnings\n",
      err: "",
    });
    const body = `bodies/${sha256("home").slice(0, 2)}/${sha256("home")}`;
    await Deno.remove(`${root}/wiki/${body}`);
    assertEquals(await archive(root, "check", "wiki"), {
      code: 10,
      out: `error body\n  ${body}: it is missing; e0 refers to it\n` +
        "wiki: damaged, 1 exchange, 0 bodies, 0 B; 1 error, 0 warnings\n",
      err: "",
    });
    const { code, out } = await archive(root, "check", "wiki", "--json");
    assertEquals(code, 10);
    assertEquals(JSON.parse(out).findings[0].code, "body");
    assertEquals(await archive(root, "check", "wiki", "--repair"), {
      code: 2,
      out: "",
      err: "error: Cannot repair archive wiki as the result needs a folder: --out was not given\n" +
        "hint: add --out wiki-repaired\n",
    });
    assertEquals(
      (await archive(root, "check", "wiki", "--repair", "--out", "mended")).out,
      "  the answer of e0 is lost: it is kept as incomplete\n1 exchange in mended, 1 loss\n",
    );
    assertEquals((await archive(root, "check", "mended")).code, 0);
  }));

Deno.test("m2 archive check shows the first findings of a kind and counts the rest", () =>
  withFolder(async (root) => {
    await writeRecorded(`${root}/wiki`, [HOME]);
    for (let at = 0; at < 8; at++) await Deno.writeTextFile(`${root}/wiki/note-${at}`, "");
    const { out } = await archive(root, "check", "wiki");
    assertStringIncludes(out, "  note-4: it is no part of an archive\n  … and 3 more; --json shows all\n");
  }));

Deno.test("m2 archive stats, layers and diff show what is there", () =>
  withFolder(async (root) => {
    const about = {
      layers: [
        { name: "base", origin: "recording" as const, source: "hand 1" },
        { name: "crawl-1", origin: "crawl" as const, source: "hand 1" },
      ],
    };
    await writeRecorded(`${root}/one`, [HOME]);
    await writeRecorded(`${root}/two`, [HOME, { ...HOME, answer: "other", layer: "crawl-1" }], { about });
    assertStringIncludes(
      (await archive(root, "stats", "two")).out,
      "shop: 2 exchanges, 2 bodies, 9 B (0 B saved by storing equal bodies once)\n0 failed, 0 incomplete\n\n" +
        "layer    exchanges       size\nbase             1        4 B\ncrawl-1          1        5 B\n",
    );
    assertEquals(JSON.parse((await archive(root, "stats", "two", "--json")).out).exchanges, 2);
    assertEquals(
      (await archive(root, "layers", "two")).out,
      "base           1 exchange        4 B  recording       hand 1\n" +
        "crawl-1        1 exchange        5 B  crawl           hand 1\n" +
        "  GET https://shop.test/\n    answered by base, and otherwise in crawl-1\n1 conflict\n",
    );
    assertEquals(await archive(root, "diff", "one", "one"), {
      code: 0,
      out: "1 the same, 0 added, 0 removed, 0 changed\n",
      err: "",
    });
    const { code, out } = await archive(root, "diff", "one", "two");
    assertEquals(code, 10);
    assertStringIncludes(out, "archive.json layers.1.name: nothing → crawl-1\n");
    assertStringIncludes(out, "+ GET https://shop.test/\n1 the same, 1 added, 0 removed, 0 changed\n");
    const merged = await archive(root, "layers", "one", "--merge", "two", "--out", "all", "--json");
    assertEquals(JSON.parse(merged.out).layers.map(({ name }: { name: string }) => name), [
      "base",
      "base-2",
      "crawl-1",
    ]);
    assertEquals((await archive(root, "layers", "one", "--merge", "two")).code, 2);
  }));

Deno.test("m2 archive prune takes out what no use report names, and says how much", () =>
  withFolder(async (root) => {
    await writeRecorded(`${root}/wiki`, [HOME, { url: "https://shop.test/unused", answer: "x".repeat(2000) }]);
    await Deno.writeTextFile(`${root}/use.json`, '{"schema":1,"exchanges":[{"id":"e0"}]}');
    assertEquals(await archive(root, "prune", "wiki", "--unused-by", "use.json", "--out", "small"), {
      code: 0,
      out: "1 exchange kept, 1 removed, 2.0 kB less in small\n",
      err: "",
    });
    const missing = await archive(root, "prune", "wiki", "--unused-by", "none.json");
    assertEquals(missing.code, 2);
    assertStringIncludes(missing.err, "there is no such file");
  }));

Deno.test("m2 archive redact takes secrets from the environment, and fails where one is left", () =>
  withFolder(async (root) => {
    const url = `https://shop.test/?token=${TOKEN}`;
    await writeRecorded(`${root}/wiki`, [{ url, answer: "blue-whale" }]);
    assertEquals(await archive(root, "redact", "wiki", "--secret", "SHOP_WORD", "--out", "clean"), {
      code: 0,
      out: "  query:token  1 value\n1 exchange redacted in clean\n",
      err: "",
    });
    const files = JSON.stringify(await snapshot(`${root}/clean`));
    assertEquals(files.includes(TOKEN) || files.includes("blue-whale"), false);
    assertStringIncludes(
      (await archive(root, "redact", "wiki", "--secret", "NOT_SET")).err,
      "Cannot redact by NOT_SET",
    );
    await writeRecorded(`${root}/bad`, [{ url }, {
      url: "https://shop.test/app.js",
      answer: `"${TOKEN}"`,
      headers: [["content-type", "text/javascript"]],
    }]);
    assertEquals((await archive(root, "redact", "bad")).code, 2);
  }));
