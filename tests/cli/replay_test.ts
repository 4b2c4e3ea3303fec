import { assertEquals, assertStringIncludes } from "@std/assert";
import { runCommandLine } from "../../cli/program.ts";
import { ambientWorld } from "../../cli/wire.ts";

async function m2(environment: Readonly<Record<string, string>>, ...typed: string[]) {
  const texts = { out: "", err: "" };
  const world = ambientWorld(typed);
  const screen = {
    ...world.screen,
    color: false,
    out: (text: string) => void (texts.out += text),
    err: (text: string) => void (texts.err += text),
  };
  const read = (name: string) => /DISPLAY$/.test(name) ? environment[name] : world.environment(name);
  const code = await runCommandLine({ ...world, screen, environment: read });
  return { code, ...texts };
}

Deno.test("a replay without a window opens the pages, lists what is missing with its reason, and tells what was used", async () => {
  const address = ["https://shop.test/", "https://shop.test/nowhere"];
  const { code, out, err } = await m2({}, "replay", "shop", "--headless", "--json", "--url", ...address);
  assertEquals(code, 3);
  assertStringIncludes(err, "no exchange with path /nowhere on shop.test");
  const summary = JSON.parse(out);
  assertEquals([summary.validity, summary.divergedAt, summary.leaks, summary.levels.miss], ["diverged", 0, 0, 1]);
  assertEquals(summary.used, summary.levels.exact);
});

Deno.test("a window where there is no display, or an address that is none, is refused before a browser starts", async () => {
  for (
    const [typed, sentence] of [
      [["replay", "shop"], "there must be a display"],
      [["replay", "shop", "--headless", "--url", "home"], 'Cannot open "home" as it must be an address'],
      [["replay", "no-such-archive"], "it must hold archive.json"],
    ] as const
  ) {
    const { code, err } = await m2({}, ...typed);
    assertEquals([typed, code], [typed, 2]);
    assertStringIncludes(err, sentence);
  }
});
