import { z } from "zod";
import type { BrowserReport } from "./browser.ts";

/** What a judge decided. */
export const verdictSchema = z.object({
  /** `undecided` is its own outcome: never counted as failure in silence. */
  outcome: z.enum(["success", "failure", "undecided", "infeasible"]),
  /** The agent's answer as the judge read it. */
  answer: z.string().optional(),
  /** One sentence: why. */
  explanation: z.string(),
  /** Which judge, with its version: `shop-graders-1`. */
  judge: z.string(),
});

/** What {@linkcode verdictSchema} accepts, as a type. */
export type Verdict = z.infer<typeof verdictSchema>;

/** What a grader may look at. */
export interface Evidence {
  /** The agent's final answer, where it gave one. */
  readonly answer?: string;
  /** Final state of the site's handlers, exchanges, final address. */
  readonly report: BrowserReport;
}
