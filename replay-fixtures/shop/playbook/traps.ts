import type { Trap } from "../../../models/simulated/mod.ts";

/** Lists open in another order than the one that is asked about. */
export const POPULAR_FIRST: Trap = {
  id: "popular-first",
  description: "A list opens in popular order, so its first row is neither the cheapest nor the newest.",
};

/** Turning the page forgets the filter. */
export const DROPPED_FILTER: Trap = {
  id: "dropped-filter",
  description: "The chosen filter resets on the next page of a list.",
};

/** Prices without what comes on top. */
export const HIDDEN_FEE: Trap = {
  id: "hidden-fee",
  description: "The price on a product's page leaves out the handling fee and the delivery.",
};

/** A panel over the button. */
export const NEWSLETTER: Trap = {
  id: "newsletter",
  description: "A newsletter panel covers the button that adds to the basket.",
};

/** Two products with nearly one name. */
export const NAMESAKE: Trap = {
  id: "namesake",
  description: "Search results put a product of nearly the same name before the one searched for.",
};

/** Packs of different size. */
export const PACK_PRICE: Trap = {
  id: "pack-price",
  description: "The price is for a whole pack and not for a single piece.",
};
