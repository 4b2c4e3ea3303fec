import { type Finding, isListed, quoteLabel, type Trail, type TrailStep } from "../trail.ts";

/**
 * A search put something of a similar name before the thing that was searched for, and the agent passed over it.
 *
 * @param trail The trail.
 * @returns One finding for each search field.
 */
export function wholeName(trail: Trail): Finding[] {
  const { steps } = trail;
  return steps.flatMap((search, i): Finding[] => {
    const { action, target } = search;
    if (!search.isDone || action.kind !== "type" || target === undefined || !isSearchField(target)) return [];
    const opened = steps.slice(i + 1).find((step) => step.isDone && step.action.kind === "click");
    const label = quoteLabel(trail, target.name);
    if (opened === undefined || label === undefined || !passedOver(opened, action.text)) return [];
    return [{
      kind: "pitfall",
      text:
        `The results of ${label} may list a similar name first: compare the whole name with the one you searched for, and open only an exact match.`,
      steps: [search.index, opened.index],
    }];
  });
}

function isSearchField({ role, name }: { readonly role: string; readonly name: string }): boolean {
  return role === "searchbox" || /\bsearch\b/i.test(name);
}

/** Whether the agent opened exactly what it had typed, though a listed link before it has the same first word. */
function passedOver({ page, target }: TrailStep, typed: string): boolean {
  if (target === undefined || !isListed(target) || target.name.toLowerCase() !== typed.trim().toLowerCase()) {
    return false;
  }
  const [first = ""] = typed.trim().toLowerCase().split(/\s+/);
  return page.elements.slice(0, page.elements.indexOf(target)).some((element) =>
    element.role === "link" && isListed(element) && element.name !== target.name &&
    element.name.toLowerCase().split(/\s+/).includes(first)
  );
}
