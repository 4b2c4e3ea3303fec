import { assertEquals, assertStringIncludes } from "@std/assert";
import { runCommandLine } from "../../cli/program.ts";
import { harOf } from "../env/replay/har/har_fixture.ts";
import { fakeWorld } from "./fake_world.ts";

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "m2-cli-" });
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function run(folder: string, ...typed: string[]) {
  const world = fakeWorld(typed, { standing: folder, fetch });
  const code = await runCommandLine(world);
  return { code, out: world.out(), err: world.err() };
}

Deno.test("m2 har import writes an archive, and m2 har export a HAR that comes back", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(
      `${folder}/site.har`,
      JSON.stringify(harOf({}, { url: "https://shop.test/b", text: "b" })),
    );
    const first = await run(folder, "har", "import", "site.har", "--out", "archive");
    assertEquals([first.code, first.err], [0, ""]);
    assertStringIncludes(first.out, "2 read, 2 different exchanges kept");
    const out = await run(folder, "har", "export", "archive", "--out", "out.har");
    assertEquals([out.code, out.out, out.err], [0, "2 entries in out.har\n", ""]);
    const back = await run(folder, "har", "import", "out.har", "--out", "back", "--json");
    assertEquals([back.code, JSON.parse(back.out).complete], [0, true]);
    assertEquals(
      await Deno.readTextFile(`${folder}/back/entries.jsonl`),
      await Deno.readTextFile(`${folder}/archive/entries.jsonl`),
    );
    assertEquals((await run(folder, "har", "export", "archive", "--out", "x.har", "--layer", "none")).code, 2);
  }));

Deno.test("an incomplete import is written, called incomplete, and ends with 3", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(
      `${folder}/site.har`,
      JSON.stringify(harOf({}, { url: "https://shop.test/b?t=1", content: { size: -1 } })),
    );
    const { code, out } = await run(folder, "har", "import", "site.har", "--out", "archive");
    assertEquals(code, 3);
    assertStringIncludes(out, "lossy     entry 1  https://shop.test/b: the body is not in the HAR\n");
    assertStringIncludes(out, "archive (incomplete)\n");
    assertStringIncludes(await Deno.readTextFile(`${folder}/archive/entries.jsonl`), '"complete":false');
  }));

Deno.test("what is no HAR ends with 2, one sentence, and nothing written", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/site.har`, '{"log": {"entries": [{');
    const { code, err } = await run(folder, "har", "import", "site.har", "--out", "archive");
    assertEquals(code, 2);
    assertStringIncludes(err, "it ends at byte 22, inside entry 0");
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["site.har"]);
    assertEquals((await run(folder, "har", "import", "none.har", "--out", "archive")).code, 2);
  }));

Deno.test("m2 drift holds an archive against a site that runs elsewhere", () =>
  inFolder(async (folder) => {
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) =>
      new URL(request.url).pathname === "/"
        ? new Response("<p>hello", { headers: { "content-type": "text/html" } })
        : new Response("none", { status: 404 }));
    try {
      await Deno.writeTextFile(
        `${folder}/site.har`,
        JSON.stringify(harOf({}, { url: "https://shop.test/b", text: "b" })),
      );
      await run(folder, "har", "import", "site.har", "--out", "archive");
      const map = ["--map", `shop.test=http://127.0.0.1:${server.addr.port}`, "--delay", "0"];
      const told = await run(folder, "drift", "archive", ...map);
      assertEquals([told.code, told.err], [0, ""]);
      assertEquals(
        told.out.split("\n").map((line) =>
          line.trim()
        ),
        [
          "fresh         https://shop.test/",
          "gone          https://shop.test/b: status 404",
          "shop.test: 2 of 2 addresses compared: 1 fresh, 1 gone",
          "",
        ],
      );
      const json = await run(folder, "drift", "archive", ...map, "--json", "--sample", "1");
      assertEquals(JSON.parse(json.out).compared, 1);
      assertEquals((await run(folder, "drift", "archive", "--map", "shop.test")).code, 2);
    } finally {
      await server.shutdown();
    }
  }));
