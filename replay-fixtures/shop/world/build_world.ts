import { type RandomSource, seededRandom } from "../../../base/mod.ts";
import { addDays, slug } from "./format.ts";
import { DEFAULT_VOCABULARY, inventVocabulary, type Vocabulary } from "./vocabulary.ts";
import type { Category, Customer, Order, Product, Review, Store, World } from "./world.ts";

/**
 * What stays the same whatever the values: which of a category's twelve stand where in the default order, which carry a
 * mark, and which is rated best. A near-namesake always stands before the product whose name it borrows; the best rated
 * carries no mark and stands on the second page of the unfiltered list.
 */
const SHAPE = [
  { order: [8, 5, 9, 10, 0, 11, 7, 2, 3, 6, 1, 4], best: 2 },
  { order: [9, 8, 4, 6, 1, 10, 2, 11, 5, 0, 3, 7], best: 2 },
  { order: [10, 6, 8, 2, 11, 0, 9, 4, 3, 1, 7, 5], best: 4 },
  { order: [11, 9, 3, 10, 5, 8, 1, 2, 6, 0, 4, 7], best: 2 },
] as const;
const REPAIRABLE = [0, 1, 3, 5, 8, 10];
const RECYCLED = [1, 3, 6, 7, 8, 9, 11];

/** Lines of the six orders, newest first: category, product, quantity, and whether it costs more today than it did then. */
const ORDER_SHAPE = [
  [[0, 0, 1, true], [2, 1, 2, false]],
  [[1, 2, 1, false], [3, 4, 2, true], [0, 6, 1, false]],
  [[2, 0, 1, false], [0, 3, 1, false], [1, 5, 1, true]],
  [[1, 3, 2, true], [0, 1, 1, true]],
  [[3, 0, 2, false], [2, 2, 1, true], [1, 1, 1, false]],
  [[0, 2, 1, true], [1, 0, 1, false], [2, 6, 1, false]],
] as const;

/** Draws with the few forms that a world needs. */
function drawer(random: RandomSource) {
  const int = (low: number, high: number) => low + Math.floor(random.next() * (high - low + 1));
  const shuffled = <T>(items: readonly T[]): T[] => {
    const copy = [...items];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = int(0, i);
      [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
    }
    return copy;
  };
  /** Draws until the value is right. */
  const until = <T>(make: () => T, right: (value: T) => boolean): T => {
    for (;;) {
      const value = make();
      if (right(value)) return value;
    }
  };
  /** Draws a value that is not the one of the world to differ from. */
  const other = (old: number | undefined, make: () => number): number => until(make, (value) => value !== old);
  const otherDay = (old: string | undefined, from: string, days: number): string =>
    until(() => addDays(from, int(0, days)), (value) => value !== old);
  const pick = <T>(items: readonly T[]): T => items[int(0, items.length - 1)] as T;
  return { int, shuffled, until, other, otherDay, pick };
}

type Draw = ReturnType<typeof drawer>;

/** The value that the smallest key belongs to. */
function least(keys: readonly number[]): number {
  return keys.indexOf(Math.min(...keys));
}

function buildReviews(
  draw: Draw,
  words: Vocabulary,
  since: string,
  count: number,
  old: readonly Review[] | undefined,
): Review[] {
  const people = draw.shuffled(words.firstNames);
  let day = since;
  return Array.from({ length: count }, (_, i) => {
    day = draw.until(() => addDays(day, draw.int(4, 25)), (value) => value !== old?.[i]?.date);
    return {
      author: `${people[i % people.length]} ${draw.pick(words.lastNames)}`,
      date: day,
      stars: draw.pick([5, 5, 5, 4, 4, 3, 2, 1]),
      text: `${draw.pick(words.remarks)} ${draw.pick(words.remarks)}`,
      helpful: draw.int(0, 60),
    };
  });
}

function buildCategory(draw: Draw, words: Vocabulary, category: number, old: World | undefined): Product[] {
  const shape = SHAPE[category] ?? SHAPE[0];
  const place = (index: number) => (shape.order as readonly number[]).indexOf(index);
  const was = (index: number) => old?.products[category * 12 + index];
  const indexes = Array.from({ length: 12 }, (_, index) => index);
  const packed = category === 3;

  const pieces = indexes.map(() => packed ? draw.pick([4, 6, 8, 10, 12, 20, 24]) : 1);
  // The first rows of the default order must not be the answer: the sort order has to matter.
  const prices = draw.until(
    () =>
      indexes.map((index) =>
        draw.other(
          was(index)?.price,
          () => packed ? draw.int(22, 140) * (pieces[index] ?? 1) : draw.int(60, 400) * 10 + category * 700,
        )
      ),
    (all) => new Set(all).size === 12 && place(least(all)) >= 4,
  );
  const since = draw.until(
    () => indexes.map((index) => draw.otherDay(was(index)?.since, "2028-02-01", 900)),
    (all) => new Set(all).size === 12 && place(all.indexOf([...all].sort().at(-1) ?? "")) >= 4,
  );
  const marks = draw.shuffled(Array.from({ length: 19 }, (_, i) => 30 + i)).slice(0, 12).sort((a, b) => b - a);
  const [bestRating = 49, ...others] = marks;
  const shuffledRatings = draw.shuffled(others);
  const ratings = indexes.map((index) => index === shape.best ? bestRating : shuffledRatings.pop() ?? 30);

  // Neighbours by rating differ in their guarantee, so that of the best rated one lasts longest.
  const guarantees = draw.shuffled([2, 3, 4, 5, 6, 7, 8, 9]);
  const byRating = [...ratings].sort((a, b) => b - a);

  return indexes.map((index): Product => {
    const base = index % 8;
    const kind = words.categories[category]?.kinds[base] ?? "";
    const name = `${words.series[category * 8 + base]} ${kind}${index < 8 ? "" : ` ${words.namesake}`}`;
    const standard = draw.other(was(index)?.standard, () => draw.int(29, 69) * 10);
    return {
      slug: slug(name),
      name,
      category,
      price: prices[index] ?? 0,
      handling: draw.other(was(index)?.handling, () => draw.int(6, 58) * 10),
      standard,
      express: draw.other(was(index)?.express, () => standard + draw.int(20, 90) * 10),
      returnDays: draw.int(10, 45),
      rating: ratings[index] ?? 30,
      popularity: place(index),
      since: since[index] ?? "",
      guaranteeYears: guarantees[byRating.indexOf(ratings[index] ?? 0) % 8] ?? 2,
      piecesInPack: pieces[index] ?? 1,
      weightGrams: draw.int(8, 240) * 10,
      material: draw.pick(words.materials.slice(category * 2, category * 2 + 2)),
      repairable: REPAIRABLE.includes(index),
      recycled: RECYCLED.includes(index),
      stock: words.towns.map(() => draw.int(0, 40)),
      reviews: buildReviews(
        draw,
        words,
        since[index] ?? "",
        index < 8 ? 5 + (index + category) % 4 : 3,
        was(index)?.reviews,
      ),
    };
  });
}

function buildStores(draw: Draw, words: Vocabulary): Store[] {
  const clock = (quarters: number) =>
    `${String(Math.floor(quarters / 4)).padStart(2, "0")}:${String(quarters % 4 * 15).padStart(2, "0")}`;
  // Nobody closes at the same time on the same day, so that there is one that closes last.
  const closing = Array.from({ length: 7 }, () => draw.shuffled(Array.from({ length: 15 }, (_, i) => 66 + i)));
  return words.towns.map((town, index) => ({
    slug: slug(town),
    name: town,
    street: `${draw.int(2, 98)} ${words.streets[index]}`,
    phone: `0${draw.int(1200, 1900)} ${draw.int(100000, 999999)}`,
    hours: closing.map((ends) => ({ opens: clock(draw.int(32, 42)), closes: clock(ends[index] ?? 70) })),
  }));
}

function buildCustomer(
  draw: Draw,
  words: Vocabulary,
  products: readonly Product[],
  old: Customer | undefined,
): Customer {
  let day = draw.otherDay(undefined, "2031-02-01", 25);
  const orders = ORDER_SHAPE.map((lines, index): Order => {
    day = draw.until(() => addDays(day, -draw.int(12, 50)), (value) => value !== old?.orders[index]?.date);
    return {
      number: `${draw.int(1000, 9999)}-${index}`,
      date: day,
      lines: lines.map(([category, product, quantity, dearerNow], line) => {
        const price = products[category * 12 + product]?.price ?? 0;
        const step = draw.other(
          Math.abs(price - (old?.orders[index]?.lines[line]?.paid ?? 0)),
          () => draw.int(2, 19) * 5,
        );
        return { product: category * 12 + product, quantity, paid: dearerNow ? price - step : price + step };
      }),
    };
  });
  return {
    name: `${words.firstNames[9]} ${words.lastNames[9]}`,
    number: String(draw.int(10000, 99999)),
    password: words.password,
    orders,
  };
}

/** A world of these words and this seed; with `old`, no price and no day is the one that `old` has in its place. */
function buildWorld(words: Vocabulary, random: RandomSource, old?: World): World {
  const draw = drawer(random);
  const categories = words.categories.map(({ name }): Category => ({ slug: slug(name), name }));
  const products = categories.flatMap((_, category) => buildCategory(draw, words, category, old));
  return {
    shop: words.shop,
    motto: words.motto,
    categories,
    products,
    stores: buildStores(draw, words),
    customer: buildCustomer(draw, words, products, old?.customer),
  };
}

/** The shop as it is recorded. */
export const defaultWorld: World = buildWorld(DEFAULT_VOCABULARY, seededRandom(20_310_214));

/**
 * Another shop of the same shape: every price, day and name is replaced; words of the interface, pages and counts stay.
 *
 * @param seed Any integer; the same seed gives the same world.
 * @returns The world.
 */
export function variantWorld(seed: number): World {
  const random = seededRandom(seed ^ 0x5f3759df);
  return buildWorld(inventVocabulary(random), random, defaultWorld);
}
