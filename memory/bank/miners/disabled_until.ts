import { type Finding, isSameControl, quoteLabel, type Trail } from "../trail.ts";

/**
 * A control refused to work until another one was set.
 *
 * @param trail The trail.
 * @returns One finding for each refused control that worked later.
 */
export function disabledUntil(trail: Trail): Finding[] {
  const { steps } = trail;
  return steps.flatMap((refused, i): Finding[] => {
    if (refused.reason !== "disabled") return [];
    const done = steps.findIndex((step, at) => at > i && step.isDone && isSameControl(step.target, refused.target));
    const cure = steps.slice(i + 1, Math.max(i + 1, done)).findLast((step) => step.isDone && step.target !== undefined);
    const [label, cureLabel] = [quoteLabel(trail, refused.target?.name), quoteLabel(trail, cure?.target?.name)];
    if (cure === undefined || label === undefined || cureLabel === undefined) return [];
    const text = `${label} cannot be used until ${cureLabel} is set: set that first.`;
    return [{ kind: "state-validation", text, steps: [refused.index, cure.index] }];
  });
}
