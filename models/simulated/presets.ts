import { z } from "zod";
import { ConfigError, parseOrExplain } from "../../base/mod.ts";

const probability = z.number().min(0).max(1);

/** Everything that makes a simulated reader what it is. */
export const readerPresetSchema = z.strictObject({
  /** `gpt-4o-curve`. */
  name: z.string().min(1),
  /** How well it finds what stands in its prompt; the fields are those of `RecallCurve`. */
  recall: z.strictObject({
    floor: probability,
    ceil: probability,
    l50: z.number().positive(),
    gamma: z.number().positive(),
    dip: probability,
    headReach: z.number().positive(),
    tailReach: z.number().positive(),
    tailWeight: z.number().nonnegative(),
    delta: probability,
    calibratedSimilar: z.int().nonnegative(),
  }),
  /** Probability that a forgotten fact is looked up again; else it is guessed. */
  lookup: probability,
  /** A page met more often than this makes the reader guess whatever it forgot: searches in circles must end. */
  maxLookups: z.int().nonnegative(),
  /** Probability that an unwarned reader is caught by a trap. */
  trapRate: probability,
  /** Share of the traps' hold that a warning takes away, 0 to 1: an assumption, to be swept. */
  eta: probability,
  /** Probability that a fact read is written into the thought. */
  thoughtNote: probability,
  /** Probability that a fact survives into a summary. */
  write: probability,
  /** Probability that a mark of progress survives into a summary. */
  writeProgress: probability,
  /** Probability that a fact which survives is changed. */
  corrupt: probability,
  /** Probability of a reply in a broken format. */
  formatError: probability,
  /** Virtual milliseconds for 1,000 tokens of input. */
  prefillMsPer1k: z.number().nonnegative(),
  /** Virtual milliseconds for one token of output. */
  outputMsPerToken: z.number().nonnegative(),
  /** The model whose list price is used where a run is to be priced. */
  pricedAs: z.string().optional(),
  /** Where each number comes from; what has no source is called an assumption. */
  sources: z.record(z.string(), z.string()),
});

/** A simulated reader. @see {@linkcode readerPresetSchema} */
export type ReaderPreset = z.infer<typeof readerPresetSchema>;

const ASSUMED = {
  lookup: "assumption",
  maxLookups: "assumption",
  trapRate: "assumption: swept in the shipped experiment",
  eta: "assumption: swept in the shipped experiment",
  thoughtNote: "assumption",
  write: "assumption",
  writeProgress: "assumption",
  corrupt: "assumption",
  formatError: "assumption",
  prefillMsPer1k: "assumption: order of magnitude of hosted models",
  outputMsPerToken: "assumption: order of magnitude of hosted models",
  "recall.delta": "assumption: Chroma's context rot report shows the direction, not this number",
  "recall.calibratedSimilar": "assumption",
  "recall.floor": "assumption: a fact that is not found is not stumbled upon",
};

// Lost in the Middle, 20 documents, gold at 0, 4, 9, 14, 19, fitted with acc = c + a·e^(−i/τa) + b·e^(−(n−1−i)/τb):
// dip = a / (c + a), tailWeight = b / a, reaches = τ / n.
const GPT_35_SHAPE = { dip: 0.348, headReach: 0.15, tailReach: 0.36, tailWeight: 0.57 };
const LONGCHAT_SHAPE = { dip: 0.222, headReach: 0.13, tailReach: 0.015, tailWeight: 0.137 };
const SHAPE_NOTE =
  "Lost in the Middle (arXiv 2307.03172), 20 documents; that a newer model has its shape is an assumption";
const NOLIMA = "NoLiMa (arXiv 2502.05167), base score over 1 + (L / L50)^gamma, fitted to 1K–32K";

const GPT_4O: ReaderPreset = {
  name: "gpt-4o-curve",
  recall: { floor: 0, ceil: 0.993, l50: 71_300, gamma: 1.05, ...GPT_35_SHAPE, delta: 0.98, calibratedSimilar: 2 },
  lookup: 0.85,
  maxLookups: 12,
  trapRate: 0.6,
  eta: 0.8,
  thoughtNote: 0.9,
  write: 0.93,
  writeProgress: 0.97,
  corrupt: 0.01,
  formatError: 0.02,
  prefillMsPer1k: 60,
  outputMsPerToken: 15,
  pricedAs: "gpt-4o",
  sources: {
    ...ASSUMED,
    "recall.ceil": `${NOLIMA}: GPT-4o`,
    "recall.l50": `${NOLIMA}: GPT-4o`,
    "recall.gamma": `${NOLIMA}: GPT-4o`,
    "recall.shape": `${SHAPE_NOTE}; GPT-3.5-Turbo`,
  },
};

const { pricedAs: _hostedByMany, ...UNPRICED } = GPT_4O;

const LLAMA_33_70B: ReaderPreset = {
  ...UNPRICED,
  name: "llama-3.3-70b-curve",
  recall: { ...GPT_4O.recall, ceil: 0.973, l50: 25_100, gamma: 0.92, ...LONGCHAT_SHAPE },
  trapRate: 0.7,
  write: 0.9,
  writeProgress: 0.95,
  corrupt: 0.02,
  formatError: 0.03,
  sources: {
    ...ASSUMED,
    "recall.ceil": `${NOLIMA}: Llama 3.3 70B`,
    "recall.l50": `${NOLIMA}: Llama 3.3 70B`,
    "recall.gamma": `${NOLIMA}: Llama 3.3 70B`,
    "recall.shape": `${SHAPE_NOTE}; LongChat, a Llama`,
  },
};

const GPT_4O_MINI: ReaderPreset = {
  ...GPT_4O,
  name: "gpt-4o-mini-curve",
  recall: { ...GPT_4O.recall, ceil: 0.849, l50: 4_600, gamma: 0.89 },
  trapRate: 0.75,
  write: 0.88,
  writeProgress: 0.94,
  corrupt: 0.02,
  formatError: 0.03,
  prefillMsPer1k: 30,
  outputMsPerToken: 10,
  pricedAs: "gpt-4o-mini",
  sources: {
    ...ASSUMED,
    "recall.ceil": `${NOLIMA}: GPT-4o mini`,
    "recall.l50": `${NOLIMA}: GPT-4o mini`,
    "recall.gamma": `${NOLIMA}: GPT-4o mini`,
    "recall.shape": `${SHAPE_NOTE}; GPT-3.5-Turbo`,
  },
};

const PERFECT: ReaderPreset = {
  ...GPT_4O,
  name: "perfect",
  recall: {
    floor: 0,
    ceil: 1,
    // So large that the length factor is exactly 1 in double precision.
    l50: 1e300,
    gamma: 1,
    dip: 0,
    headReach: 1,
    tailReach: 1,
    tailWeight: 1,
    delta: 1,
    calibratedSimilar: 0,
  },
  lookup: 1,
  thoughtNote: 1,
  write: 1,
  writeProgress: 1,
  corrupt: 0,
  formatError: 0,
  sources: { ...ASSUMED, recall: "by definition: nothing is forgotten, lost or changed; traps stay as they are" },
};

const PRESETS: readonly ReaderPreset[] = [GPT_4O, LLAMA_33_70B, GPT_4O_MINI, PERFECT];

/** The names that {@linkcode readerPreset} takes. */
export const readerPresetNames: readonly string[] = PRESETS.map((preset) => preset.name);

/** What a sweep changes of a preset; `recall` is merged field by field. */
export type ReaderPresetChanges = Partial<Omit<ReaderPreset, "recall">> & {
  readonly recall?: Partial<ReaderPreset["recall"]>;
};

/**
 * Looks a reader up by name, and changes what is asked for.
 *
 * @param name One of {@linkcode readerPresetNames}.
 * @param changes Other values for some fields.
 * @returns The preset, checked.
 * @throws {ConfigError} When there is no such preset, or a changed field is out of range.
 *
 * @example A reader that warnings do not help
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readerPreset } from "./mod.ts";
 *
 * equal(readerPreset("gpt-4o-curve", { name: "deaf", eta: 0 }).eta, 0);
 * ```
 */
export function readerPreset(name: string, changes: ReaderPresetChanges = {}): ReaderPreset {
  const preset = PRESETS.find((known) => known.name === name);
  if (preset === undefined) {
    throw new ConfigError(
      `Cannot simulate the reader ${JSON.stringify(name)} as it must be one of ${readerPresetNames.join(", ")}`,
    );
  }
  const changed = { ...preset, ...changes, recall: { ...preset.recall, ...changes.recall } };
  return parseOrExplain(readerPresetSchema, changed, `reader preset ${changed.name}`);
}
