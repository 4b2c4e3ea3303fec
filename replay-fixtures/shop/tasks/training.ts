import type { Task } from "../../../env/mod.ts";
import { listProducts } from "../server/lists.ts";
import { reviewPages } from "../server/product_pages.ts";
import type { Product, Store, World } from "../world.ts";
import { addDays, listInWords, money, WEEKDAYS } from "../world/format.ts";
import {
  categoryAt,
  least,
  namedProduct,
  numbered,
  orderAt,
  productAt,
  signInWords,
  type TaskParts,
  threeProducts,
} from "./task.ts";

/** The cheapest of two lists, handling included. */
function cheapestOfTwo(world: World, first: number, second: number): TaskParts {
  const goods = [first, second].map((category) => least(listProducts(world, category, "price", "all"), (p) => p.price));
  return {
    template: "cheapest-of-two",
    split: "training",
    goal: `What do the cheapest article in ${categoryAt(world, first).name} and the cheapest article in ${
      categoryAt(world, second).name
    } cost together, handling fees included?`,
    horizon: 9,
    expectation: { answer: [{ kind: "money", pence: goods.reduce((sum, p) => sum + p.price + p.handling, 0) }] },
  };
}

/** The least of three with everything on top. */
function expressOfThree(world: World, category: number): TaskParts {
  const all = (product: Product) => product.price + product.express + product.handling;
  const three = threeProducts(
    world,
    category,
    (some) => least(some, (p) => p.price) !== least(some, all) && new Set(some.map(all)).size === 3,
    [0, 3, 5],
  );
  const best = least(three, all);
  return {
    template: "express-of-three",
    split: "training",
    goal: `Which costs least with express delivery and its handling fee: ${
      listInWords(three.map(({ name }) => `the ${name}`)).replace(/ and (?=the [^,]+$)/, " or ")
    }? Give its name and what it costs in all.`,
    horizon: 10,
    expectation: { answer: [namedProduct(world, best), { kind: "money", pence: all(best) }] },
  };
}

/** So many of one and so many of another. */
function basketOfTwo(items: readonly { product: Product; quantity: number }[]): TaskParts {
  return {
    template: "basket-of-two",
    split: "training",
    goal: `Put ${
      listInWords(items.map(({ product, quantity }) => `${quantity} of the ${product.name}`))
    } into the basket and tell me what the goods cost together.`,
    horizon: 11,
    expectation: {
      answer: [{ kind: "money", pence: items.reduce((sum, item) => sum + item.product.price * item.quantity, 0) }],
      basket: items.map(({ product, quantity }) => ({ slug: product.slug, quantity })),
      posted: ["/basket/add"],
    },
  };
}

/** Rows of two narrowed lists under a limit; the limit is such that the wrong second page changes the count. */
function countInTwoLists(world: World, mark: "repairable" | "recycled", first: number, second: number): TaskParts {
  const label = mark === "repairable" ? "Repairable" : "Recycled";
  const lists = [first, second].map((category) => listProducts(world, category, "popular", mark));
  const seenWithoutMark = [first, second].map((category) => [
    ...listProducts(world, category, "popular", mark).slice(0, 4),
    ...listProducts(world, category, "popular", "all").slice(4, 8),
  ]);
  const below = (all: readonly (readonly Product[])[], limit: number) =>
    all.flat().filter(({ price }) => price < limit).length;
  const limits = Array.from({ length: 60 }, (_, i) => 1000 + i * 50);
  const limit = limits.find((pence) => {
    const right = below(lists, pence);
    return right >= 4 && below(seenWithoutMark, pence) !== right && lists.flat().every(({ price }) => price !== pence);
  }) ?? 2500;
  return {
    template: "count-in-two-lists",
    split: "training",
    goal: `How many articles marked ${label} in ${categoryAt(world, first).name} and in ${
      categoryAt(world, second).name
    } together cost less than ${money(limit)}?`,
    horizon: 9,
    expectation: { answer: [{ kind: "number", value: below(lists, limit) }] },
  };
}

/** An old order at today's prices. */
function orderAgain(world: World, index: number): TaskParts {
  const { order, day } = orderAt(world, index);
  const today = order.lines.reduce((sum, line) => sum + (world.products[line.product]?.price ?? 0) * line.quantity, 0);
  return {
    template: "order-again",
    split: "training",
    goal: `${signInWords(world)} What would the articles of my order of ${day} cost today, in the same numbers?`,
    horizon: 5 + 2 * order.lines.length,
    expectation: { answer: [{ kind: "money", pence: today }], posted: ["/sign-in"] },
  };
}

/** Stars over several pages of reviews. */
function starsOfTwo(world: World, products: readonly Product[]): TaskParts {
  const count = (some: readonly Product[], wanted: number) =>
    some.flatMap(({ reviews }) => reviews).filter((review) => review.stars === wanted).length;
  // A number of stars with which the near-namesakes would give another count.
  const namesakes = products.map((product) =>
    world.products.find(({ name }) => name !== product.name && name.startsWith(product.name)) ?? product
  );
  const stars = [5, 4, 3, 2, 1].find((wanted) => count(products, wanted) !== count(namesakes, wanted)) ?? 5;
  return {
    template: "stars-of-two",
    split: "training",
    goal: `How many reviews with ${stars} of 5 stars do ${
      listInWords(products.map(({ name }) => `the ${name}`))
    } have together?`,
    horizon: 1 + products.reduce((sum, product) => sum + 2 + reviewPages(product), 0),
    expectation: { answer: [{ kind: "number", value: count(products, stars) }] },
  };
}

/** Whole packs for so many pieces. */
function wholePacks(pieces: number, products: readonly Product[]): TaskParts {
  const cost = products.reduce((sum, p) => sum + Math.ceil(pieces / p.piecesInPack) * p.price, 0);
  return {
    template: "whole-packs",
    split: "training",
    goal: `I need ${pieces} pieces each of ${
      listInWords(products.map(({ name }) => `the ${name}`))
    }. What do I pay for them, buying whole packs only?`,
    horizon: 1 + 3 * products.length,
    expectation: { answer: [{ kind: "money", pence: cost }] },
  };
}

/** The store that is open longest into the evening. */
function lastStore(world: World, weekday: number): Store {
  const closes = (store: Store) => store.hours[weekday]?.closes ?? "";
  return world.stores.reduce((best, store) => closes(store) > closes(best) ? store : best);
}

/** Every store has to be looked at. */
function closingLast(world: World, weekday: number): TaskParts {
  const last = lastStore(world, weekday);
  return {
    template: "closing-last",
    split: "training",
    goal: `Which store closes last on a ${WEEKDAYS[weekday]}, and what is its telephone number?`,
    horizon: 2 + world.stores.length,
    expectation: {
      answer: [
        { kind: "name", name: last.name, others: world.stores.filter((s) => s !== last).map(({ name }) => name) },
        { kind: "phone", phone: last.phone, others: world.stores.filter((s) => s !== last).map(({ phone }) => phone) },
      ],
    },
  };
}

/** Days from two orders, numbers of days from two products. */
function sendBackLater(world: World, lines: readonly { readonly order: number; readonly line: number }[]): TaskParts {
  const articles = lines.map(({ order: index, line }) => {
    const { order } = orderAt(world, index);
    const product = world.products[order.lines[line]?.product ?? 0] as Product;
    return { order, product, until: addDays(order.date, product.returnDays) };
  });
  const last = articles.reduce((best, article) => article.until > best.until ? article : best);
  return {
    template: "send-back-later",
    split: "training",
    goal: `${signInWords(world)} Which may I send back longer, ${
      articles.map(({ order, product }) => `the ${product.name} of my order ${order.number}`).join(" or ")
    }, and until which day?`,
    horizon: 10,
    expectation: {
      answer: [namedProduct(world, last.product), { kind: "day", iso: last.until }],
      posted: ["/sign-in"],
    },
  };
}

/**
 * Tasks whose trajectories feed the insight bank.
 *
 * @param world The shop.
 * @returns Nine templates of two.
 */
export function trainingTasks(world: World): Task[] {
  const product = (category: number, index: number) => productAt(world, category, index);
  const otherDay = WEEKDAYS.findIndex((_, weekday) => lastStore(world, weekday) !== lastStore(world, 5));
  return [
    [cheapestOfTwo(world, 0, 1), cheapestOfTwo(world, 3, 2)],
    [expressOfThree(world, 0), expressOfThree(world, 2)],
    [
      basketOfTwo([{ product: product(0, 1), quantity: 3 }, { product: product(2, 5), quantity: 2 }]),
      basketOfTwo([{ product: product(1, 6), quantity: 2 }, { product: product(3, 2), quantity: 4 }]),
    ],
    [countInTwoLists(world, "repairable", 0, 2), countInTwoLists(world, "recycled", 1, 3)],
    [orderAgain(world, 0), orderAgain(world, 3)],
    [starsOfTwo(world, [product(1, 0), product(0, 4)]), starsOfTwo(world, [product(2, 1), product(3, 3)])],
    [
      wholePacks(50, [product(3, 0), product(3, 4), product(3, 6)]),
      wholePacks(34, [product(3, 3), product(3, 5), product(3, 7)]),
    ],
    [closingLast(world, 5), closingLast(world, otherDay === -1 ? 6 : otherDay)],
    [
      sendBackLater(world, [{ order: 1, line: 0 }, { order: 3, line: 1 }]),
      sendBackLater(world, [{ order: 4, line: 1 }, { order: 5, line: 1 }]),
    ],
  ].flatMap(numbered);
}
