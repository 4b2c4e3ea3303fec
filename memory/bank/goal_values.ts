/** What a goal names, as opposed to what it asks: never to be seen in a lesson. */
export interface GoalValues {
  /** Phrases in quotes, lower case. */
  readonly phrases: readonly string[];
  /** Words of quoted phrases, capitalised words and words with digits, lower case. */
  readonly words: ReadonlySet<string>;
}

const QUOTED = /"([^"]+)"|“([^”]+)”|‘([^’]+)’|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu;

/** Short words that a name may hold and that say nothing by themselves. */
const LINKING = new Set("a an and at by for from i in it of on or the to with".split(" "));

/**
 * Reads the named values out of a goal: what stands in quotes, names (capitalised words that do not begin a sentence), and
 * whatever has a digit.
 *
 * @param goal The goal.
 * @returns Phrases and words.
 */
export function goalValues(goal: string): GoalValues {
  const phrases = [...goal.matchAll(QUOTED)].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? match[4] ?? "").trim()
  );
  const words = new Set<string>();
  const add = (text: string) => wordsOf(text).filter((word) => !LINKING.has(word)).forEach((word) => words.add(word));
  phrases.forEach(add);
  for (const match of goal.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)) {
    const [word] = match;
    const before = goal.slice(0, match.index).trimEnd();
    const beginsSentence = before === "" || /[.!?:]["”’']?$/.test(before);
    if (/\p{N}/u.test(word) || (/^\p{Lu}/u.test(word) && !beginsSentence)) add(word);
  }
  return { phrases: phrases.map((phrase) => phrase.toLowerCase()), words };
}

/**
 * Whether a label may stand in a lesson: it has no digit, no currency, no address, none of the goal's values, and is
 * short enough to be a label at all.
 *
 * @param label The words on a control.
 * @param values The goal's values.
 * @returns True for `Sort by`, false for `View AB 123`.
 */
export function isGeneral(label: string, values: GoalValues): boolean {
  const words = wordsOf(label);
  return words.length >= 1 && words.length <= 7 && label.length <= 60 && !hasLiteral(label) &&
    !words.some((word) => values.words.has(word) || values.words.has(word.replace(/s$/, "")));
}

/**
 * Whether a text holds something that can only be a value: a digit, a currency sign, an address.
 *
 * @param text Any text.
 * @returns True for `costs €12`.
 */
export function hasLiteral(text: string): boolean {
  return /[\p{N}\p{Sc}%@]|https?:|www\.|\w\/\w/u.test(text);
}

/** Lower-case words. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
