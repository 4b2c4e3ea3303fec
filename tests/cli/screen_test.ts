import { assertEquals } from "@std/assert";
import { makeScreen, paint } from "../../cli/screen.ts";

const screenOf = (isTerminal: boolean, variables: Readonly<Record<string, string>>) =>
  makeScreen({ out() {}, err() {}, isTerminal, environment: (name) => variables[name] });

Deno.test("makeScreen() writes over lines on a terminal only, and not in CI", () => {
  assertEquals(screenOf(true, {}).live, true);
  assertEquals(screenOf(true, { CI: "true" }).live, false);
  assertEquals(screenOf(true, { TERM: "dumb" }).live, false);
  assertEquals(screenOf(false, {}).live, false);
});

Deno.test("makeScreen() colours a terminal, unless NO_COLOR forbids it or FORCE_COLOR asks for it", () => {
  assertEquals(screenOf(true, {}).color, true);
  assertEquals(screenOf(true, { NO_COLOR: "1" }).color, false);
  assertEquals(screenOf(false, {}).color, false);
  assertEquals(screenOf(false, { FORCE_COLOR: "1" }).color, true);
  assertEquals(screenOf(false, { FORCE_COLOR: "1", NO_COLOR: "1" }).color, false);
});

Deno.test("paint() leaves the words alone", () => {
  assertEquals(paint(screenOf(false, {}), "good", "ok"), "ok");
  assertEquals(paint(screenOf(true, {}), "bad", "no"), "\x1b[31mno\x1b[0m");
});
