import type { Move, Subgoal, Yield } from "../../../models/simulated/mod.ts";
import { both, entry, RESULTS, titled } from "./text.ts";
import { HIDDEN_FEE, NAMESAKE, NEWSLETTER, PACK_PRICE } from "./traps.ts";

/** A product that the job is about. */
export interface Wanted {
  /** Sets its subgoals and facts apart: `0`. */
  readonly key: string;
  /** Pattern of its name: `{item0}`, or a name that a page gave, taken literally. */
  readonly name: string;
  /** What is typed to search for it: `{item0}`, or the name itself. */
  readonly words: string;
  /** Facts without which its name is not known. On its own page the name can be read, so only finding it needs them. */
  readonly needs?: readonly string[];
}

/**
 * The product that a slot or a fact names.
 *
 * @param key Sets it apart.
 * @param name The slot's or fact's name.
 * @param needs The fact, where it is one.
 * @returns The product.
 */
export function named(key: string | number, name: string, needs: readonly string[] = []): Wanted {
  return { key: String(key), name: `{${name}}`, words: `{${name}}`, needs };
}

/**
 * Ways to a product's page from anywhere: its link in a list, else the search box.
 *
 * @param item The product.
 * @returns Moves.
 */
export function findProduct(item: Wanted): Move[] {
  return [
    {
      trap: NAMESAKE.id,
      when: RESULTS,
      do: { kind: "click", role: "link", name: item.name },
      why: "take the exact name, as the search results put a product of nearly the same name before it",
    },
    {
      when: RESULTS,
      do: { kind: "click", role: "link", name: `${item.name}.*` },
      why: "open the first product that was found",
    },
    {
      unless: RESULTS,
      do: { kind: "click", role: "link", name: item.name },
      why: "open the product from where it is listed",
    },
    {
      do: { kind: "type", role: "searchbox", name: "Search the shop", text: item.words, submit: true },
      why: "search for the product by its name",
    },
  ];
}

/**
 * The way to a product's page.
 *
 * @param item The product.
 * @param yields What is read there.
 * @returns A subgoal `open.<key>`.
 */
export function openProduct(item: Wanted, yields: readonly Yield[] = []): Subgoal {
  return {
    id: `open.${item.key}`,
    title: `find the ${item.words}`,
    ...(item.needs === undefined ? {} : { needs: item.needs }),
    at: titled(item.name),
    atWhenCaught: { trap: NAMESAKE.id, at: anyNamesake(item) },
    moves: findProduct(item),
    yields,
  };
}

/**
 * The way to a product that is to be bought. It is over as well where the product lies in the basket already: there its
 * name and price stand too.
 *
 * @param item The product.
 * @param yields What is read there.
 * @returns A subgoal `open.<key>`.
 */
export function openToBuy(item: Wanted, yields: readonly Yield[] = []): Subgoal {
  return {
    ...openProduct(item, yields),
    at: `${titled(item.name)}|${inBasket(item, String.raw`\d+`)}`,
    atWhenCaught: { trap: NAMESAKE.id, at: `${anyNamesake(item)}|${inBasket(item, String.raw`\d+`)}` },
  };
}

/** The basket with so many of a product. */
function inBasket(item: Wanted, quantity: string): string {
  return both(titled("Basket"), `: ${quantity} times ${item.name}[^"\\n]* at £`);
}

/** The product's page, or that of one whose name only begins so: there is nothing else to lead astray a second time. */
function anyNamesake(item: Wanted): string {
  return titled(`${item.name}[^"]*`);
}

/**
 * What the price line of a product's page says.
 *
 * @param key Sets the fact apart.
 * @returns The fact `price.<key>`.
 */
export function priceFact(key: string | number): Yield {
  return { fact: `price.${key}`, pattern: String.raw`Price (?<value>£[\d.]+)` };
}

/**
 * The page of delivery and fees. A reader who does not know that there is more to pay never looks there.
 *
 * @param item The product.
 * @param wanted Rows of that page by kind of fact: `handling` for `Handling fee`.
 * @returns A subgoal `fees.<key>`, with facts such as `handling.<key>`.
 */
export function readFees(item: Wanted, wanted: Readonly<Record<string, string>>): Subgoal {
  return {
    id: `fees.${item.key}`,
    title: `look up what comes on top of the price of the ${item.words}`,
    at: titled(`Delivery and fees for ${item.name}[^"]*`),
    atWhenCaught: { trap: HIDDEN_FEE.id, at: anyNamesake(item) },
    moves: [{
      when: anyNamesake(item),
      do: { kind: "click", role: "link", name: "Delivery and fees" },
      why: "look up delivery and fees, as the price on the product's page leaves the handling fee out",
    }, ...findProduct(item)],
    yields: Object.entries(wanted).map(([kind, name]) => ({
      fact: `${kind}.${item.key}`,
      pattern: entry(name, String.raw`(?<value>£[\d.]+)`),
      whenCaught: { trap: HIDDEN_FEE.id, pattern: anyNamesake(item), derive: () => "£0.00" },
    })),
  };
}

/**
 * A product's specifications.
 *
 * @param item The product.
 * @param fact What is read there.
 * @param why Why one looks there.
 * @returns A subgoal `specs.<key>`.
 */
export function readSpecifications(item: Wanted, fact: Yield, why: string): Subgoal {
  return {
    id: `specs.${item.key}`,
    title: `read the specifications of the ${item.words}`,
    at: both(anyNamesake(item), String.raw`tabpanel "Specifications"`),
    moves: [
      { when: anyNamesake(item), do: { kind: "click", role: "tab", name: "Specifications" }, why },
      ...findProduct(item),
    ],
    yields: [fact],
  };
}

/**
 * How many pieces a pack holds. A reader who takes the price for that of a piece never looks there.
 *
 * @param item The product.
 * @returns A subgoal `specs.<key>` with the fact `pieces.<key>`.
 */
export function readPieces(item: Wanted): Subgoal {
  const fact = `pieces.${item.key}`;
  return {
    ...readSpecifications(
      item,
      {
        fact,
        pattern: entry("Contents", String.raw`pack of (?<value>\d+)`),
        whenCaught: { trap: PACK_PRICE.id, pattern: anyNamesake(item), derive: () => "1" },
      },
      "look up the contents, as the price is for a whole pack and not for a single piece",
    ),
    atWhenCaught: { trap: PACK_PRICE.id, at: anyNamesake(item) },
  };
}

/**
 * Puts a product into the basket, or mends the number where it lies there already.
 *
 * Nothing has to be recalled for it: the product's name stands on the page at hand, before and after the button.
 *
 * @param item The product.
 * @param quantity How many: digits, or `{quantity0}`.
 * @returns A subgoal `add.<key>`.
 */
export function addToBasket(item: Wanted, quantity: string): Subgoal {
  const onPage = anyNamesake(item);
  return {
    id: `add.${item.key}`,
    title: `put ${quantity} of the ${item.words} into the basket`,
    at: inBasket(item, quantity),
    moves: [
      {
        when: inBasket(item, String.raw`\d+`),
        do: { kind: "type", role: "textbox", name: `Quantity of ${item.name}.*`, text: quantity, submit: true },
        why: "mend the number in the basket, as it is not the one that is wanted",
      },
      {
        trap: NEWSLETTER.id,
        when: both(onPage, `dialog "Newsletter"`),
        do: { kind: "click", role: "button", name: "Close newsletter" },
        why: "close the newsletter panel, as it covers the button that adds to the basket",
      },
      {
        when: onPage,
        unless: String.raw`option "${quantity}" \[selected\]`,
        do: { kind: "select", role: "combobox", name: "Quantity", option: quantity },
        why: "choose how many",
      },
      { when: onPage, do: { kind: "click", role: "button", name: "Add to basket" }, why: "put it into the basket" },
      ...findProduct(item),
    ],
  };
}

/**
 * The page with the basket.
 *
 * @param yields What is read there.
 * @returns A subgoal `basket`.
 */
export function openBasket(yields: readonly Yield[]): Subgoal {
  return {
    id: "basket",
    title: "look into the basket",
    at: titled("Basket"),
    moves: [{ do: { kind: "click", role: "link", name: "Basket" }, why: "open the basket" }],
    yields,
  };
}

/** What the basket says that the goods cost. */
export const GOODS_FACT: Yield = { fact: "goods", pattern: String.raw`Goods together (?<value>£[\d.]+)` };
