/** Words that say nothing about what a trap is. */
const STOP_WORDS = new Set(
  ("a again all also always an and any are as at be because been before both but by can could do does each " +
    "else even every for from had has have if in into is it its itself just may mere merely might must nearly " +
    "neither never no nor not of off on once one only onto or other our out over own same shall should so " +
    "some such than that the their them then there these they this those though through to too under until up " +
    "upon us was we were what when where whether which while who whose why will with without would yet you " +
    "your")
    .split(" "),
);

/** Endings of number, tense and form, then of comparison and derivation; longest first. */
const ENDINGS: readonly (readonly string[])[] = [
  ["ingly", "edly", "ings", "ing", "ied", "ies", "ed", "es", "s"],
  ["ations", "ation", "ments", "ment", "ness", "iest", "ier", "ily", "est", "er", "ly"],
  ["e"],
];
const SHORTEST_STEM = 3;

/**
 * Cuts a word down to a stem, so that `sorting`, `sorted` and `sorts` are one.
 *
 * @param word Lower case.
 * @returns The stem; it need not be a word.
 */
export function stem(word: string): string {
  const cut = ENDINGS.reduce(cutOne, word);
  const single = cut.length > SHORTEST_STEM && /([bdfgklmnprt])\1$/.test(cut) ? cut.slice(0, -1) : cut;
  return single.replace(/y$/, "i");
}

function cutOne(word: string, endings: readonly string[]): string {
  // Address, bus and basis are no plurals.
  if (/(?:ss|us|is)$/.test(word)) return word;
  for (const ending of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < SHORTEST_STEM) continue;
    const rest = word.slice(0, -ending.length);
    return /^i(?!ng)/.test(ending) ? `${rest}y` : rest;
  }
  return word;
}

/**
 * The stems of a text's content words.
 *
 * @param text Plain words.
 * @returns The stems, each once.
 */
export function contentStems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !STOP_WORDS.has(word)).map(stem));
}

/** Share of the description's stems that a text must hold to count as a warning. */
const ENOUGH = 0.5;

/**
 * Decides whether a text warns of a trap: at least half of the content words of the trap's description, by their
 * stems, stand in it. A fixed lexical rule, so that how well insights are found can be measured without a judge.
 * Only the simulated reader may use it: an abstractor that knew it could write to please it.
 *
 * @param description The trap in plain words.
 * @param text One insight.
 * @returns Whether the text warns.
 */
export function entails(description: string, text: string): boolean {
  const wanted = contentStems(description);
  if (wanted.size === 0) return false;
  const given = contentStems(text);
  let shared = 0;
  for (const word of wanted) if (given.has(word)) shared++;
  return shared / wanted.size >= ENOUGH;
}
