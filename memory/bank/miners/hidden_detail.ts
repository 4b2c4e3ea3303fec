import {
  enumerate,
  type Finding,
  isInMenu,
  isListed,
  isPaging,
  isSetting,
  quoteLabel,
  type Trail,
  type TrailStep,
} from "../trail.ts";

/** Words on links that lead to what a price or an item's own page leaves out. */
const DETAIL =
  /^(fees?|fares?|delivery|shipping|costs?|charges?|conditions?|terms|details?|specifications?|tariffs?|returns?|reviews?|availability|stock|stores?|sizes?|facilities|notices?|opening|hours|timetables?|baggage|luggage|policy)$/i;

/** Words that may stand beside them; any other word makes the label a name. */
const BESIDE =
  /^(a|all|and|customer|for|full|in|item|more|of|on|our|price|product|read|see|show|the|ticket|train|view|your)$/i;

/** What is added to a price elsewhere: with a fee's own name first, since that says most. */
const EXTRAS: readonly RegExp[] = [
  /\b(?:booking|handling|service|reservation|payment|card|cleaning|seat) (?:fee|charge)\b/gi,
  /\b(?:standard |express )?(?:delivery|shipping|postage)\b/gi,
  /\b(?:surcharge|supplement|deposit|tax)\b/gi,
  /\bfees?\b/gi,
];

/** What a price may be for, by words that only the opened part has. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/\bpacks? of \d|\b\d+ pieces\b/i, "a whole pack, not one piece"],
  [/\b(per|a) night\b/i, "a single night"],
  [/\b(per person|one adult|each traveller)\b/i, "one person only"],
  [/\b(one way|each way)\b/i, "one way only"],
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
    // A menu is there to be used; it hides something only where it leads to what a price leaves out.
    if (extras.length === 0 && isInMenu(step.target)) return [];
    const unit = UNITS.find(([pattern]) => pattern.test(next.page.text) && !pattern.test(step.page.text))?.[1];
    const opened = [step.index, next.index];
    if (extras.length > 0) {
      const text = `The price shown leaves out ${
        enumerate(extras)
      }: open ${label}, and add what it says there before you compare or answer.`;
      return [{ kind: "pitfall", text, steps: opened }];
    }
    if (unit !== undefined) {
      const text =
        `The price shown covers ${unit}: open ${label}, and reckon with what it says there before you compare or answer.`;
      return [{ kind: "pitfall", text, steps: opened }];
    }
    const text =
      `The first view of a page leaves something out: open ${label} and read the value there before you compare or answer.`;
    return [{ kind: "state-validation", text, steps: opened }];
  });
}

function opensDetail({ target, isDone, action }: TrailStep): boolean {
  if (!isDone || action.kind !== "click" || target === undefined || isPaging(target) || isSetting(target)) return false;
  if (target.role === "tab" || target.states.some((state) => state.startsWith("expanded"))) return true;
  const words = target.name.match(/\p{L}+/gu) ?? [];
  return target.role === "link" && !isListed(target) && words.some((word) => DETAIL.test(word)) &&
    words.every((word) => DETAIL.test(word) || BESIDE.test(word));
}

/** At most two things for which only the second page names an amount, each with its article. */
function extrasOf(before: string, after: string): string[] {
  const found: string[] = [];
  for (const pattern of EXTRAS) {
    for (const phrase of pricedPhrases(after, pattern)) {
      const isNew = !pricedPhrases(before, pattern).includes(phrase);
      if (isNew && !found.some((other) => other.includes(phrase) || phrase.includes(other))) found.push(phrase);
    }
  }
  return found.slice(0, 2).map((phrase) => /delivery|shipping|postage/.test(phrase) ? phrase : `the ${phrase}`);
}

/** The phrases of a page that an amount follows, on the same line or the next: a heading or a link tells none. */
function pricedPhrases(text: string, pattern: RegExp): string[] {
  const lines = text.split("\n").map((line) => line.replaceAll(/\[[^\]]*\]/g, "").toLowerCase());
  return lines.flatMap((line, i) =>
    [...line.matchAll(pattern)]
      .filter((match) =>
        /\d/.test(line.slice(match.index)) || /^ *- (definition|cell|text)\b[^\d]*\d/.test(lines[i + 1] ?? "")
      )
      .map(([phrase]) => phrase.replace(/^(standard|express) /, ""))
  );
}
