/** How well a reader finds a fact, by the prompt's length, the fact's place in it, and what resembles it. */
export interface RecallCurve {
  /** Lowest probability. */
  readonly floor: number;
  /** Highest probability: the score at next to no length. */
  readonly ceil: number;
  /** Length at which half of it is left, in text tokens; images are not counted. */
  readonly l50: number;
  /** How steeply it falls there. */
  readonly gamma: number;
  /** Depth of the dip in the middle, 0 to 1. */
  readonly dip: number;
  /** How far the head start of the beginning reaches, as a share of the prompt. */
  readonly headReach: number;
  /** How far the advantage of the end reaches, as a share of the prompt. */
  readonly tailReach: number;
  /** Strength of the end's advantage, where the beginning's is 1. */
  readonly tailWeight: number;
  /** Factor for every fact of the same kind with another value beyond `calibratedSimilar`. */
  readonly delta: number;
  /** Facts of the same kind that the length curve was measured with. */
  readonly calibratedSimilar: number;
}

/** Steps of the sum by which the position factor's mean is taken. */
const GRID = 2_000;
const shapes = new WeakMap<RecallCurve, { mean: number; peak: number }>();

function rawPosition(curve: RecallCurve, x: number): number {
  const head = Math.exp(-x / curve.headReach);
  const tail = curve.tailWeight * Math.exp(-(1 - x) / curve.tailReach);
  return 1 - curve.dip * Math.max(0, 1 - head - tail);
}

function shapeOf(curve: RecallCurve): { mean: number; peak: number } {
  const known = shapes.get(curve);
  if (known !== undefined) return known;
  let sum = 0;
  let peak = 0;
  for (let i = 0; i < GRID; i++) {
    const value = rawPosition(curve, (i + 0.5) / GRID);
    sum += value;
    peak = Math.max(peak, value);
  }
  const shape = { mean: sum / GRID, peak: peak / (sum / GRID) };
  shapes.set(curve, shape);
  return shape;
}

/**
 * The length factor: 1 for an empty prompt, one half at `l50`.
 *
 * @param curve The reader's curve.
 * @param length Text tokens of the whole prompt.
 * @returns A factor in (0, 1].
 */
export function lengthFactor(curve: RecallCurve, length: number): number {
  return 1 / (1 + (length / curve.l50) ** curve.gamma);
}

/**
 * The position factor, whose mean over all positions is 1 at every length.
 *
 * In short prompts there is no room above the mean: probabilities end at 1, and cutting the peaks would lower the mean
 * that was published. So the dip is made as shallow as the room above allows, and has its full depth once the length has
 * made enough of it.
 *
 * @param curve The reader's curve.
 * @param length Text tokens of the whole prompt.
 * @param at Token position of the fact, 0 to `length`.
 * @returns A factor around 1.
 */
export function positionFactor(curve: RecallCurve, length: number, at: number): number {
  const { mean, peak } = shapeOf(curve);
  if (peak <= 1) return 1;
  const x = Math.min(1, Math.max(0, at / Math.max(1, length)));
  const room = 1 / (Math.max(curve.ceil, 1e-9) * lengthFactor(curve, length)) - 1;
  const depth = Math.min(1, Math.max(0, room / (peak - 1)));
  return 1 + depth * (rawPosition(curve, x) / mean - 1);
}

/**
 * The probability that a reader recalls a fact that stands in its prompt.
 *
 * @param curve The reader's curve.
 * @param length Text tokens of the whole prompt.
 * @param at Token position of the fact, 0 to `length`.
 * @param similar Other facts of the same kind with another value in the prompt.
 * @returns A probability, `curve.floor` to 1.
 *
 * @example Half the score at half-length
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readerPreset, recallProbability } from "./mod.ts";
 *
 * const flat = { ...readerPreset("gpt-4o-curve").recall, ceil: 1, dip: 0 };
 * equal(recallProbability(flat, flat.l50, 0, 0), 0.5);
 * ```
 *
 * @see NoLiMa (arXiv 2502.05167) for the length curve, Lost in the Middle (arXiv 2307.03172) for the position curve.
 */
export function recallProbability(curve: RecallCurve, length: number, at: number, similar: number): number {
  const quality = curve.delta ** Math.max(0, similar - curve.calibratedSimilar);
  const factors = quality * lengthFactor(curve, length) * positionFactor(curve, length, at);
  return Math.min(1, Math.max(curve.floor, curve.floor + (curve.ceil - curve.floor) * factors));
}
