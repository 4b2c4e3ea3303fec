/**
 * Writes a number of tokens short: `812`, `4.1k`, `2.38M`.
 *
 * @param count Tokens.
 * @returns The text.
 */
export function tokens(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 100_000) return `${(count / 1000).toFixed(1)}k`;
  return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(2)}M`;
}

/**
 * Writes a share as whole per cent.
 *
 * @param share 0 to 1.
 * @returns `46 %`.
 */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/**
 * Writes a difference of shares in percentage points, always with its sign (a true minus).
 *
 * @param difference −1 to 1.
 * @returns `+17`, `−4`, `0`.
 */
export function points(difference: number): string {
  return signed(difference * 100);
}

/**
 * Writes a whole number with its sign.
 *
 * @param value Any number.
 * @returns `+3`, `−3`, `0`.
 */
export function signed(value: number): string {
  // Halves go away from 0 on both sides, so that a difference and its mirror image read alike.
  const rounded = Math.round(Math.abs(value));
  return rounded === 0 ? "0" : `${value > 0 ? "+" : "−"}${rounded}`;
}

/**
 * Writes money, or that it is not known.
 *
 * @param usd US dollars, or undefined where the price is unknown.
 * @returns `$0.012`, `unknown`.
 */
export function money(usd: number | undefined): string {
  if (usd === undefined) return "unknown";
  return usd === 0 ? "$0" : `$${usd < 1 ? usd.toPrecision(2) : usd.toFixed(2)}`;
}
