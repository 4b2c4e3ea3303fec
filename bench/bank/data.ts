import { seededRandom } from "../../base/mod.ts";
import type { FlatVectors, InsightGroup } from "../../memory/mod.ts";
import { groupId, insightId } from "../../memory/bank/bank.ts";

const VERBS = "find compare book count order cancel check reserve rent track renew browse".split(" ");
const QUALITIES =
  "cheapest fastest newest direct recycled heavy early late quiet large wooden electric used vegan nearest rated private local organic wireless"
    .split(" ");
const NOUNS =
  "lamp kettle rug seat train fare review basket store ticket candle hotel flight recipe laptop camera jacket museum doctor apartment bicycle concert car insurance course novel sofa printer phone tent"
    .split(" ");
const PLACES =
  "london paris chicago boston seattle dallas denver tokyo berlin madrid rome sydney dublin austin miami toronto"
    .split(" ");

/**
 * Makes different goals from common words, so that many are alike.
 *
 * @param count How many.
 * @param seed Which.
 */
export function makeGoals(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const pick = (words: readonly string[]) => words[Math.floor(random.next() * words.length)] ?? "";
  const goals = new Set<string>();
  while (goals.size < count) {
    const [a, b] = [pick(QUALITIES), pick(QUALITIES)];
    goals.add(`${pick(VERBS)} the ${a} ${pick(NOUNS)} and the ${b} ${pick(NOUNS)} in ${pick(PLACES)}`);
  }
  return [...goals];
}

/**
 * Makes groups of one lesson each, with three sources.
 *
 * @param goals What the groups are about.
 * @returns In order of id.
 */
export function makeGroups(goals: readonly string[]): InsightGroup[] {
  return goals.map((query, i): InsightGroup => {
    const id = groupId(query);
    const text = "Set the filters first and sort last, then read the sort label before you take the first item.";
    const sources = [0, 1, 2].map((n) => ({
      taskId: `task-${i}-${n}`,
      site: `site-${i % 137}`,
      template: `template-${i}`,
      trajectory: `trajectory-${i}-${n}`,
      model: "generated",
      steps: [n],
    }));
    return { id, query, insights: [{ id: insightId(id, text), group: id, kind: "search-strategy", text, sources }] };
  }).sort((a, b) => a.id < b.id ? -1 : 1);
}

/**
 * Makes vectors and queries with or without clusters.
 *
 * @param rows How many vectors.
 * @param dimensions How long.
 * @param isClustered Whether they lie around a hundredth as many centres; queries lie around these, too.
 * @param queries How many queries.
 */
export function makeVectors(
  rows: number,
  dimensions: number,
  isClustered: boolean,
  queries: number,
): { vectors: FlatVectors; queries: Float32Array[] } {
  const random = seededRandom(rows + dimensions);
  const uniform = () => random.next() * 2 - 1;
  const centres = Float32Array.from({ length: Math.ceil(rows / 100) * dimensions }, uniform);
  const fill = (target: Float32Array) => {
    const start = Math.floor(random.next() * centres.length / dimensions) * dimensions;
    for (let i = 0; i < dimensions; i++) {
      target[i] = isClustered ? (centres[start + i] ?? 0) + 0.3 * uniform() : uniform();
    }
    return target;
  };
  const values = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++) fill(values.subarray(row * dimensions, (row + 1) * dimensions));
  return {
    vectors: { values, dimensions },
    queries: Array.from({ length: queries }, () => fill(new Float32Array(dimensions))),
  };
}
