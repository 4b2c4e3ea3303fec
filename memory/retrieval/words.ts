/** Words that say nothing about what a goal is about. */
const STOP_WORDS = new Set(
  ("a about all also an and any are as at be been before but by can do does each for from had has have how i if in into " +
    "is it its me my no not of on one only or our out so some such than that the their them then there these they this " +
    "those to up us was we were what when where which while who whose will with you your").split(" "),
);

/**
 * Cuts a text into the words that goals are compared by: without case, plural s, stop words and pure numbers.
 *
 * @param text Any text.
 * @returns The words in order, with repetitions.
 */
export function wordsOf(text: string): string[] {
  return (text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word) && !/^\p{N}+$/u.test(word))
    .map((word) => word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word);
}
