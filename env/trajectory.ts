import { z } from "zod";
import { actionSchema } from "./action.ts";
import { observationSchema, screenshotRefSchema } from "./observation.ts";

/** How an episode ended. */
export const endSchema = z.enum([
  "finished",
  "off-tape",
  "step-limit",
  "time-limit",
  "token-limit",
  "cost-limit",
  "loop",
  "unreadable",
  "timeout",
  "cancelled",
  "error",
]);

/** What {@linkcode endSchema} accepts, as a type. */
export type End = z.infer<typeof endSchema>;

/** What became of a step's action, as later prompts tell it. */
export const outcomeSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("done") }),
  z.object({ status: z.literal("refused"), reason: z.string(), message: z.string() }),
  z.object({ status: z.literal("off-tape"), message: z.string() }),
]);

/** What {@linkcode outcomeSchema} accepts, as a type. */
export type Outcome = z.infer<typeof outcomeSchema>;

/** One observation and the action taken on it. */
export const stepSchema = z.object({
  /** From 0. */
  index: z.int().nonnegative(),
  observation: observationSchema,
  screenshot: screenshotRefSchema.optional(),
  /** Why the agent did it, in its own words. */
  thought: z.string(),
  /** The step's summary, where the policy asks for one. */
  summary: z.string().optional(),
  action: actionSchema,
  outcome: outcomeSchema,
});

/** What {@linkcode stepSchema} accepts, as a type. */
export type Step = z.infer<typeof stepSchema>;

/** The steps of one episode in order. Claimed, judged and rewarded success are three things and stay apart. */
export const trajectorySchema = z.object({
  taskId: z.string(),
  site: z.string(),
  template: z.string(),
  goal: z.string(),
  steps: z.array(stepSchema),
  end: endSchema,
  /** What the agent said it found. */
  answer: z.string().optional(),
  /** What the judge decided. */
  judged: z.enum(["success", "failure", "undecided", "infeasible"]).optional(),
});

/** What {@linkcode trajectorySchema} accepts, as a type. */
export type Trajectory = z.infer<typeof trajectorySchema>;
