import { assert, assertEquals } from "@std/assert";
import { playbooks } from "../../../replay-fixtures/shop/playbook/mod.ts";
import { firstOf, narrowedList } from "../../../replay-fixtures/shop/playbook/list_parts.ts";
import { readRows, rowsOf, sum } from "../../../replay-fixtures/shop/playbook/facts.ts";
import { entry, literally, orderLine, ROW } from "../../../replay-fixtures/shop/playbook/text.ts";
import { tasks } from "../../../replay-fixtures/shop/tasks.ts";
import { defaultWorld, variantWorld } from "../../../replay-fixtures/shop/world.ts";
import { valuesOf } from "./values.ts";

const FOLDER = new URL("../../../replay-fixtures/shop/playbook/", import.meta.url);

function slotsOf(goal: string): { id: string; slots: Record<string, string> }[] {
  return playbooks.flatMap((playbook) => {
    const match = new RegExp(playbook.goal, "i").exec(goal);
    return match === null ? [] : [{ id: playbook.id, slots: { ...match.groups } }];
  });
}

Deno.test("every goal is recognised by its template's playbook and by no other, in every world", () => {
  for (const world of [defaultWorld, variantWorld(1), variantWorld(2)]) {
    for (const task of tasks(world)) {
      assertEquals(slotsOf(task.goal).map(({ id }) => id), [`shop/${task.template}`], task.goal);
    }
  }
  assertEquals(playbooks.map(({ id }) => id), [
    ...new Set(tasks(defaultWorld).map(({ template }) => `shop/${template}`)),
  ]);
});

Deno.test("slots are whole names", () => {
  for (const world of [defaultWorld, variantWorld(3)]) {
    const names = world.products.map(({ name }) => name);
    const categories = world.categories.map(({ name }) => name);
    for (const task of tasks(world)) {
      for (const [slot, value] of Object.entries(slotsOf(task.goal)[0]?.slots ?? {})) {
        if (slot.startsWith("item")) assert(names.includes(value), `${task.id} ${slot}: ${value}`);
        if (slot.startsWith("category")) assert(categories.includes(value), `${task.id} ${slot}: ${value}`);
        if (slot === "number") assertEquals(value, world.customer.number);
        if (slot === "password") assertEquals(value, world.customer.password);
      }
    }
  }
});

Deno.test("no playbook holds a value of the shop", async () => {
  const values = [defaultWorld, variantWorld(1)].flatMap(valuesOf).map((value) => value.toLowerCase());
  const forbidden = [...values, ...values.map((value) => value.replace("£", ""))].filter((value) => value.length > 3);
  let read = 0;
  for await (const { name } of Deno.readDir(FOLDER)) {
    // An answer for nothing to pay is no price of the shop.
    const source = (await Deno.readTextFile(new URL(name, FOLDER))).toLowerCase().replaceAll("£0.00", "");
    const held = forbidden.filter((value) => new RegExp(`(?<![a-z0-9])${literally(value)}(?![a-z0-9])`).test(source));
    assertEquals(held, [], name);
    read++;
  }
  assert(read > 15);
});

Deno.test("each trap is described once, and every guard names a trap that exists", () => {
  const described = new Map(playbooks.flatMap(({ traps }) => traps).map(({ id, description }) => [id, description]));
  assertEquals([...described.keys()].sort(), [
    "dropped-filter",
    "hidden-fee",
    "namesake",
    "newsletter",
    "pack-price",
    "popular-first",
  ]);
  for (const { traps } of playbooks) {
    for (const trap of traps) assertEquals(trap.description, described.get(trap.id));
  }
  const split = (wanted: string) =>
    new Set(
      tasks(defaultWorld).filter((task) => task.split === wanted).flatMap(({ template }) =>
        playbooks.find(({ id }) => id === `shop/${template}`)?.traps.map(({ id }) => id) ?? []
      ),
    );
  assertEquals(split("training"), new Set(described.keys()));
  assertEquals([...split("heldout")].sort(), [...described.keys()].sort());
});

Deno.test("subgoals are the same for the same facts, and their ids are unique", () => {
  for (const task of tasks(defaultWorld)) {
    const playbook = playbooks.find(({ id }) => id === `shop/${task.template}`);
    const slots = slotsOf(task.goal)[0]?.slots ?? {};
    const facts = { order: '[["1","A","£2.00"]]', "pages.list": "2", "pages.0": "3", stores: '[["A"],["B"]]' };
    const ids = playbook?.subgoals(slots, facts).map(({ id }) => id) ?? [];
    assertEquals(playbook?.subgoals(slots, facts).map(({ id }) => id), ids);
    assertEquals(new Set(ids).size, ids.length, task.id);
    assert(ids.length > 0);
  }
});

Deno.test("facts that a reader garbled do no harm", () => {
  for (const task of tasks(defaultWorld)) {
    const playbook = playbooks.find(({ id }) => id === `shop/${task.template}`);
    const slots = slotsOf(task.goal)[0]?.slots ?? {};
    for (const bad of ["", "?", "[1,2]", '[["x"]]', "999999999", "-3", "{}"]) {
      const facts = new Proxy<Record<string, string>>({}, { get: () => bad, has: () => true });
      assert((playbook?.subgoals(slots, facts).length ?? 0) < 60);
      assertEquals(typeof playbook?.answer(slots, facts), "string");
      playbook?.answerNeeds(slots, facts);
    }
  }
});

const LIST = `- main:
  - heading "Pans" [level=1]
  - combobox "Sort by" [ref=e1]: Popular first
  - paragraph: Mended, popular first, 5 to 6 of 6, page 2 of 2
  - list "Goods":
    - listitem:
      - link "Big pan" [ref=e2]
      - paragraph: £12.00 · rated 4.4 of 5 · 5 reviews
      - paragraph: Made of iron
    - listitem:
      - link "Big pan Mini" [ref=e3] [cursor=pointer]:
        - /url: /p/big-pan-mini
      - paragraph [ref=e4]: £7.50 · rated 3.6 of 5 · 3 reviews
  - link "Next page" [ref=e5]`;

Deno.test("rows are read with and without addresses under the links", () => {
  const rows = [...LIST.matchAll(new RegExp(ROW, "gmi"))].map(({ groups }) => ({ ...groups }));
  assertEquals(rows, [
    { name: "Big pan", price: "£12.00", rating: "4.4" },
    { name: "Big pan Mini", price: "£7.50", rating: "3.6" },
  ]);
  assertEquals(readRows(rowsOf("name", "price")(rows), 2), [["Big pan", "£12.00"], ["Big pan Mini", "£7.50"]]);
});

Deno.test("a list is recognised by category, order, mark and page", () => {
  const at = (pattern: string | undefined, values: Record<string, string>) =>
    new RegExp((pattern ?? "").replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ""), "mi").test(LIST);
  const [, second] = narrowedList("x", "{category}", "{mark}", "2", () => ({ fact: "f", pattern: ROW }));
  assert(at(second?.at, { category: "Pans", mark: "Mended" }));
  assert(!at(second?.at, { category: "Pans", mark: "All goods" }));
  assert(at(second?.atWhenCaught?.at, { category: "Pans", mark: "All goods" }));
  assert(!at(second?.at, { category: "Pots", mark: "Mended" }));
  assert(!at(firstOf(0, "{category}", "Lowest price first").at, { category: "Pans" }));
  assert(at(firstOf(0, "{category}", "Lowest price first").atWhenCaught?.at, { category: "Pans" }));
});

Deno.test("tables of names and values, and lines of orders, are read", () => {
  const table = "- term: Islands, express\n- definition: £9.00\n- term: Express delivery\n- definition: £7.00";
  assertEquals(
    new RegExp(entry("Express delivery", "(?<value>£[\\d.]+)"), "mi").exec(table)?.groups?.["value"],
    "£7.00",
  );
  const orders =
    '- listitem:\n  - link "Order 12-0" [ref=e1]\n  - text: of 3 May 2031\n- listitem:\n  - link "Order 34-1" [ref=e2]\n  - text: of 4 June 2030';
  assertEquals(new RegExp(orderLine("34-1"), "mi").exec(orders)?.groups?.["value"], "4 June 2030");
});

Deno.test("amounts are added up, and what is unknown counts as nothing", () => {
  assertEquals(sum([["£1.20", 2], [undefined, 3], ["about £5", 1], ["£0.05", 1]]), "£2.45");
});
