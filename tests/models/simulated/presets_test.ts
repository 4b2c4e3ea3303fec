import { assert, assertEquals, assertThrows } from "@std/assert";
import { ConfigError } from "../../../base/mod.ts";
import { readerPreset, readerPresetNames } from "../../../models/simulated/mod.ts";

Deno.test("every number of every preset has a source, or is called an assumption", () => {
  const apart = new Set(["name", "sources", "pricedAs", "recall"]);
  const shape = new Set(["dip", "headReach", "tailReach", "tailWeight"]);
  for (const name of readerPresetNames) {
    const preset = readerPreset(name);
    for (const field of Object.keys(preset)) {
      assert(apart.has(field) || field in preset.sources, `${name}: ${field} has no source`);
    }
    for (const field of Object.keys(preset.recall)) {
      const source = preset.sources[`recall.${field}`] ??
        (shape.has(field) ? preset.sources["recall.shape"] : undefined) ?? preset.sources.recall;
      assert(source !== undefined, `${name}: recall.${field} has no source`);
    }
  }
});

Deno.test("a change of one field of the curve keeps the others", () => {
  const base = readerPreset("gpt-4o-curve");
  const swept = readerPreset("gpt-4o-curve", { recall: { l50: 9_000 }, eta: 0 });
  assertEquals(swept, { ...base, eta: 0, recall: { ...base.recall, l50: 9_000 } });
});

Deno.test("an unknown preset and a wrong number are refused in one sentence", () => {
  assertEquals(
    assertThrows(() => readerPreset("gpt-9"), ConfigError).message,
    'Cannot simulate the reader "gpt-9" as it must be one of gpt-4o-curve, llama-3.3-70b-curve, gpt-4o-mini-curve, perfect',
  );
  const error = assertThrows(() => readerPreset("perfect", { recall: { l50: -1 } }), ConfigError);
  assertEquals(error.message.startsWith("Cannot read reader preset perfect as a field is wrong: recall.l50: "), true);
});
