import { assert, assertEquals, assertMatch } from "@std/assert";
import { playbooks } from "../../../replay-fixtures/rail/playbook/mod.ts";
import { tasks } from "../../../replay-fixtures/rail/tasks.ts";
import { defaultWorld, variantWorld } from "../../../replay-fixtures/rail/world.ts";
import { valuesOf } from "./values.ts";

const FOLDER = new URL("../../../replay-fixtures/rail/playbook/", import.meta.url);

function slotsOf(goal: string): { readonly id: string; readonly slots: Readonly<Record<string, string>> }[] {
  return playbooks.flatMap((playbook) => {
    const match = new RegExp(playbook.goal, "i").exec(goal);
    return match === null ? [] : [{ id: playbook.id, slots: { ...match.groups } }];
  });
}

Deno.test("every task's goal is recognised by its template's playbook and by no other", () => {
  for (const world of [defaultWorld, variantWorld(1), variantWorld(2)]) {
    for (const task of tasks(world)) {
      assertEquals(slotsOf(task.goal).map(({ id }) => id), [`rail/${task.template}`], task.goal);
    }
  }
});

Deno.test("the slots of a goal are the words that were put in", () => {
  const [day, next] = defaultWorld.days.map(({ label }) => label);
  const [oskeld, quillhaven, , park, tarn] = defaultWorld.stations.map(({ name }) => name);
  const goal = (id: string): string => tasks(defaultWorld).find((task) => task.id === id)?.goal ?? "";
  const { number: customer, code } = defaultWorld.customer;
  assertEquals(slotsOf(goal("rail-direct-two-days-01"))[0]?.slots, {
    from: oskeld ?? "",
    to: quillhaven ?? "",
    first: day ?? "",
    second: next ?? "",
  });
  assertEquals(slotsOf(goal("rail-luggage-round-01"))[0]?.slots, {
    size: "large",
    s0: oskeld ?? "",
    stem0: "Oskeld",
    s1: quillhaven ?? "",
    stem1: "Quillhaven",
    s2: park ?? "",
    stem2: "Brinmouth",
    s3: tarn ?? "",
    stem3: "Farrow",
  });
  assertEquals(slotsOf(goal("rail-book-fastest-01"))[0]?.slots, {
    customer,
    code,
    from: oskeld ?? "",
    to: quillhaven ?? "",
    date: next ?? "",
    fare: "Flexi",
    seat: "Window",
  });
});

Deno.test("no playbook holds a value of the site", async () => {
  const values = [defaultWorld, variantWorld(1)].flatMap(valuesOf);
  // Amounts without their sign too, and the first words of names.
  const forbidden = [
    ...values,
    ...values.map((value) => value.replace("€", "")),
    ...values.map((value) => value.split(" ")[0] ?? ""),
  ]
    .filter((value) => value.length > 3 && value !== "Notice");
  let read = 0;
  for await (const { name } of Deno.readDir(FOLDER)) {
    const source = await Deno.readTextFile(new URL(name, FOLDER));
    assertEquals(forbidden.filter((value) => source.toLowerCase().includes(value.toLowerCase())), [], name);
    read++;
  }
  assert(read > 20);
});

Deno.test("each trap has one description, and every guard names a trap of its playbook", () => {
  const descriptions = new Map<string, string>();
  for (const playbook of playbooks) {
    const match = new RegExp(playbook.goal, "i").exec(
      tasks(defaultWorld).find(({ template }) => playbook.id === `rail/${template}`)?.goal ?? "",
    );
    const own = playbook.traps.map(({ id }) => id);
    for (const { id, description } of playbook.traps) {
      assertEquals(descriptions.get(id) ?? description, description);
      descriptions.set(id, description);
      assertMatch(description, /^[A-Z].{30,}\.$/);
    }
    for (const subgoal of playbook.subgoals({ ...match?.groups }, {})) {
      const named = [
        subgoal.atWhenCaught?.trap,
        ...subgoal.moves.map(({ trap }) => trap),
        ...(subgoal.yields ?? []).map(({ whenCaught }) => whenCaught?.trap),
      ].filter((trap) => trap !== undefined);
      // A station whose name has no double can be guarded in a playbook where nothing misleads.
      assertEquals(named.filter((trap) => !own.includes(trap)), [], `${playbook.id} ${subgoal.id}`);
    }
  }
  assertEquals(descriptions.size, 8);
});

Deno.test("a job unfolds with the facts: one subgoal a page, one a notice found", () => {
  const works = playbooks.find(({ id }) => id === "rail/works-days");
  const ids = (facts: Readonly<Record<string, string>>): readonly string[] | undefined =>
    works?.subgoals({ station: "A B", stem: "A" }, facts).map(({ id }) => id);
  assertEquals(ids({}), ["list.1"]);
  assertEquals(ids({ pages: "2", "found.1": "[12,15]", "found.2": "[]" }), [
    "list.1",
    "notice.1.0",
    "notice.1.1",
    "list.2",
  ]);
});

Deno.test("an answer whose facts were forgotten is still an answer", () => {
  for (const playbook of playbooks) assertMatch(playbook.answer({}, {}), /\S/);
});
