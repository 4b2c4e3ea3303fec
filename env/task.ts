import { z } from "zod";

/** What an agent is asked to do, where it starts, and how large the job is. How success is decided is the site's grader. */
export const taskSchema = z.object({
  /** Readable and unique: `shop-cheapest-lamp-01`. */
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** The site's name: `shop`. */
  site: z.string(),
  /** Tasks that differ only in their values share a template; banks are split by it. */
  template: z.string(),
  /** Training tasks feed the insight bank; held-out tasks are measured. No template has both. */
  split: z.enum(["training", "heldout"]),
  /** The words the agent is given. */
  goal: z.string().min(1),
  /** Where the browser stands before the first step. */
  startUrl: z.url(),
  /** Steps that a playbook needs with nothing forgotten and no trap; the step limit is twice this plus 10. */
  horizon: z.int().positive(),
  /** What the grader needs to know; never shown to the agent. */
  params: z.record(z.string(), z.unknown()),
});

/** What {@linkcode taskSchema} accepts, as a type. */
export type Task = z.infer<typeof taskSchema>;
