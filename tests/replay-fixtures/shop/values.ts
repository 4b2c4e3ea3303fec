import type { World } from "../../../replay-fixtures/shop/world.ts";
import { longDate, money } from "../../../replay-fixtures/shop/world/format.ts";

/**
 * Lists every price, day and name of a world, as the shop writes them.
 *
 * @param world The world.
 * @returns The values, each once.
 */
export function valuesOf(world: World): string[] {
  const { customer } = world;
  const days = (iso: string) => [iso, longDate(iso)];
  return [
    ...new Set([
      world.shop,
      world.motto,
      ...world.categories.flatMap(({ slug, name }) => [slug, name]),
      ...world.products.flatMap((product) => [
        product.name,
        product.slug,
        product.material,
        ...product.name.split(" ").slice(0, 1),
        ...[product.price, product.handling, product.standard, product.express].map(money),
        ...days(product.since),
        ...product.reviews.flatMap(({ author, date, text }) => [author, text, ...days(date)]),
      ]),
      ...world.stores.flatMap(({ slug, name, street, phone }) => [slug, name, street, phone]),
      customer.name,
      customer.number,
      customer.password,
      ...customer.orders.flatMap(({ number, date, lines }) => [
        number,
        ...days(date),
        ...lines.map(({ paid }) => money(paid)),
      ]),
    ]),
  ];
}
