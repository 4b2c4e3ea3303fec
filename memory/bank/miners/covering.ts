import { ancestorsOf, type PageElement } from "../page_elements.ts";
import { type Finding, isSameControl, quoteLabel, type Trail, type TrailStep } from "../trail.ts";

const CLOSING = /^(close|dismiss|accept|agree|got it|no,? thanks|not now|reject|decline|hide|skip|ok|×)\b/i;

/**
 * Something lay over the page, and the agent put it away: after a refused click, or at once.
 *
 * @param trail The trail.
 * @returns One finding for each thing put away.
 */
export function covering(trail: Trail): Finding[] {
  const { steps } = trail;
  return steps.flatMap((step, i): Finding[] => {
    if (!step.isDone || step.action.kind !== "click" || step.target === undefined) return [];
    const refused = steps.slice(0, i).findLast((before) => before.reason === "covered");
    const isCure = refused !== undefined && steps.slice(refused.index + 1, i).every((between) => !between.isDone) &&
      !isSameControl(refused.target, step.target);
    const isClosing = step.target.role === "button" && CLOSING.test(step.target.name);
    if (!isCure && !isClosing) return [];
    const label = quoteLabel(trail, step.target.name);
    if (label === undefined) return [];
    return [{
      kind: "pitfall",
      text: `A ${coverOf(trail, step)} covers the button below it, which then takes no click: press ${label} first.`,
      steps: refused !== undefined && isCure ? [refused.index, step.index] : [step.index],
    }];
  });
}

/** What to call the thing that covers: with its own name where it has a general one. */
function coverOf(trail: Trail, { target }: TrailStep): string {
  const outer: readonly PageElement[] = target === undefined ? [] : ancestorsOf(target);
  const box = outer.find(({ role }) => /^(dialog|alertdialog|alert|banner|complementary|region|status)$/.test(role));
  const name = quoteLabel(trail, box?.name === "" ? undefined : box?.name);
  return name === undefined ? "banner or dialog" : `banner or dialog such as ${name}`;
}
