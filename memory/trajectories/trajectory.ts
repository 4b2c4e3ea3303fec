import { z } from "zod";

/** What an imported action does, in one word. The first eight are our own agents' kinds; `unread` is what no grammar reads. */
export const importedActionKinds = [
  "click",
  "type",
  "select",
  "scroll",
  "goto",
  "back",
  "wait",
  "answer",
  "press",
  "hover",
  "drag",
  "slide",
  "forward",
  "reload",
  "tab",
  "note",
  "unread",
] as const;

/** An action of an agent that is not ours: what could be read of it, and its own words, which are data and never run. */
export const importedActionSchema = z.strictObject({
  kind: z.enum(importedActionKinds),
  /** What it was done to, as the source names it: `[12]`, `(440, 371)`, `button "Search"`. */
  target: z.string().optional(),
  /** The words on that control, where the source tells them. */
  label: z.string().optional(),
  /** What was typed, chosen, pressed or answered; the address of a `goto`. */
  text: z.string().optional(),
  direction: z.enum(["up", "down", "left", "right"]).optional(),
  /** As it came. */
  raw: z.string(),
});

/** An action of an agent that is not ours. */
export type ImportedAction = z.infer<typeof importedActionSchema>;

/** What the agent saw, as far as the source kept it. */
export const importedObservationSchema = z.strictObject({
  text: z.string().optional(),
  axtree: z.string().optional(),
  /** Name of the picture's file, relative to the trajectory's. */
  screenshot: z.string().optional(),
  /** The source says that there was one and left it out. */
  isOmitted: z.literal(true).optional(),
});

/** One observation and the action taken on it, from another's log. */
export const importedStepSchema = z.strictObject({
  /** From 0. */
  index: z.int().nonnegative(),
  url: z.string().optional(),
  title: z.string().optional(),
  observation: importedObservationSchema.optional(),
  /** Kept as it is, also where it only repeats the one before. */
  thought: z.string().optional(),
  action: importedActionSchema,
  isActionDone: z.boolean().optional(),
  error: z.string().optional(),
  /** Input and output tokens of the step's calls. */
  tokens: z.int().nonnegative().optional(),
  ms: z.number().nonnegative().optional(),
});

/** One observation and the action taken on it, from another's log. */
export type ImportedStep = z.infer<typeof importedStepSchema>;

/** What is missing in a source and would be needed to see what its agent saw. */
export const absentSchema = z.enum(["actions", "observations", "screenshots", "thoughts", "start-url", "task-id"]);

/** What is missing in a source. */
export type Absent = z.infer<typeof absentSchema>;

/** How an imported trajectory came out. Claimed, judged and rewarded success are three things and never merged. */
export const importedOutcomeSchema = z.strictObject({
  /** How it ended; `unknown` where the source does not say. */
  end: z.enum(["finished", "turn-limit", "error", "unknown"]),
  /** What the agent said of itself, or its harness on the agent's word alone. */
  claimed: z.enum(["success", "failure"]).optional(),
  /** What a judge said who looked at the trajectory. */
  judged: z.enum(["success", "failure", "undecided"]).optional(),
  /** Who judged. */
  judge: z.string().optional(),
  /** What the environment's checker gave. */
  reward: z.number().optional(),
  /** Why, in the words of judge or harness. */
  reason: z.string().optional(),
  /** What the agent said it found. */
  answer: z.string().optional(),
});

/** How an imported trajectory came out. */
export type ImportedOutcome = z.infer<typeof importedOutcomeSchema>;

/** A trajectory of any origin, in the one form that the distillation reads. */
export const importedTrajectorySchema = z.strictObject({
  version: z.literal(1),
  /** `t-` and sixteen hex digits, from format, file hash and row: the same file gives the same ids wherever it lies. */
  id: z.string(),
  source: z.strictObject({
    /** The format that was read: `abp`. */
    format: z.string(),
    /** Relative to what was imported. */
    file: z.string(),
    /** SHA-256 of the file. */
    sha256: z.string(),
    /** Row, element or line in the file, from 1. */
    row: z.int().positive(),
    licence: z.string().optional(),
    revision: z.string().optional(),
    /** Model or agent that drove it. */
    model: z.string().optional(),
  }),
  task: z.strictObject({
    /** As the source names it, else derived from the goal. */
    id: z.string(),
    /** Tasks that differ in values only share one. */
    template: z.string().optional(),
    goal: z.string(),
    /** Host name or the source's own name of the site. */
    site: z.string().optional(),
    startUrl: z.string().optional(),
    /** The source does not name the start page; it is read from the first page or action. */
    isStartInferred: z.literal(true).optional(),
  }),
  outcome: importedOutcomeSchema,
  steps: z.array(importedStepSchema),
  absent: z.array(absentSchema),
  /** What was mended on the way in, one sentence each. */
  repairs: z.array(z.string()),
});

/** A trajectory of any origin. */
export type ImportedTrajectory = z.infer<typeof importedTrajectorySchema>;
