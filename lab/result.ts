import { z } from "zod";
import { endSchema, verdictSchema } from "../env/mod.ts";
import { usageSchema } from "../models/mod.ts";

const count = z.int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** What is known of one step, for tables and plots. */
export const stepRowSchema = z.strictObject({
  /** Tokens of the prompt, whole. */
  promptTokens: count,
  /** Of these, the prefix shared with the episode's previous prompt. */
  sharedPrefixTokens: count,
  outputTokens: count,
  /** Tokens by part of the prompt. */
  parts: z.record(z.string(), count),
  /** Virtual time after the step. */
  virtualMs: z.number().nonnegative(),
});

/** One line of results.jsonl: an episode that ended. It holds nothing that two machines could see differently. */
export const resultSchema = z.strictObject({
  id: z.string(),
  task: z.string(),
  site: z.string(),
  template: z.string(),
  arm: z.string(),
  /** The policy's own id, with its parameters. */
  policy: z.string(),
  seed: z.int(),
  end: endSchema,
  /** Whose fault, where it did not finish. */
  blame: z.enum(["agent", "environment", "harness", "operator"]).optional(),
  /** One sentence, where it did not finish. */
  message: z.string().optional(),
  answer: z.string().optional(),
  verdict: verdictSchema,
  steps: z.array(stepRowSchema),
  usage: usageSchema,
  repairs: count,
  /** Group ids recalled, best first. */
  recalled: z.array(z.string()),
  /** `clean`, `degraded`, `diverged` or `live`. */
  validity: z.enum(["clean", "degraded", "diverged", "live"]),
  misses: z.array(z.string()),
  /** Connections that left the machine; must be 0. */
  leaks: count,
  /** How documents and data were answered, by level of the matcher. */
  levels: z.record(z.string(), count),
  /** SHA-256 of transcript.jsonl. */
  transcript: digest,
  /** SHA-256 of the lines that the agent could see: what a recording and its replay agree on. */
  visible: digest,
});

/** What {@linkcode resultSchema} accepts, as a type. */
export type ResultRow = z.infer<typeof resultSchema>;

/** What {@linkcode stepRowSchema} accepts, as a type. */
export type StepRow = z.infer<typeof stepRowSchema>;

/** One line of timings.jsonl, in wall milliseconds. Outside every hash. */
export const timingSchema = z.strictObject({
  id: z.string(),
  /** From 1; more where the environment failed before. */
  attempt: z.int().positive(),
  /** The episode from opening the browser to its end. */
  totalMs: z.number().nonnegative(),
  steps: z.array(z.strictObject({
    step: count,
    total: z.number(),
    browser: z.number(),
    model: z.number(),
    tokens: z.number(),
  })),
});

/** What {@linkcode timingSchema} accepts, as a type. */
export type TimingRow = z.infer<typeof timingSchema>;
