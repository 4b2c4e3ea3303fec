import { assertEquals } from "@std/assert";
import { renderFigures } from "../../tools/readme_figures.ts";

const root = new URL("../../", import.meta.url);
const readme = await Deno.readTextFile(new URL("README.md", root));

/** Formatting aligns tables: white space is not a figure. */
const words = (text: string) => text.replaceAll(/-{3,}/g, "---").split(/\s+/).filter((word) => word !== "");

Deno.test("the README's figures are those of the result file", async () => {
  const figures = JSON.parse(await Deno.readTextFile(new URL("docs/results/first-light.json", root)));
  const shown = readme.split("<!-- figures:begin -->")[1]?.split("<!-- figures:end -->")[0] ?? "";
  assertEquals(words(shown), words(renderFigures(figures)));
});

Deno.test("every task and file that the README names is there", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  for (const [, name] of readme.matchAll(/deno(?:@[\d.]+)? task ([a-z0-9:]+)/g)) {
    assertEquals(typeof tasks[name ?? ""], "object", name);
  }
  for (const [path] of readme.matchAll(/(?:examples|experiments|docs|models)\/[\w./-]+\w/g)) {
    await Deno.stat(new URL(path, root));
  }
});
