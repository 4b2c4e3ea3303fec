import { type Finding, isListed, isPaging, quoteLabel, type Trail } from "../trail.ts";

/**
 * When the agent stopped: after the last page of a list, or after it had opened every item that counts.
 *
 * @param trail The trail.
 * @returns At most two findings.
 */
export function lastPage(trail: Trail): Finding[] {
  return [...toTheEnd(trail), ...everyItem(trail)];
}

function toTheEnd(trail: Trail): Finding[] {
  const turns = trail.steps.filter((step) => step.isDone && isPaging(step.target));
  const last = turns.at(-1);
  const label = quoteLabel(trail, last?.target?.name);
  if (last?.target === undefined || label === undefined) return [];
  const { name } = last.target;
  const after = trail.steps.filter((step) => step.index > last.index);
  const end = after.find((step) => !step.page.elements.some((element) => isPaging(element) && element.name === name));
  if (end === undefined) return [];
  return [{
    kind: "stopping-rule",
    text:
      `A list has more than one page: follow ${label} until it is gone, and answer only when you have seen the last page.`,
    steps: [...turns.map((step) => step.index), end.index],
  }];
}

/** From how many opened items on it was a comparison. */
const MANY = 3;

function everyItem({ steps }: Trail): Finding[] {
  const opened = steps.filter((step) =>
    step.isDone && step.action.kind === "click" && step.target?.role === "link" && isListed(step.target) &&
    !isPaging(step.target)
  );
  if (new Set(opened.map((step) => step.target?.name)).size < MANY) return [];
  return [{
    kind: "stopping-rule",
    text:
      "Before you answer, open every item that may count and note its value from its own page: the list does not tell enough.",
    steps: opened.map((step) => step.index),
  }];
}
