import { assert, assertEquals, assertRejects } from "@std/assert";
import { ConfigError } from "../../../base/mod.ts";
import { encodingNames, loadEncoding, tokenCounter } from "../../../models/mod.ts";

Deno.test("every encoding gives the counts that its maker publishes", async () => {
  // OpenAI's cookbook on counting tokens for the first two columns, Qwen's own tokenizer for the third.
  const published: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    "tiktoken is great!": { o200k: 6, cl100k: 6 },
    "antidisestablishmentarianism": { o200k: 6, cl100k: 6 },
    "2 + 2 = 4": { o200k: 7, cl100k: 7, qwen3: 7 },
    "お誕生日おめでとう": { o200k: 8, cl100k: 9 },
    "Hello, world!": { o200k: 4, cl100k: 4, qwen3: 4 },
  };
  for (const name of encodingNames) {
    const encoding = await loadEncoding(name);
    for (const [text, counts] of Object.entries(published)) {
      if (counts[name] !== undefined) assertEquals([name, text, encoding.count(text)], [name, text, counts[name]]);
    }
  }
});

Deno.test("no encoding lets a page's text pass for a special token, or breaks on half a character", async () => {
  for (const name of encodingNames) {
    const { count } = await loadEncoding(name);
    for (const special of ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]) assert(count(special) > 1, special);
    assert(count("\ud800") > 0);
    assertEquals(count(""), 0);
  }
});

Deno.test("chat() adds the marks of every message and of the reply", async () => {
  assertEquals(tokenCounter("none").chat(2), 2 * 4 + 3);
  const qwen = await loadEncoding("qwen3");
  assertEquals(tokenCounter("none", qwen).chat(2), 2 * 5 + 3);
});

Deno.test("counters of two encodings do not share what they remember", async () => {
  const text = "お誕生日おめでとう";
  assertEquals(tokenCounter("none").text(text), 8);
  assertEquals(tokenCounter("none", await loadEncoding("cl100k")).text(text), 9);
  assertEquals(tokenCounter("none").text(text), 8);
});

Deno.test("an unknown encoding is refused with the names of those there are", async () => {
  const error = await assertRejects(() => loadEncoding("p50k"), ConfigError);
  assertEquals(
    error.message,
    'Cannot count tokens as the encoding must be one of o200k, cl100k, qwen3: got "p50k"',
  );
});
