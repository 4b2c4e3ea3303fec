import { isoDate } from "../world/format.ts";

/** What an answer says, by kind; each value once, in the order of the text. */
export interface AnswerReading {
  /** Pence. Undefined among them stands for an amount that cannot be read, such as `£12.345`. */
  readonly money: readonly (number | undefined)[];
  /** ISO days; undefined for one that is not in the calendar. */
  readonly days: readonly (string | undefined)[];
  /** Whole numbers that belong to no amount, no day and no telephone number. */
  readonly numbers: readonly number[];
}

const AMOUNT =
  /([-−]\s?)?(?:£\s?|\bGBP\s?)([-−]?\d[\d.,]*)|([-−])?\b(\d[\d.,]*)\s?(?:pounds\b|GBP\b|£(?!\s?\d))|\b(\d+)\s?(?:p|pence)\b/gi;
const WORD_DAY =
  /\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? (January|February|March|April|May|June|July|August|September|October|November|December),? (\d{4})\b/gi;
const ISO_DAY = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const NUMBER = /(?<![\d.,\w])[-−]?\d+(?:[.,]\d+)*(?![\w])/g;

function penceOf(text: string): number | undefined {
  const whole = text.replace(/[.,]+$/, "");
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d{2})?$/.test(whole)) return undefined;
  return Math.round(Number(whole.replaceAll(",", "")) * 100);
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/**
 * Reads the amounts, days and whole numbers of an answer. What was read as one kind is not read as another.
 *
 * @param answer As the agent gave it.
 * @returns What it says.
 *
 * @example An amount is not a number
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readAnswer } from "./read_answer.ts";
 *
 * deepEqual(readAnswer("3 goods for £24.90"), { money: [2490], days: [], numbers: [3] });
 * ```
 */
export function readAnswer(answer: string): AnswerReading {
  const money: (number | undefined)[] = [];
  const days: (string | undefined)[] = [];
  let rest = answer.replaceAll(/[\u00a0\u202f]/g, " ");
  rest = rest.replaceAll(WORD_DAY, (_whole, day: string, month: string, year: string) => {
    days.push(isoDate(`${day} ${month} ${year}`));
    return " ; ";
  });
  rest = rest.replaceAll(ISO_DAY, (whole) => {
    const [year = "", month = "", day = ""] = whole.split("-");
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    days.push(date.toISOString().slice(0, 10) === whole ? whole : undefined);
    return " ; ";
  });
  rest = rest.replaceAll(
    AMOUNT,
    (_whole, minusBefore?: string, sign?: string, minus?: string, words?: string, small?: string) => {
      const text = sign ?? words;
      const isNegative = minusBefore !== undefined || minus !== undefined || /^[-−]/.test(text ?? "");
      const value = small !== undefined ? Number(small) : penceOf((text ?? "").replace(/^[-−]/, ""));
      money.push(value === undefined ? undefined : isNegative ? -value : value);
      return " ; ";
    },
  );
  const numbers = [...rest.matchAll(NUMBER)].map(([text]) => Number(text.replaceAll(",", "").replace("−", "-")));
  return {
    money: distinct(money),
    days: distinct(days),
    numbers: distinct(numbers.filter((value) => Number.isFinite(value))),
  };
}

/** Compares texts without regard to case and white space. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ");
}

/**
 * Finds which of some names an answer says. A longer name hides a shorter one that it holds; a name counts as whole
 * words only.
 *
 * @param answer As the agent gave it.
 * @param names All names that count.
 * @returns The names found, each once.
 */
export function namesIn(answer: string, names: readonly string[]): string[] {
  let rest = plain(answer);
  const found: string[] = [];
  for (const name of [...new Set(names)].sort((a, b) => b.length - a.length)) {
    const whole = new RegExp(
      `(?<![\\p{L}\\p{N}])${plain(name).replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\p{L}\\p{N}])`,
      "gu",
    );
    const without = rest.replaceAll(whole, ";");
    if (without !== rest) found.push(name);
    rest = without;
  }
  return found;
}
