import type { Neighbour } from "./vector_index.ts";

/**
 * Keeps the best of many candidates: most similar first, ties by the lower row.
 *
 * @param candidates Rows with their similarities, in any order.
 * @param k How many at most.
 * @returns The best.
 */
export function nearest(candidates: Iterable<Neighbour>, k: number): Neighbour[] {
  const best: Neighbour[] = [];
  if (k < 1) return best;
  for (const candidate of candidates) {
    const last = best[best.length - 1];
    if (best.length === k && last !== undefined && !isBetter(candidate, last)) continue;
    let at = best.length;
    for (
      let before = best[at - 1];
      at > 0 && before !== undefined && isBetter(candidate, before);
      before = best[at - 1]
    ) {
      at--;
    }
    best.splice(at, 0, candidate);
    if (best.length > k) best.pop();
  }
  return best;
}

function isBetter(a: Neighbour, b: Neighbour): boolean {
  return a.similarity > b.similarity || (a.similarity === b.similarity && a.row < b.row);
}
