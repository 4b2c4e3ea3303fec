/** What filters are about, in general words, and how thoughts name them. */
const FACETS: readonly (readonly [string, RegExp])[] = [
  ["price", /\bprice|budget|cost\b|under \$/],
  ["make or brand", /\bbrand|\bmake\b|manufacturer/],
  ["model", /\bmodel\b/],
  ["year", /\byear\b/],
  ["size", /\bsize\b|width/],
  ["color", /\bcolou?r\b/],
  ["rating", /\brating|stars?\b/],
  ["distance or place", /\blocation|distance|radius|within .{0,10}miles|zip\b/],
  ["date", /\bdate posted|date range|\bdates?\b/],
  ["category or type", /\bcategor|\btype\b/],
  ["breed or age", /\bbreed|\bage\b/],
  ["amenities or features", /\bamenit|\bfeatures?\b/],
  ["bedrooms", /\bbedroom|\bbeds?\b/],
  ["material", /\bmaterial|fabric|leather/],
  ["level or education", /\beducation|\blevel\b/],
  ["industry or field", /\bindustry|occupation|\bfield\b/],
];

/**
 * The general names of what filters are about, where a text speaks of them.
 *
 * @param texts Lower-case texts.
 * @returns Names in a fixed order.
 */
export function facetsIn(texts: readonly string[]): string[] {
  return FACETS.filter(([, pattern]) => texts.some((text) => pattern.test(text))).map(([name]) => name);
}

/** What lists are sorted by. */
const ORDERS: readonly (readonly [string, RegExp])[] = [
  ["price from low to high", /low(est)?( to high|.{0,12}price)|price.{0,14}low|cheapest/],
  ["price from high to low", /high(est)?( to low|.{0,6}price)|price.{0,14}high/],
  ["newest first", /newest|most recent|latest/],
  ["rating", /rating|highest rated|best reviewed/],
  ["best selling or most viewed", /best.?sell|popular|most viewed/],
  ["distance", /nearest|closest|distance/],
];

/**
 * The general names of the orders that texts speak of.
 *
 * @param texts Lower-case texts.
 * @returns Names in a fixed order.
 */
export function ordersIn(texts: readonly string[]): string[] {
  return ORDERS.filter(([, pattern]) => texts.some((text) => pattern.test(text))).map(([name]) => name);
}

/** Every name that {@linkcode facetsIn} and {@linkcode ordersIn} can give. */
export const DETAILS: readonly string[] = [...FACETS, ...ORDERS].map(([name]) => name);
