import type { PageElement } from "../page_elements.ts";
import {
  type Finding,
  isFormField,
  isPaging,
  isSameControl,
  isSetting,
  isSorting,
  quoteLabel,
  quoteOption,
  type Trail,
  type TrailStep,
} from "../trail.ts";

/**
 * A setting of a list was gone after going to the next page: the agent set it again, or the page shows that it changed.
 *
 * @param trail The trail.
 * @returns One finding a control.
 */
export function resetControl(trail: Trail): Finding[] {
  const found: Finding[] = [];
  const { steps } = trail;
  for (const [i, set] of steps.entries()) {
    if (!isSet(set) || isFormField(trail, set)) continue;
    const turn = steps.findIndex((step, at) => at > i && step.isDone && isPaging(step.target));
    const after = steps[turn + 1];
    if (turn < 0 || after === undefined) continue;
    const again = steps.find((step, at) =>
      at > turn && isSet(step) && isSameControl(step.target, set.target) && isAlike(step, set)
    );
    const control = after.page.elements.find((element) => isSameControl(element, set.target));
    if (again === undefined && !isChanged(control, set)) continue;
    const label = quoteLabel(trail, set.target?.name);
    const next = quoteLabel(trail, steps[turn]?.target?.name);
    if (label === undefined) continue;
    const option = quoteOption(trail, set);
    const what = isSorting(set.target) ? "sort order" : "filter";
    const to = option === undefined ? "" : ` to ${option}`;
    found.push({
      kind: "pitfall",
      text: `The ${what} ${label} resets on the next page: after ${
        next ?? "going on"
      }, set it${to} again, and only then read the page.`,
      steps: [set.index, steps[turn]?.index ?? set.index, again?.index ?? after.index],
    });
  }
  return found;
}

function isSet({ isDone, target, action }: TrailStep): boolean {
  return isDone && isSetting(target) && (action.kind === "select" || action.kind === "click");
}

function isAlike(a: TrailStep, b: TrailStep): boolean {
  return a.action.kind === b.action.kind &&
    (a.action.kind !== "select" || b.action.kind !== "select" || a.action.option === b.action.option);
}

/** Whether the control no longer stands as the step left it. */
function isChanged(control: PageElement | undefined, set: TrailStep): boolean {
  if (control === undefined) return false;
  if (set.action.kind === "select") {
    const selected = control.children.find((child) => child.states.includes("selected"))?.name ?? control.value;
    return selected !== "" && selected !== set.action.option;
  }
  if (control.role !== "checkbox" && control.role !== "switch") return false;
  const wasOn = set.target?.states.includes("checked") ?? false;
  return control.states.includes("checked") === wasOn;
}
