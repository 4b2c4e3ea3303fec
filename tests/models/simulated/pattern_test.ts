import { assertEquals, assertThrows } from "@std/assert";
import { HarnessError } from "../../../base/mod.ts";
import { compile, fillPattern, fillText } from "../../../models/simulated/pattern.ts";

Deno.test("fillPattern() takes values literally and leaves quantifiers alone", () => {
  const source = fillPattern("^{item} costs \\d{1,3}(?<cents>\\.\\d{2})?$", { item: "A+ (b) [c]? 1-2" });
  assertEquals(compile(source ?? "", "mi").test("A+ (b) [c]? 1-2 costs 12.50"), true);
  assertEquals(compile(source ?? "", "mi").test("AA b c 1-2 costs 12.50"), false);
});

Deno.test("fillPattern() knows facts with a dot, and gives up where a name has no value", () => {
  assertEquals(fillPattern("is {price.0}", { "price.0": "1.50" }), "is 1\\.50");
  assertEquals(fillPattern("is {price.1}", { "price.0": "1.50" }), undefined);
  assertEquals(fillPattern("is {toString}", {}), undefined);
  assertEquals(fillPattern("\\p{Lu}", {}), "\\p{Lu}");
});

Deno.test("a value's braces are not filled again", () => {
  assertEquals(fillText("say {a}", { a: "{b}", b: "no" }), "say {b}");
  assertEquals(fillPattern("{a}", { a: "{b}", b: "no" }), "\\{b\\}");
});

Deno.test("compile() blames the playbook for what is no regular expression", () => {
  const error = assertThrows(() => compile("(", "mi"), HarnessError);
  assertEquals(error.message, 'Cannot use a playbook\'s pattern as it must be a regular expression: "("');
});
