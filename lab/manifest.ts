import { z } from "zod";
import { canonicalJson, sha256 } from "../base/mod.ts";
import { experimentSchema } from "./experiment.ts";
import { compareText } from "./order.ts";
import type { Plan } from "./plan.ts";

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** What a run was made of: enough to tell whether two runs may differ, and to do one again. */
export const manifestSchema = z.strictObject({
  version: z.literal(1),
  /** Defaults filled in, lists in order of name, description left out. */
  experiment: experimentSchema,
  /** SHA-256 of each task, by id. */
  tasks: z.record(z.string(), digest),
  /** Policy and parameters of each arm, by name. */
  arms: z.record(z.string(), z.string()),
  /** SHA-256 of each site's archive. */
  archives: z.record(z.string(), digest),
  /** What pages are shown as the world's facts, by site: locale, viewport, time. */
  profiles: z.record(z.string(), z.unknown()),
  /** SHA-256 of the source of each site: graders, handlers, playbooks. */
  judges: z.record(z.string(), digest),
  /** SHA-256 of the bank, where one is used. */
  bank: digest.optional(),
  embedder: z.string(),
  /** The model's id, and the SHA-256 of its parameters. */
  model: z.strictObject({ id: z.string(), parameters: digest }),
  /** SHA-256 of the cassettes, where the model's replies come from some. */
  cassette: digest.optional(),
  /** What counts tokens. */
  tokenizer: z.string(),
  /** SHA-256 of the source that decides what an episode does: prompts and policies among it. */
  code: digest,
});

/** What {@linkcode manifestSchema} accepts, as a type. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The hashes that only the composition root can know. */
export type ManifestFacts = Omit<Manifest, "version" | "experiment" | "tasks" | "arms">;

/**
 * Writes down what a run is made of. Order in the experiment file leaves no trace in it.
 *
 * @param plan The plan.
 * @param facts Hashes of archives, bank, model, judges and code.
 * @returns The manifest.
 */
export function makeManifest(plan: Plan, facts: ManifestFacts): Manifest {
  const { description: _, ...experiment } = plan.experiment;
  const ids = experiment.tasks.ids;
  return {
    version: 1,
    experiment: {
      ...experiment,
      sites: [...experiment.sites].sort(compareText),
      tasks: { ...experiment.tasks, ...(ids === undefined ? {} : { ids: [...ids].sort(compareText) }) },
      arms: [...experiment.arms].sort((a, b) => compareText(a.name, b.name)),
      seeds: [...experiment.seeds].sort((a, b) => a - b),
    },
    tasks: Object.fromEntries(plan.tasks.map((task) => [task.id, sha256(canonicalJson(task))])),
    arms: Object.fromEntries(plan.arms.map((arm) => [arm.name, arm.policy.id])),
    ...facts,
  };
}

/**
 * The run's name: what it was made of, in twelve digits.
 *
 * @param manifest The manifest.
 * @returns The first 12 hex digits of its SHA-256.
 */
export function runId(manifest: Manifest): string {
  return sha256(canonicalJson(manifest)).slice(0, 12);
}

/**
 * Says in which fields two manifests differ.
 *
 * @param a One.
 * @param b The other.
 * @returns Dotted names, in order: `experiment.seeds`, `code`.
 *
 * @example Two seeds
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { differingFields } from "./manifest.ts";
 *
 * deepEqual(differingFields({ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }), ["a.c"]);
 * ```
 */
export function differingFields(a: unknown, b: unknown): string[] {
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isRecord(a) || !isRecord(b)) return [];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(compareText).flatMap((key) => {
    const [left, right] = [a[key], b[key]];
    if (canonicalJson(left ?? null) === canonicalJson(right ?? null)) return [];
    const deeper = differingFields(left, right);
    return deeper.length === 0 ? [key] : deeper.map((field) => `${key}.${field}`);
  });
}
