import { enumerate, type Finding, isSending, quoteLabel, type Trail, type TrailStep } from "../trail.ts";

const FIELD = /^(textbox|searchbox|combobox|spinbutton|checkbox|radio|listbox|switch)$/;

/**
 * A form was filled in and sent: which fields, in which order, by which button.
 *
 * @param trail The trail.
 * @returns One finding a form.
 */
export function formOrder(trail: Trail): Finding[] {
  const found: Finding[] = [];
  let filled: TrailStep[] = [];
  for (const step of trail.steps) {
    if (!step.isDone) continue;
    const isOtherPage = filled[0] !== undefined && filled[0].page.url !== step.page.url;
    if (isOtherPage) filled = [];
    if (fills(step)) filled.push(step);
    if (!isSending(step)) continue;
    if (filled.length >= 2) found.push(...finding(trail, filled, step));
    filled = [];
  }
  return found;
}

function fills({ action, target }: TrailStep): boolean {
  return target !== undefined && FIELD.test(target.role) &&
    (action.kind === "type" || action.kind === "select" || action.kind === "click");
}

function finding(trail: Trail, filled: readonly TrailStep[], sent: TrailStep): Finding[] {
  const labels = filled.map((step) => quoteLabel(trail, step.target?.name)).filter((label) => label !== undefined);
  const unique = [...new Set(labels)];
  if (unique.length < 2) return [];
  const button = sent.target?.role === "button" ? quoteLabel(trail, sent.target.name) : undefined;
  const press = button === undefined ? "send it" : `press ${button}`;
  const isSignIn = filled.some((step) => /\b(password|passcode|pin)\b/i.test(step.target?.name ?? ""));
  const text = isSignIn
    ? `The site asks you to sign in before it goes on: fill in ${enumerate(unique)}, then ${press}.`
    : `Fill in ${enumerate(unique)} in this order, then ${press}: a field left alone keeps its default value.`;
  return [{ kind: "navigation-shortcut", text, steps: [...filled.map((step) => step.index), sent.index] }];
}
