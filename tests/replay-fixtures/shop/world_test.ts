import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { defaultWorld, variantWorld, type World } from "../../../replay-fixtures/shop/world.ts";
import { addDays, isoDate, longDate, money, pence } from "../../../replay-fixtures/shop/world/format.ts";

/** Everything of a world but its texts and numbers. */
function shapeOf(world: World): unknown {
  return JSON.parse(JSON.stringify(
    world,
    (key, value) =>
      key === "popularity" || key === "category" || key === "product" || key === "quantity" ||
        typeof value === "boolean"
        ? value
        : typeof value === "string" || typeof value === "number"
        ? typeof value
        : value,
  ));
}

/** Prices, days and names by their place in the world. */
function byPlace(value: unknown, path = ""): Map<string, unknown> {
  if (typeof value !== "object" || value === null) {
    return /(name|author|price|handling|standard|express|since|date|paid|phone|street|shop|password|number|slug|text|material|motto)$/
        .test(path)
      ? new Map([[path, value]])
      : new Map();
  }
  return new Map(Object.entries(value).flatMap(([key, item]) => [...byPlace(item, `${path}/${key}`)]));
}

Deno.test("another world has the same shape, and no price, day or name in the same place", () => {
  for (const seed of [1, 2, 3, 4_000_000_000]) {
    const other = variantWorld(seed);
    assertEquals(shapeOf(other), shapeOf(defaultWorld));
    const values = byPlace(other);
    assert(values.size > 900);
    for (const [place, value] of byPlace(defaultWorld)) assertNotEquals(values.get(place), value, place);
  }
});

Deno.test("the same seed gives the same world, another seed another", () => {
  assertEquals(variantWorld(7), variantWorld(7));
  assertNotEquals(variantWorld(7), variantWorld(8));
});

Deno.test("in every world slugs are unique and the first rows of a list are not what is asked for", () => {
  for (const world of [defaultWorld, variantWorld(1), variantWorld(2), variantWorld(3)]) {
    assertEquals(new Set(world.products.map(({ slug }) => slug)).size, 48);
    world.categories.forEach((_, category) => {
      const goods = world.products.filter((product) => product.category === category);
      const first = goods.filter(({ popularity }) => popularity < 4);
      const cheapest = Math.min(...goods.map(({ price }) => price));
      const newest = goods.map(({ since }) => since).sort().at(-1);
      const best = Math.max(...goods.map(({ rating }) => rating));
      for (const product of first) {
        assertNotEquals(product.price, cheapest);
        assertNotEquals(product.since, newest);
        assertNotEquals(product.rating, best);
      }
    });
  }
});

Deno.test("a near-namesake stands before the product whose name it borrows", () => {
  for (const product of defaultWorld.products) {
    const namesake = defaultWorld.products.find(({ name }) => name !== product.name && name.startsWith(product.name));
    if (namesake !== undefined) assert(namesake.popularity < product.popularity, product.name);
  }
});

Deno.test("money and days are read as they are written", () => {
  assertEquals([0, 5, 99, 2490, 123_456].map((value) => pence(money(value))), [0, 5, 99, 2490, 123_456]);
  assertEquals(["2031-01-01", "2032-02-29"].map((day) => isoDate(longDate(day))), ["2031-01-01", "2032-02-29"]);
  assertEquals([isoDate("30 February 2031"), isoDate("31 Marchember 2031"), isoDate("99 May 2031")], [
    undefined,
    undefined,
    undefined,
  ]);
  assertEquals(addDays("2030-12-20", 33), "2031-01-22");
  assertEquals([pence("24.9"), pence("£1"), pence("about £2.00")].every(Number.isNaN), true);
});
