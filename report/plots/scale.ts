/**
 * Round tick values that cover a range.
 *
 * @param max Largest value to show; from 0.
 * @param count About how many steps.
 * @returns Ticks from 0 to at least `max`.
 */
export function ticks(max: number, count: number): number[] {
  if (!(max > 0)) return [0, 1];
  const raw = max / count;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((candidate) => candidate >= raw) ?? raw;
  const found: number[] = [];
  for (let index = 0; index * step < max + step; index++) found.push(index * step);
  return found;
}

/**
 * Pushes labels apart that would lie on each other, keeping their order.
 *
 * @param wanted Where each label would like to stand, in pixels.
 * @param gap The least distance between two.
 * @returns A place for each, in the order given.
 */
export function spread(wanted: readonly number[], gap: number): number[] {
  const order = wanted.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  for (let pass = 0; pass < 50; pass++) {
    for (let index = 1; index < order.length; index++) {
      const [upper, lower] = [order[index - 1], order[index]];
      if (upper === undefined || lower === undefined) continue;
      const missing = gap - (lower.place - upper.place);
      if (missing > 0) {
        upper.place -= missing / 2;
        lower.place += missing / 2;
      }
    }
  }
  const places = new Array<number>(wanted.length).fill(0);
  for (const { place, index } of order) places[index] = place;
  return places;
}
