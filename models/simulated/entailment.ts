/** Words that say nothing about what a trap is. */
const STOP_WORDS = new Set(
  ("a an and any are as at be been before but by can could do does each even every for from had has have if in into is it " +
    "its itself may might must never no not of off on once one only onto or other our out over own same shall should so some " +
    "such than that the their them then there these they this those though through to too under until up upon us was we were " +
    "what when where whether which while who whose why will with without would yet you your also always just all always both")
    .split(" "),
);

/** Longest first; a word keeps at least three letters. */
const ENDINGS = [
  "ingly",
  "edly",
  "ations",
  "ation",
  "ments",
  "ment",
  "ness",
  "ings",
  "ing",
  "iest",
  "ies",
  "ied",
  "est",
  "ers",
  "ed",
  "er",
  "es",
  "ly",
  "s",
  "e",
];

/**
 * Cuts a word down to a stem, so that `sorting`, `sorted` and `sorts` are one.
 *
 * @param word Lower case.
 * @returns The stem.
 */
export function stem(word: string): string {
  if (word.endsWith("ss")) return word;
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue;
    const cut = word.slice(0, -ending.length);
    if (ending === "s" && /[su]$/.test(cut)) return word;
    const base = ending.startsWith("i") && ending !== "ing" && ending !== "ings" && ending !== "ingly"
      ? `${cut}y`
      : cut;
    const single = /([bdfgklmnprt])\1$/.test(base) ? base.slice(0, -1) : base;
    return single.replace(/y$/, "i");
  }
  return word.replace(/y$/, "i");
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
