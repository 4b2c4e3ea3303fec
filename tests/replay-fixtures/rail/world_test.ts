import { assert, assertEquals, assertThrows } from "@std/assert";
import { arrival } from "../../../replay-fixtures/rail/task_maker.ts";
import { departuresOn, lowestPrice } from "../../../replay-fixtures/rail/timetable.ts";
import { defaultWorld, variantWorld, type World } from "../../../replay-fixtures/rail/world.ts";
import { valuesOf } from "./values.ts";

const WORLDS: readonly World[] = [defaultWorld, ...Array.from({ length: 12 }, (_, index) => variantWorld(index + 1))];

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}

Deno.test("a variant has another value for every price, date and name, and the same structure", () => {
  const own = new Set(valuesOf(defaultWorld));
  for (const world of WORLDS.slice(1)) {
    assertEquals(valuesOf(world).filter((value) => own.has(value)), []);
    assertEquals(shapeOf(world), shapeOf(defaultWorld));
  }
});

Deno.test("the same seed gives the same world, another seed another", () => {
  assertEquals(variantWorld(4), variantWorld(4));
  assert(JSON.stringify(variantWorld(4)) !== JSON.stringify(variantWorld(5)));
});

Deno.test("a seed that is no positive integer is refused", () => {
  for (const seed of [0, -1, 1.5, Number.NaN]) {
    assertThrows(
      () => variantWorld(seed),
      RangeError,
      `Cannot vary the world as the seed must be a positive integer: got ${seed}`,
    );
  }
});

Deno.test("names, trains and addresses are told apart in every world", () => {
  for (const world of WORLDS) {
    for (
      const names of [
        world.stations.map(({ name }) => name),
        world.fareTypes.map(({ slug }) => slug),
        world.railcards.map(({ name }) => name),
        world.routes.flatMap(({ trains }) => trains.map(({ number }) => number)),
        world.notices.map(({ id }) => String(id)),
      ]
    ) assertEquals(new Set(names).size, names.length, names.join());
    const stems = world.stations.map(({ name }) => name.split(" ")[0]);
    assertEquals(stems.indexOf(stems[3]), 2, "the fourth station is mistaken for the third");
    assertEquals(new Set(stems).size, 4);
  }
});

Deno.test("what the list shows first is never the cheapest, the fastest or the first to arrive of the long routes", () => {
  for (const world of WORLDS) {
    for (const route of world.routes.slice(0, 3)) {
      for (const day of world.days) {
        const trains = departuresOn(world, route, day.id);
        const [top] = trains;
        for (const measure of [lowestPrice, (one: typeof trains[number]) => one.train.minutes]) {
          const values = trains.map(measure);
          assertEquals(new Set(values).size, values.length, "two trains are level");
          assert(top !== undefined && measure(top) !== Math.min(...values));
        }
        assertEquals(
          trains.filter((one) => arrival(one) >= 1440),
          trains.slice(-1),
          "the last train arrives after midnight",
        );
      }
    }
  }
});

Deno.test("the order of prices is the same in every fare", () => {
  for (const world of WORLDS) {
    for (const route of world.routes) {
      for (const day of world.days) {
        const prices = departuresOn(world, route, day.id, { sort: "price" }).map((one) => one.prices);
        for (const fare of [0, 1, 2]) {
          const row = prices.map((one) => one[fare] ?? 0);
          assertEquals(row, row.toSorted((a, b) => a - b));
        }
      }
    }
  }
});
