import { ancestorsOf } from "../page_elements.ts";
import { type Finding, isInMenu, isList, isListed, quoteLabel, type Trail } from "../trail.ts";

/**
 * How the agent came to the things that the task is about: through the search field, or through a list in the menu.
 *
 * @param trail The trail.
 * @returns At most one finding.
 */
export function searchStrategy(trail: Trail): Finding[] {
  const { steps } = trail;
  const opened = steps.findIndex((step) => step.isDone && step.target?.role === "link" && isListed(step.target));
  const search = steps.find((step) =>
    step.isDone && step.action.kind === "type" && step.target !== undefined &&
    (step.target.role === "searchbox" || /\bsearch\b/i.test(step.target.name))
  );
  const field = quoteLabel(trail, search?.target?.name);
  if (search !== undefined && field !== undefined) {
    const text = `To reach something that the task names, type its name into ${field} instead of paging through lists.`;
    return [{ kind: "search-strategy", text, steps: [search.index] }];
  }
  const menu = steps.find((step, i) =>
    step.isDone && step.action.kind === "click" && isInMenu(step.target) && isList(steps[i + 1]?.page ?? step.page) &&
    (opened < 0 || i <= opened)
  );
  if (menu?.target === undefined) return [];
  const name = quoteLabel(trail, ancestorsOf(menu.target).find(({ role }) => role === "navigation")?.name);
  const text = `To look at all things of one kind, open their list from the menu${
    name === undefined ? "" : ` ${name}`
  } and work through that list, rather than search for each of them.`;
  return [{ kind: "search-strategy", text, steps: [menu.index] }];
}
