import { assertEquals } from "@std/assert";
import { diskFiles, distill, importFormats, importTrajectories } from "../../memory/mod.ts";
import { realData } from "../memory/trajectories/memory_file.ts";

const page = await Deno.readTextFile(new URL("../../docs/import.md", import.meta.url));
const om2w = realData("online-mind2web/trajectories");

Deno.test("the page on imports lists every format with how far it can be trusted", () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` +\| (\w[\w ]*\w) +\| (.*?) +\|$/gm)].map((
    [, id, checked, title],
  ) => [id, checked, title]);
  assertEquals(rows, importFormats.map(({ id, checked, title }) => [id, checked, title]));
});

Deno.test({
  name: "real: every example on the page is a lesson of the 120 runs, with its support",
  ignore: om2w.ignore,
  async fn() {
    const known = new Set<string>();
    for await (const one of distill(importTrajectories(diskFiles(om2w.path)).trajectories)) {
      if (!("insight" in one)) continue;
      const { text, kind, label, sources } = one.insight;
      known.add(`${text} (${kind}, ${label}, ${sources.length} trajectories)`);
    }
    const shown = page.slice(page.indexOf("## Examples")).split(/^- /m).slice(1).map((item) =>
      item.replaceAll(/\s+/g, " ").trim()
    );
    assertEquals(shown.length > 10, true);
    assertEquals(shown.filter((item) => !known.has(item)), []);
  },
});
