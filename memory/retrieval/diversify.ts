import { checkQuery, cosine, type FlatVectors } from "./cosine.ts";
import type { Neighbour } from "./vector_index.ts";

/**
 * Picks hits that do not all say the same (maximal marginal relevance): each next one is the best by
 * relevance · similarity − (1 − relevance) · its greatest cosine with those already picked.
 *
 * @param hits More of them than wanted, best first.
 * @param vectors The vectors that the rows are of.
 * @param k How many at most.
 * @param relevance 1 changes nothing, 0 looks at differences alone.
 * @returns The picked hits in the order of picking, with their own similarities. O(hits · k).
 *
 * @see Carbonell and Goldstein (1998), "The use of MMR".
 */
export function diversify(
  hits: readonly Neighbour[],
  vectors: FlatVectors,
  k: number,
  relevance: number,
): Neighbour[] {
  const { values, dimensions } = vectors;
  const left = hits.map((hit) => {
    const vector = values.subarray(hit.row * dimensions, (hit.row + 1) * dimensions);
    return { hit, checked: checkQuery(vector, dimensions), closest: 0 };
  });
  const picked: Neighbour[] = [];
  while (picked.length < k && left.length > 0) {
    const worth = ({ hit, closest }: typeof left[number]) => relevance * hit.similarity - (1 - relevance) * closest;
    const best = left.reduce((most, one) => worth(one) > worth(most) ? one : most);
    left.splice(left.indexOf(best), 1);
    picked.push(best.hit);
    const own = { values: best.checked.values, dimensions };
    const norms = Float64Array.of(best.checked.norm);
    for (const one of left) {
      const like = cosine(one.checked, own, norms, 0);
      one.closest = picked.length === 1 ? like : Math.max(one.closest, like);
    }
  }
  return picked;
}
