/** So many of one product. */
export interface BasketLine {
  /** Slug of the product. */
  readonly slug: string;
  readonly quantity: number;
}

/** What the shop remembers of its one visitor. */
export interface ShopState {
  /** In the order in which things were first put in. */
  readonly basket: readonly BasketLine[];
  readonly signedIn: boolean;
}

/** A visitor who has just come in. */
export const EMPTY_STATE: ShopState = { basket: [], signedIn: false };

/** The most of one product that a basket holds. */
export const MOST = 99;

/**
 * Sets how many of a product are in the basket.
 *
 * @param state Is not changed.
 * @param slug The product.
 * @param change The new quantity, from the old one; 0 or less takes it out.
 * @returns The state after it.
 */
export function withQuantity(state: ShopState, slug: string, change: (quantity: number) => number): ShopState {
  const old = state.basket.find((line) => line.slug === slug);
  const quantity = Math.min(MOST, change(old?.quantity ?? 0));
  const basket = quantity <= 0
    ? state.basket.filter((line) => line !== old)
    : old === undefined
    ? [...state.basket, { slug, quantity }]
    : state.basket.map((line) => line === old ? { slug, quantity } : line);
  return { ...state, basket };
}
