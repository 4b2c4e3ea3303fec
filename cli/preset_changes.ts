import { ConfigError } from "../base/mod.ts";
import { readerPreset, type ReaderPresetChanges } from "../models/simulated/mod.ts";

/**
 * Turns reader parameters by dotted name into changes of a preset, and gives the changed reader a name of its own.
 *
 * @param preset The preset's name.
 * @param values Numbers by name: `eta`, `recall.l50`.
 * @returns The changes; none where there are no values.
 * @throws {ConfigError} When a name is no number of the preset, with those there are.
 *
 * @example A nested one
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { presetChanges } from "./preset_changes.ts";
 *
 * deepEqual(presetChanges("gpt-4o-curve", { "recall.l50": 5000 }), {
 *   name: "gpt-4o-curve(recall.l50=5000)",
 *   recall: { l50: 5000 },
 * });
 * ```
 */
export function presetChanges(preset: string, values: Readonly<Record<string, number>>): ReaderPresetChanges {
  const entries = Object.entries(values);
  if (entries.length === 0) return {};
  const base = readerPreset(preset);
  const numbers = new Set([
    ...numericKeys(base).map((key) => key),
    ...numericKeys(base.recall).map((key) => `recall.${key}`),
  ]);
  const changes: Record<string, unknown> = {
    name: `${preset}(${entries.map(([key, value]) => `${key}=${value}`).join(",")})`,
  };
  const recall: Record<string, number> = {};
  for (const [key, value] of entries) {
    if (!numbers.has(key)) {
      throw new ConfigError(
        `Cannot change reader ${preset} as it must have the parameter "${key}": it has none of that name`,
        {
          hint: `choose among ${[...numbers].join(", ")}`,
        },
      );
    }
    if (key.startsWith("recall.")) recall[key.slice("recall.".length)] = value;
    else changes[key] = value;
  }
  return Object.keys(recall).length === 0 ? changes : { ...changes, recall };
}

function numericKeys(record: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(record).filter((key) => typeof record[key] === "number");
}
