/** Patterns of the shop's pages. They name what the pages always say, and no value of the shop. */

/** First page; where to go when lost. */
export const HOME = "https://shop.test/";

/** The line under a link: some snapshots tell where it leads. */
const ADDRESS = String.raw`(?:\n\s*- /url:[^\n]*)?`;

/** One row of a list: name, price, rating. */
export const ROW = String
  .raw`link "(?<name>[^"]+)"[^\n]*${ADDRESS}\n\s*- paragraph[^:\n]*: (?<price>£[\d.]+) · rated (?<rating>[\d.]+) of 5`;

/** The search page with what was found. */
export const RESULTS = String.raw`heading "Search results" \[level=1\]`;

/** The basket. */
export const BASKET = String.raw`heading "Basket" \[level=1\]`;

/**
 * The page of a product, a list or a store: whatever has this title.
 *
 * @param title A pattern: `{item}`.
 * @returns A pattern.
 */
export function titled(title: string): string {
  return String.raw`heading "${title}" \[level=1\]`;
}

/**
 * Two things on one page, the first above the second.
 *
 * @param above A pattern.
 * @param below A pattern.
 * @returns A pattern.
 */
export function both(above: string, below: string): string {
  return String.raw`${above}[\s\S]*?${below}`;
}

/**
 * A value in a table of names and values.
 *
 * @param name As the page says it.
 * @param value A pattern with the group `value`.
 * @returns A pattern.
 */
export function entry(name: string, value: string): string {
  return String.raw`term[^\n]*${name}[^\n]*\n\s*- definition[^\n]*?${value}`;
}

/**
 * The account's line for an order.
 *
 * @param number The order's number: a pattern.
 * @returns A pattern whose `value` is the day.
 */
export function orderLine(number: string): string {
  return String.raw`link "Order ${number}"[^\n]*${ADDRESS}\n\s*- text: of (?<value>\d+ \w+ \d+)`;
}

/**
 * Makes a text stand for itself in a pattern.
 *
 * @param text A value that a page gave.
 * @returns A pattern.
 */
export function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
