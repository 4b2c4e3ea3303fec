import { z } from "zod";
import { ConfigError, parseOrExplain } from "../base/mod.ts";
import { encodingNames, endpointSchema } from "../models/mod.ts";

const slug = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'a name of lower-case letters, digits and "-"');

/** One half of an arm's memory policy: the policy's name, and its parameters beside it. */
export const policySpecSchema = z.looseObject({ policy: z.string().min(1) });

/** What {@linkcode policySpecSchema} accepts, as a type. */
export type PolicySpec = z.infer<typeof policySpecSchema>;

/** One configuration under comparison. Its name appears in episode ids and tables and has no other effect. */
export const armSchema = z.strictObject({
  name: slug,
  /** What of the past steps is in the prompt. */
  history: policySpecSchema,
  /** Which lessons are in the prompt. */
  insights: policySpecSchema,
});

/** What {@linkcode armSchema} accepts, as a type. */
export type Arm = z.infer<typeof armSchema>;

/** Recorded replies of a model, instead of the model or beside it. */
export const cassetteSpecSchema = z.strictObject({
  /** `replay` answers from the recording alone; `record` asks the endpoint and records what it says. */
  mode: z.enum(["replay", "record"]),
  /** The folder, from where the command stands; each episode has its own below it. */
  path: z.string().min(1),
});

/** What {@linkcode cassetteSpecSchema} accepts, as a type. */
export type CassetteSpec = z.infer<typeof cassetteSpecSchema>;

/** Which model drives the agent. Keys and addresses come from the environment, never from this file. */
export const modelSpecSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("simulated"),
    /** A named set of reader parameters. */
    preset: z.string().min(1),
    /** Reader parameters that differ from the preset's, by name. */
    overrides: z.record(z.string(), z.number()).default({}),
  }),
  z.strictObject({
    kind: z.literal("openai"),
    /** The endpoint's name for the model. */
    model: z.string().min(1),
    /** How its images are counted. */
    imageTokens: z.string().min(1),
    /** How its texts are counted. */
    encoding: z.enum(encodingNames).default("o200k"),
    /** The most it may write, in tokens. */
    maxOutputTokens: z.int().positive().default(1000),
    /** What the endpoint can do. */
    endpoint: endpointSchema.prefault({}),
    /** What the account may use; no limit where left out. */
    requestsPerMinute: z.int().positive().optional(),
    /** Input and reserved output together. */
    tokensPerMinute: z.int().positive().optional(),
    /** Where its replies are recorded, or come from; then neither key nor address is needed. */
    cassette: cassetteSpecSchema.optional(),
  }),
]);

/** What {@linkcode modelSpecSchema} accepts, as a type. */
export type ModelSpec = z.infer<typeof modelSpecSchema>;

/** Which tasks of the named sites are run. */
export const taskChoiceSchema = z.strictObject({
  split: z.enum(["training", "heldout"]).default("heldout"),
  /** Only these; every id must be one of the sites' tasks of the split. */
  ids: z.array(z.string()).min(1).optional(),
  /** At most so many of each site, in the order of their ids. */
  limit: z.int().positive().optional(),
});

/** What {@linkcode taskChoiceSchema} accepts, as a type. */
export type TaskChoice = z.infer<typeof taskChoiceSchema>;

/** One axis of a sweep: a reader parameter and the values it takes. */
export const axisSchema = z.strictObject({
  parameter: z.string().min(1),
  values: z.array(z.number()).min(2).max(9),
});

/** What {@linkcode axisSchema} accepts, as a type. */
export type Axis = z.infer<typeof axisSchema>;

/** A grid of reader parameters, over which two arms are compared on a subset of the tasks. */
export const sweepSchema = z.strictObject({
  axes: z.tuple([axisSchema, axisSchema]),
  /** The arm in question, then the arm it is held against. */
  arms: z.tuple([slug, slug]),
  tasks: taskChoiceSchema,
  seeds: z.array(z.int().min(0).max(2_097_151)).min(1),
});

/** What {@linkcode sweepSchema} accepts, as a type. */
export type Sweep = z.infer<typeof sweepSchema>;

/** When an episode is over; what is left out takes the defaults named here. */
export const limitsSchema = z.strictObject({
  /** By default twice the task's horizon + 10. */
  steps: z.int().positive().optional(),
  virtualMs: z.number().positive().default(1_800_000),
  tokens: z.int().positive().default(2_000_000),
  costUsd: z.number().positive().default(10),
  repeats: z.int().min(2).default(3),
  wallMs: z.int().positive().default(30_000),
});

/** What {@linkcode limitsSchema} accepts, as a type. */
export type ExperimentLimits = z.infer<typeof limitsSchema>;

/** Tasks × arms × seeds, as data. Nothing that decides the science is a flag. */
export const experimentSchema = z.strictObject({
  version: z.literal(1),
  name: slug,
  /** For people; not hashed. */
  description: z.string().optional(),
  sites: z.array(slug).min(1),
  tasks: taskChoiceSchema,
  arms: z.array(armSchema).min(1),
  /** The arm that the others are compared to. */
  reference: slug,
  seeds: z.array(z.int().min(0).max(2_097_151)).min(1),
  model: modelSpecSchema,
  /** A bank in `replay-fixtures/banks/`, or the path of one, such as `./my-bank`; needed by arms that recall. */
  bank: z.string().min(1).optional(),
  /** How a page is turned into text and picture. */
  observation: z.enum(["aria-png-1"]),
  /** How goals and insights are turned into vectors. */
  embedder: z.string().min(1),
  limits: limitsSchema.prefault({}),
  /** Whether a picture is taken at every step. It is counted in the prompt only where it is taken. */
  screenshots: z.boolean().default(true),
  sweep: sweepSchema.optional(),
}).superRefine((experiment, context) => {
  const twice = (values: readonly (string | number)[]) => values.find((value, i) => values.indexOf(value) !== i);
  const names = experiment.arms.map((arm) => arm.name);
  const say = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  const doubled: [string, string | number | undefined][] = [
    ["arms", twice(names)],
    ["sites", twice(experiment.sites)],
    ["seeds", twice(experiment.seeds)],
  ];
  for (const [field, value] of doubled) if (value !== undefined) say([field], `"${value}" stands there twice`);
  if (names.length === 0) return;
  const known = `the arms are ${names.map((name) => `"${name}"`).join(", ")}`;
  if (!names.includes(experiment.reference)) say(["reference"], `"${experiment.reference}" is no arm: ${known}`);
  experiment.sweep?.arms.forEach((name, i) => {
    if (!names.includes(name)) say(["sweep", "arms", i], `"${name}" is no arm: ${known}`);
  });
});

/** What {@linkcode experimentSchema} accepts, as a type. */
export type Experiment = z.infer<typeof experimentSchema>;

/**
 * Reads an experiment file.
 *
 * @param text The file's content.
 * @param path Where it lies, for messages.
 * @returns The experiment, with its defaults filled in.
 * @throws {ConfigError} When it is not JSON or a field is wrong.
 *
 * @example A wrong field is named
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { parseExperiment } from "./experiment.ts";
 *
 * throws(() => parseExperiment('{"version": 2}', "a.json"), /a\.json as a field is wrong: version/);
 * ```
 */
export function parseExperiment(text: string, path: string): Experiment {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(`Cannot read experiment ${path} as it must be JSON: ${(cause as Error).message}`, {
      hint: "mend the file at the place named; comments and trailing commas are not allowed",
      cause,
    });
  }
  return parseOrExplain(
    experimentSchema,
    data,
    `experiment ${path}`,
    "compare the file with experiments/first-light.json; each field is described in lab/experiment.ts",
  );
}
