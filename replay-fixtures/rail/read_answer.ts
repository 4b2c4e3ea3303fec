const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
const MONEY = /(?:€|\bEUR\b)\s*(-?[\d.,]*\d)|(-?\b\d+(?:[.,]\d+)*)\s*(?:€(?!\s*\d)|\bEUR\b(?!\s*\d)|\beuros?\b)/gi;
const TRAIN = /\b([A-Z]{2})[ -]?(\d{3})\b/g;
const DAY = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTHS})\\b|\\b(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)?\\b`,
  "gi",
);
const TIME = /\b\d{1,2}:\d{2}\b/g;
const REFERENCE = /\b[A-Z]{2}\d{4}\b/g;
const DENIED = /\b(?:not|isn't|never|except)\s+(?:€|EUR|\d|[A-Z]{2} ?\d{3})/;

/**
 * Whether the answer takes back what it says (`not €12.00`); such an answer states nothing.
 *
 * @param answer The agent's answer.
 */
export function isDenial(answer: string): boolean {
  return DENIED.test(answer);
}

/**
 * Reads the amounts of an answer.
 *
 * @param answer The agent's answer.
 * @returns The distinct amounts in cents, in order; what looks like an amount and cannot be read is NaN.
 */
export function readMoney(answer: string): number[] {
  return distinct([...answer.matchAll(MONEY)].map((match) => toCents(match[1] ?? match[2] ?? "")));
}

/**
 * Reads the train numbers of an answer.
 *
 * @param answer The agent's answer.
 * @returns The distinct numbers as the site writes them, in order.
 */
export function readTrains(answer: string): string[] {
  return distinct([...answer.matchAll(TRAIN)].map((match) => `${match[1]} ${match[2]}`));
}

/**
 * Reads the days of an answer.
 *
 * @param answer The agent's answer.
 * @returns The distinct days as `12 March`, in order.
 */
export function readDays(answer: string): string[] {
  return distinct([...answer.matchAll(DAY)].map((match) => {
    const month = match[2] ?? match[3] ?? "";
    return `${Number(match[1] ?? match[4])} ${month.charAt(0).toUpperCase()}${month.slice(1).toLowerCase()}`;
  }));
}

/**
 * Reads the booking references of an answer.
 *
 * @param answer The agent's answer.
 * @returns The distinct references, in order.
 */
export function readReferences(answer: string): string[] {
  return distinct([...answer.matchAll(REFERENCE)].map(([text]) => text));
}

/**
 * Reads the platforms of an answer.
 *
 * @param answer The agent's answer.
 * @returns The distinct numbers, in order.
 */
export function readPlatforms(answer: string): number[] {
  return distinct(
    [...answer.matchAll(/\bplatforms?\s*(?:number\s*|is\s*|:\s*)?(\d+)(?:\s*(?:or|and|,)\s*(\d+))*/gi)]
      .flatMap(([text]) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits))),
  );
}

/**
 * Reads whether an answer says that there is a lift.
 *
 * @param answer The agent's answer.
 * @returns Undefined where it does not say, or says both.
 */
export function readLift(answer: string): boolean | undefined {
  const no = /\bno lifts?\b|\bwithout (?:a )?lift\b|\blift:? no\b|(?:\bnot|n't)(?: \w+){0,2} lift\b/gi;
  const denied = answer.match(no)?.length ?? 0;
  const named = answer.match(/\blifts?\b/gi)?.length ?? 0;
  if (named === 0) return undefined;
  if (denied === 0) return true;
  return denied === named ? false : undefined;
}

/**
 * Reads the whole numbers that an answer holds beside amounts, trains, days, times, references and platforms.
 *
 * @param answer The agent's answer.
 * @returns The distinct numbers, in order.
 */
export function readCounts(answer: string): number[] {
  const rest = [MONEY, DAY, TIME, REFERENCE, TRAIN, /\bplatforms?\s*\d+/gi]
    .reduce((text, pattern) => text.replaceAll(pattern, " "), answer);
  return distinct([...rest.matchAll(/(?<![\w.,-])\d+(?![\w]|[.,]\d)/g)].map(([digits]) => Number(digits)));
}

function toCents(text: string): number {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d{2}))?$/.exec(text);
  if (match === null) return Number.NaN;
  return Number((match[1] ?? "").replaceAll(",", "")) * 100 + Number(match[2] ?? "0");
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
