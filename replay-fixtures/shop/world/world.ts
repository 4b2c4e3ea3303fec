/** Goods of one kind, with a list of their own. */
export interface Category {
  /** In addresses: `/c/lamps`. */
  readonly slug: string;
  /** As links and headings say it. */
  readonly name: string;
}

/** What one buyer wrote. */
export interface Review {
  readonly author: string;
  /** ISO day. */
  readonly date: string;
  /** 1 to 5. */
  readonly stars: number;
  readonly text: string;
  /** How many readers found it helpful. */
  readonly helpful: number;
}

/** One thing to buy. Money is in pence. */
export interface Product {
  /** In addresses: `/p/ondal-desk-lamp`. */
  readonly slug: string;
  readonly name: string;
  /** Index of its category. */
  readonly category: number;
  /** Pence for one pack. */
  readonly price: number;
  /** Pence, charged once for each article; told on the delivery page alone. */
  readonly handling: number;
  /** Pence. */
  readonly standard: number;
  /** Pence. */
  readonly express: number;
  /** Days in which it may be sent back. */
  readonly returnDays: number;
  /** Tenths of a star, 10 to 50. */
  readonly rating: number;
  /** Place in the default order, from 0. */
  readonly popularity: number;
  /** ISO day on which it came into the shop. */
  readonly since: string;
  readonly guaranteeYears: number;
  readonly piecesInPack: number;
  readonly weightGrams: number;
  readonly material: string;
  readonly repairable: boolean;
  readonly recycled: boolean;
  /** Pieces in each store, in the order of the stores. */
  readonly stock: readonly number[];
  /** Oldest first. */
  readonly reviews: readonly Review[];
}

/** From when to when, as 24-hour clock times: `09:00`. */
export interface Hours {
  readonly opens: string;
  readonly closes: string;
}

/** A place to go to. */
export interface Store {
  readonly slug: string;
  /** A town. */
  readonly name: string;
  readonly street: string;
  readonly phone: string;
  /** Monday first, seven days. */
  readonly hours: readonly Hours[];
}

/** One line of an order. */
export interface OrderLine {
  /** Index of the product. */
  readonly product: number;
  readonly quantity: number;
  /** Pence for one, as it was then. */
  readonly paid: number;
}

/** What the customer bought once. */
export interface Order {
  readonly number: string;
  /** ISO day. */
  readonly date: string;
  readonly lines: readonly OrderLine[];
}

/** The one customer of the shop. */
export interface Customer {
  readonly name: string;
  readonly number: string;
  readonly password: string;
  /** Newest first. */
  readonly orders: readonly Order[];
}

/** Everything the shop tells. Pages, tasks and graders are functions of it. */
export interface World {
  readonly shop: string;
  readonly motto: string;
  /** Four; the last one is sold in packs. */
  readonly categories: readonly Category[];
  /** Twelve a category, categories in order; of the twelve the last four are near-namesakes of the first four. */
  readonly products: readonly Product[];
  readonly stores: readonly Store[];
  readonly customer: Customer;
}
