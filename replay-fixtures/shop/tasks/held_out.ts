import type { Task } from "../../../env/mod.ts";
import { cutPage, listProducts, MARKS } from "../server/lists.ts";
import { reviewPages } from "../server/product_pages.ts";
import type { Product, World } from "../world.ts";
import { listInWords } from "../world/format.ts";
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

type Mark = "repairable" | "recycled";

/** What the menu calls a mark. */
function labelOf(mark: Mark): string {
  return MARKS.find(({ id }) => id === mark)?.label ?? "";
}

/** Steps from the home page to the end of a narrowed list: open it, narrow it, and for every further page turn and narrow anew. */
function listSteps(rows: number): number {
  return 2 + 2 * (Math.ceil(rows / 4) - 1);
}

/** Steps to the first product that a list was read for: it is searched for, unless it stands on the page at hand. */
function firstOpening(rows: readonly Product[], product: Product | undefined): number {
  return product !== undefined && cutPage(rows, Infinity).rows.includes(product) ? 1 : 2;
}

/** The newest of two lists, with all that comes on top. */
function newestOfTwo(world: World, first: number, second: number): TaskParts {
  const goods = [first, second].map((category) => listProducts(world, category, "new", "all")[0] as Product);
  return {
    template: "newest-of-two",
    split: "heldout",
    goal: `What do the newest article in ${categoryAt(world, first).name} and the newest article in ${
      categoryAt(world, second).name
    } cost together, each with express delivery and its handling fee?`,
    horizon: 9,
    expectation: {
      answer: [{ kind: "money", pence: goods.reduce((sum, p) => sum + p.price + p.express + p.handling, 0) }],
    },
  };
}

/** The cheapest of two lists, put into the basket. */
function checkoutOfTwo(world: World, first: number, second: number): TaskParts {
  const goods = [first, second].map((category) => least(listProducts(world, category, "price", "all"), (p) => p.price));
  const toPay = goods.reduce((sum, p) => sum + p.price + p.handling, 0) + Math.max(...goods.map((p) => p.standard));
  return {
    template: "checkout-of-two",
    split: "heldout",
    goal: `Put the cheapest article in ${categoryAt(world, first).name} and the cheapest article in ${
      categoryAt(world, second).name
    } into the basket. What is there to pay at the checkout with standard delivery?`,
    horizon: 12,
    expectation: {
      answer: [{ kind: "money", pence: toPay }],
      basket: goods.map(({ slug }) => ({ slug, quantity: 1 })),
      posted: ["/basket/add"],
    },
  };
}

/** The least of three by the piece, where packs differ. */
function priceForAPiece(world: World, skipped: readonly string[]): TaskParts {
  const piece = (product: Product) => product.price / product.piecesInPack;
  const three = threeProducts(
    world,
    3,
    (some) =>
      least(some, (p) => p.price) !== least(some, piece) && new Set(some.map(piece)).size === 3 &&
      some.every(({ name }) => !skipped.includes(name)),
    [0, 3, 5],
  );
  const best = least(three, piece);
  return {
    template: "price-for-a-piece",
    split: "heldout",
    goal: `Which costs least for a single piece: ${
      listInWords(three.map(({ name }) => `the ${name}`)).replace(/ and (?=the [^,]+$)/, " or ")
    }? Give its name and the price of one piece.`,
    horizon: 10,
    expectation: { answer: [namedProduct(world, best), { kind: "money", pence: piece(best) }] },
  };
}

/** A list over several pages, then reviews over several pages. */
function newestReview(world: World, mark: Mark, category: number): TaskParts {
  const rows = listProducts(world, category, "popular", mark);
  const best = least(rows, (product) => -product.rating);
  const author = best.reviews.at(-1)?.author ?? "";
  const others = world.products.flatMap(({ reviews }) => reviews).map((review) => review.author);
  return {
    template: "newest-review",
    split: "heldout",
    goal: `Who wrote the newest review of the best rated article marked ${labelOf(mark)} in ${
      categoryAt(world, category).name
    }?`,
    horizon: listSteps(rows.length) + firstOpening(rows, best) + reviewPages(best) + 1,
    expectation: {
      answer: [{ kind: "name", name: author, others: [...new Set(others)].filter((other) => other !== author) }],
    },
  };
}

/** An old order again, without what has become dearer. */
function orderUnlessDearer(world: World, index: number): TaskParts {
  const { order, day } = orderAt(world, index);
  const lines = order.lines.map((line) => ({ ...line, article: world.products[line.product] as Product }));
  const kept = lines.filter(({ article, paid }) => article.price <= paid);
  return {
    template: "order-unless-dearer",
    split: "heldout",
    goal: `${
      signInWords(world)
    } Put the articles of my order of ${day} into the basket again, in the same numbers, but leave out what costs more today than it did then. What do the goods in the basket cost together?`,
    // Sign in with three steps and open the order; find each article; for those that are kept close the panel, choose the
    // number where it is not one, and add; look into the basket where that was not the last thing done; answer.
    horizon: 4 + 2 * lines.length + kept.reduce((sum, { quantity }) => sum + 2 + (quantity > 1 ? 1 : 0), 0) +
      (kept.at(-1) === lines.at(-1) ? 0 : 1) + 1,
    expectation: {
      answer: [{
        kind: "money",
        pence: kept.reduce((sum, { article, quantity }) => sum + article.price * quantity, 0),
      }],
      basket: kept.map(({ article, quantity }) => ({ slug: article.slug, quantity })),
      posted: ["/sign-in", "/basket/add"],
    },
  };
}

/** The best rated of a narrowed list, of which one has the longest guarantee. */
interface Wishes {
  readonly category: number;
  readonly rows: readonly Product[];
  readonly byRating: readonly Product[];
  readonly best: Product;
}

function wishesOf(world: World, mark: Mark, category: number, count: number): Wishes {
  const rows = listProducts(world, category, "popular", mark);
  const byRating = [...rows].sort((a, b) => b.rating - a.rating).slice(0, count);
  return { category, rows, byRating, best: least(byRating, (product) => -product.guaranteeYears) };
}

/** Whether one article alone fulfils the wishes, and stands where only those look who narrow the second page too. */
function areGood(world: World, { category, rows, byRating, best }: Wishes): boolean {
  const unnarrowed = cutPage(listProducts(world, category, "popular", "all"), 2).rows;
  return byRating.filter(({ guaranteeYears }) => guaranteeYears === best.guaranteeYears).length === 1 &&
    !cutPage(rows, 1).rows.includes(best) && !unnarrowed.includes(best);
}

/** Three wishes at once, one of which only the product's own page tells. */
function threeWishes(world: World, mark: Mark, categories: readonly number[], candidates: number): TaskParts {
  const all = categories.flatMap((some) =>
    [candidates, candidates + 1].map((count) => wishesOf(world, mark, some, count))
  );
  const { category, rows, byRating, best } = all.find((wishes) => areGood(world, wishes)) ?? all[0] as Wishes;
  const rating = Math.min(...byRating.map((product) => product.rating));
  const years = best.guaranteeYears;
  return {
    template: "three-wishes",
    split: "heldout",
    goal: `Which article marked ${labelOf(mark)} in ${categoryAt(world, category).name} is rated at least ${
      (rating / 10).toFixed(1)
    } of 5 and has a guarantee of at least ${years} years? Give its name and its price.`,
    horizon: listSteps(rows.length) + firstOpening(rows, rows.find((product) => byRating.includes(product))) +
      3 * byRating.length - 2 + 1,
    expectation: { answer: [namedProduct(world, best), { kind: "money", pence: best.price }] },
  };
}

/**
 * Tasks that are measured.
 *
 * @param world The shop.
 * @returns Six templates of two.
 */
export function heldOutTasks(world: World): Task[] {
  const piece = priceForAPiece(world, []);
  const named = productAt(world, 3, 0).name;
  return [
    [newestOfTwo(world, 0, 2), newestOfTwo(world, 1, 3)],
    [checkoutOfTwo(world, 1, 2), checkoutOfTwo(world, 0, 3)],
    [piece, priceForAPiece(world, [named])],
    [newestReview(world, "repairable", 2), newestReview(world, "recycled", 0)],
    [orderUnlessDearer(world, 2), orderUnlessDearer(world, 5)],
    [threeWishes(world, "repairable", [1, 3, 0], 2), threeWishes(world, "recycled", [2, 0, 1, 3], 2)],
  ].flatMap(numbered);
}
