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
    const below = refused?.target?.role === "link" ? "link" : "button";
    const name = isCure ? quoteLabel(trail, refused?.target?.name) : undefined;
    const covered = name === undefined ? `the ${below} below it` : `the ${below} ${name}`;
    return [{
      kind: "pitfall",
      text: `A ${
        coverOf(trail, step)
      } covers ${covered}, which cannot be clicked then: press ${label} first, and go on after that.`,
      steps: refused !== undefined && isCure ? [refused.index, step.index] : [step.index],
    }];
  });
}

/** What to call the thing that covers: its own name where that is one plain word, and what kind of thing it is. */
function coverOf(trail: Trail, { target }: TrailStep): string {
  const outer: readonly PageElement[] = target === undefined ? [] : ancestorsOf(target);
  const box = outer.find(({ role }) => /^(dialog|alertdialog|alert|banner|complementary|region|status)$/.test(role));
  const kind = box !== undefined && /dialog/.test(box.role) ? "dialog" : "banner";
  const name = quoteLabel(trail, box?.name === "" ? undefined : box?.name);
  return name === undefined ? kind : `${kind} such as ${name}`;
}
