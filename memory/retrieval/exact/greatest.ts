/**
 * The k-th greatest of many numbers.
 *
 * @param values The numbers, NaN apart.
 * @param k From 1 on.
 * @returns The number; −Infinity where there are fewer than k.
 */
export function greatest(values: Float32Array, k: number): number {
  // A heap with the least of the best on top: most numbers are compared once and passed over.
  const heap = new Float64Array(k).fill(-Infinity);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? -Infinity;
    if (value > (heap[0] ?? -Infinity)) sink(heap, value);
  }
  return heap[0] ?? -Infinity;
}

/** Puts a number in the place of the top, and lets it sink to where it belongs. */
function sink(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const least = right < heap.length && (heap[right] ?? 0) < (heap[left] ?? 0) ? right : left;
    const below = heap[least] ?? 0;
    if (below >= value) break;
    heap[at] = below;
    at = least;
  }
  heap[at] = value;
}
