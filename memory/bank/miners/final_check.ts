import { type Finding, quoteLabel, type Trail } from "../trail.ts";

const KEEPING_PLACES = /\b(basket|cart|bag|bookings?|orders?|account|reservations?|trips?|wish ?list|saved|summary)\b/i;

/**
 * The agent looked at what the site had really kept before it ended the task.
 *
 * @param trail The trail.
 * @returns At most one finding.
 */
export function finalCheck(trail: Trail): Finding[] {
  const { steps } = trail;
  const changed = steps.findIndex((step) =>
    step.isDone && step.action.kind === "click" && step.target?.role === "button"
  );
  const check = steps.findLast((step, i) =>
    i > changed && step.isDone && step.action.kind === "click" && step.target?.role === "link" &&
    KEEPING_PLACES.test(step.target.name)
  );
  const label = quoteLabel(trail, check?.target?.name);
  if (changed < 0 || check === undefined || label === undefined) return [];
  const text =
    `After you have changed something, open ${label} and check there that the site kept what the task asks for.`;
  return [{ kind: "state-validation", text, steps: [check.index] }];
}
