import {
  type Finding,
  isFormField,
  isList,
  isSetting,
  isSorting,
  quoteLabel,
  quoteOption,
  type Trail,
  type TrailStep,
} from "../trail.ts";

/** What the first item of a list is taken for, by the words of the order that the agent chose. */
const EXTREMES: readonly (readonly [RegExp, string])[] = [
  [/\b(high|dear|expensive)\w*/i, "the dearest"],
  [/\b(price|cheap|low|cost|fare)\w*/i, "the cheapest"],
  [/\b(rat(ed|ing)|review|best)\w*/i, "the best rated"],
  [/\b(duration|fast|short|quick)\w*/i, "the fastest"],
  [/\b(new|recent|date)\w*/i, "the newest"],
  [/\b(earl|depart|time)\w*/i, "the earliest"],
  [/\b(arriv)\w*/i, "the first to arrive"],
];

/**
 * A list was put in order, or narrowed, before it was read.
 *
 * @param trail The trail.
 * @returns One finding a control and option.
 */
export function listOrder(trail: Trail): Finding[] {
  return trail.steps.flatMap((step): Finding[] => {
    const { target, isDone, page, action } = step;
    if (
      !isDone || target === undefined || !isSetting(target) || (action.kind !== "select" && action.kind !== "click")
    ) {
      return [];
    }
    const isOrder = isSorting(target);
    const label = quoteLabel(trail, target.name);
    if (label === undefined || !(isOrder || (isList(page) && !isFormField(trail, step)))) return [];
    const text = isOrder ? orderText(trail, step, label) : filterText(trail, step, label);
    return [{ kind: isOrder ? "pitfall" : "search-strategy", text, steps: [step.index] }];
  });
}

function orderText(trail: Trail, step: TrailStep, label: string): string {
  const option = quoteOption(trail, step);
  const found = EXTREMES.find(([pattern]) => pattern.test(option ?? label));
  const extreme = found?.[1] ?? "the one you want";
  const before = quoteLabel(trail, orderBefore(step));
  const why = before === undefined || before === option
    ? `The default order of a list misleads, and its first item is not ${extreme}`
    : `The list is sorted by ${before} by default, so the first item is not ${extreme}`;
  const how = step.action.kind === "select"
    ? `set ${label} to ${option ?? "what the task asks for"}`
    : `choose ${label}`;
  return `${why}: ${how} before you read it.`;
}

/** The order before the agent changed it: the field's value, or the option that is selected. */
function orderBefore({ target }: TrailStep): string | undefined {
  const selected = target?.children.find((child) => child.states.includes("selected"))?.name;
  return target?.value === "" ? selected : target?.value;
}

function filterText(trail: Trail, step: TrailStep, label: string): string {
  const option = quoteOption(trail, step);
  const how = step.action.kind === "select"
    ? `set the filter ${label} to ${option ?? "what the task asks for"}`
    : `set the filter ${label}`;
  return `Narrow a list before you read it: ${how}, else the list also shows items that do not count.`;
}
