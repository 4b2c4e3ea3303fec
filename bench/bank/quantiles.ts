/** Quantiles of samples. */
export interface Quantiles {
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/**
 * Quantiles by the nearest rank: p is the ⌈p · n⌉-th of n sorted samples, so that each is a value that was measured.
 *
 * @param samples At least one.
 * @returns The quantiles, rounded to a thousandth.
 */
export function quantiles(samples: readonly number[]): Quantiles {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (p: number) => Math.round((sorted[Math.ceil(p * sorted.length) - 1] ?? NaN) * 1000) / 1000;
  return { samples: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
