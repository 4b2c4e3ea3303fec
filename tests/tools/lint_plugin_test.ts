import { assertEquals } from "@std/assert";
import plugin, { judgeImport } from "../../tools/lint_plugin.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** What the plugin says of a source, as if it stood at that path. */
function lint(path: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, `${ROOT}${path}`, source).map((found) => `${found.id}: ${found.message}`);
}

Deno.test("the layers rule lets a layer import the ones below it, through their doors", () => {
  assertEquals(judgeImport("memory/policy.ts", "../env/mod.ts", false), undefined);
  assertEquals(judgeImport("cli/wire.ts", "../env/chromium/mod.ts", false), undefined);
  assertEquals(judgeImport("lab/site.ts", "../env/replay/mod.ts", true), undefined);
});

Deno.test("the layers rule refuses an import that goes up", () => {
  assertEquals(lint("env/task.ts", 'import { x } from "../lab/mod.ts"; x;'), ["house/layers: env must not import lab"]);
  assertEquals(lint("models/model.ts", 'export * from "../env/mod.ts";'), ["house/layers: models must not import env"]);
});

Deno.test("the layers rule refuses a way round the door", () => {
  assertEquals(lint("actors/a.ts", 'import { x } from "../env/chromium/mod.ts"; x;'), [
    "house/layers: actors must import env through its door",
  ]);
  assertEquals(lint("memory/a.ts", 'import { x } from "../env/task.ts"; x;'), [
    "house/layers: memory must import env through its door",
  ]);
});

Deno.test("the layers rule refuses fixtures in product code, and packages of another layer", () => {
  assertEquals(lint("lab/a.ts", 'import { x } from "../replay-fixtures/mod.ts"; x;'), [
    "house/layers: lab must not import from replay-fixtures",
  ]);
  assertEquals(lint("lab/a.ts", 'await import("playwright");'), [
    'house/layers: "playwright" belongs to the layer env',
  ]);
});

Deno.test("the ambient world is out of reach below cli, and free in cli and tests", () => {
  const source =
    "Date.now(); new Date(); Math.random(); Deno.env.get('A'); fetch('x'); setTimeout(f, 1); function f() {}";
  assertEquals(lint("env/a.ts", source).length, 6);
  assertEquals(lint("cli/a.ts", source), []);
  assertEquals(lint("tests/a.ts", source), []);
});

Deno.test("a date made from a number is no ambient time", () => {
  assertEquals(lint("env/a.ts", "new Date(0);"), []);
});

Deno.test("an empty catch is refused everywhere", () => {
  assertEquals(lint("tests/a.ts", "try { f(); } catch {} function f() {}").length, 1);
});
