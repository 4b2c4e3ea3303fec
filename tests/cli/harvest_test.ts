import { assertEquals, assertStringIncludes } from "@std/assert";
import { runCommandLine } from "../../cli/program.ts";
import { askLive, NO_RULES, openArchive, writeArchive } from "../../env/replay/mod.ts";
import { recordingOf } from "../../env/replay/record/recording.ts";
import { ask, MANIFEST } from "../env/replay/fixture.ts";
import { fakeWorld } from "./fake_world.ts";

Deno.test("m2 harvest records a queue into an archive, says what is left, and does nothing in CI", async () => {
  const folder = await Deno.makeTempDir();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => new Response(request.url));
  const origin = `http://127.0.0.1:${server.addr.port}`;
  try {
    const recording = recordingOf({ about: MANIFEST, rules: NO_RULES, redactionKey: "k", keepCookies: [] });
    const start = ask("https://shop.test/");
    recording.arrived(0, start)(await askLive({ "shop.test": origin })(start));
    await writeArchive(`${folder}/shop`, recording.content());
    const miss = { site: "shop", kind: "document", class: "no-path", reason: "no such path", count: 1, arms: ["full"] };
    await Deno.writeTextFile(
      `${folder}/queue.jsonl`,
      [{ ...miss, method: "GET", url: "https://shop.test/lamp" }, {
        ...miss,
        method: "POST",
        url: "https://shop.test/buy",
      }]
        .map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    const typed = ["harvest", "queue.jsonl", "--into", "shop", "--map", `shop.test=${origin}`];
    const ci = fakeWorld(typed, { standing: folder, environment: (name) => name === "CI" ? "true" : undefined });
    assertEquals(await runCommandLine(ci), 2);
    assertStringIncludes(ci.err(), "CI is set");

    const world = fakeWorld(typed, { standing: folder });
    assertEquals([await runCommandLine(world), world.err()], [0, ""]);
    assertStringIncludes(world.out(), "1 recorded as layer harvest-1 of");
    assertStringIncludes(world.out(), "left https://shop.test/buy: a POST might change the site");
    const archive = await openArchive(`${folder}/shop`);
    assertEquals(archive.exchanges.map(({ layer, request: { url } }) => [layer, url]), [
      ["base", "https://shop.test/"],
      ["harvest-1", "https://shop.test/lamp"],
    ]);

    const missing = fakeWorld(["harvest", "none.jsonl", "--into", "shop"], { standing: folder });
    assertEquals(await runCommandLine(missing), 2);
    assertStringIncludes(missing.err(), "m2 use RUN --harvest FILE");
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
});
