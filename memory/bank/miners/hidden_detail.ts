import {
  enumerate,
  type Finding,
  isListed,
  isPaging,
  isSetting,
  quoteLabel,
  type Trail,
  type TrailStep,
} from "../trail.ts";

/** Words on links that lead to what a price or an item's own page leaves out. */
const DETAIL =
  /\b(fees?|fares?|delivery|shipping|costs?|charges?|conditions?|terms|details?|specifications?|tariffs?|returns?|reviews?|availability|stock|stores?|sizes?|facilities|notices?|opening|hours|timetable|baggage|luggage|policy)\b/i;

/** What is added to a price elsewhere: with a fee's own name first, since that says most. */
const EXTRAS: readonly RegExp[] = [
  /\b(?:booking|handling|service|reservation|payment|card|cleaning|seat) (?:fee|charge)\b/gi,
  /\b(?:standard |express )?(?:delivery|shipping|postage)\b/gi,
  /\b(?:surcharge|supplement|deposit|tax)\b/gi,
  /\bfees?\b/gi,
];

/**
 * A link, tab or disclosure was opened for something that the page before did not say: what a price leaves out, or another
 * value.
 *
 * @param trail The trail.
 * @returns One finding a label.
 */
export function hiddenDetail(trail: Trail): Finding[] {
  return trail.steps.flatMap((step, i): Finding[] => {
    const next = trail.steps[i + 1];
    const label = quoteLabel(trail, step.target?.name);
    if (next === undefined || label === undefined || !opensDetail(step)) return [];
    const extras = extrasOf(step.page.text, next.page.text);
    const text = extras.length > 0
      ? `The price shown leaves out ${
        enumerate(extras)
      }: open ${label}, and add what it says there before you compare or answer.`
      : `The first view of a page leaves something out: open ${label} and read the value there before you compare or answer.`;
    return [{ kind: extras.length > 0 ? "pitfall" : "state-validation", text, steps: [step.index, next.index] }];
  });
}

function opensDetail({ target, isDone, action }: TrailStep): boolean {
  if (!isDone || action.kind !== "click" || target === undefined || isPaging(target) || isSetting(target)) return false;
  if (target.role === "tab" || target.states.some((state) => state.startsWith("expanded"))) return true;
  return target.role === "link" && DETAIL.test(target.name) && !isListed(target);
}

/** At most two things that cost money and that only the second page names, each with its article. */
function extrasOf(before: string, after: string): string[] {
  const known = before.toLowerCase();
  const found = new Set<string>();
  for (const pattern of EXTRAS) {
    for (const [phrase] of after.matchAll(pattern)) {
      const extra = phrase.toLowerCase().replace(/^(standard|express) /, "");
      const isNew = !known.includes(extra) || !/\p{Sc}|\d/u.test(lineOf(known, extra));
      if (isNew && ![...found].some((other) => other.includes(extra) || extra.includes(other))) found.add(extra);
    }
  }
  return [...found].slice(0, 2).map((extra) => /delivery|shipping|postage/.test(extra) ? extra : `the ${extra}`);
}

/** The line that a phrase stands in: a link that names a fee tells no amount, and does not make it known. */
function lineOf(text: string, phrase: string): string {
  return text.split("\n").filter((line) => line.includes(phrase)).map((line) => line.replaceAll(/\[[^\]]*\]/g, ""))
    .join("\n");
}
