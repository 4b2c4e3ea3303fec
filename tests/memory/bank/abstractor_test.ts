import { assert, assertEquals } from "@std/assert";
import { abstractInsights } from "../../../memory/mod.ts";
import { bookSeat, cheapestLamp, listPage, trajectoryOf } from "./sample_trajectories.ts";

const texts = (trajectory: Parameters<typeof abstractInsights>[0]) =>
  abstractInsights(trajectory).map((finding) => finding.text);

Deno.test("abstractInsights() writes what a success did that mattered, with the site's labels and the reason", () => {
  assertEquals(texts(cheapestLamp()), [
    'The list is sorted by "Most popular" by default, so the first item is not the cheapest: set "Sort by" to "Price, lowest first" before you read it.',
    'Narrow a list before you read it: set the filter "Show" to "In stock", else the list also shows items that do not count.',
    'The filter "Show" resets on the next page: after "Next page", set it to "In stock" again, and only then read the page.',
    'A banner or dialog such as "Newsletter" covers the button below it, which then takes no click: press "Close" first.',
    'The price shown leaves out the handling fee: open "Delivery and fees", and add what it says there before you compare or answer.',
    'A list has more than one page: follow "Next page" until it is gone, and answer only when you have seen the last page.',
    'To look at all things of one kind, open their list from the menu "Shop" and work through that list, rather than search for each of them.',
  ]);
  assertEquals(texts(bookSeat()), [
    'The site asks you to sign in before it goes on: fill in "Email" and "Password", then press "Sign in".',
    'Fill in "From" and "To" in this order, then press "Search trains": a field left alone keeps its default value.',
    'After you have changed something, open "My bookings" and check there that the site kept what the task asks for.',
  ]);
});

Deno.test("abstractInsights() says which steps show a lesson", () => {
  const steps = new Map(abstractInsights(cheapestLamp()).map((finding) => [finding.text.slice(0, 20), finding.steps]));
  assertEquals(steps.get('The filter "Show" re'), [2, 3, 4]);
  assertEquals(steps.get("A banner or dialog s"), [6, 7]);
});

Deno.test("abstractInsights() keeps no digit, no price, no name and no quoted value of the goal", () => {
  for (const trajectory of [cheapestLamp(), cheapestLamp("shop-cheapest-02", "Sort Page Show"), bookSeat()]) {
    for (const text of texts(trajectory)) {
      assert(!/[\d€$£]/.test(text), text);
      for (
        const value of ["Aurora", "Borealis", "Comet", "Dune", "Kelby", "North Quay", "Quay", "QX", "secret", "12.50"]
      ) {
        assert(!text.includes(value), `${value} in ${text}`);
      }
    }
  }
});

Deno.test("abstractInsights() names no control whose label holds a value of the goal", () => {
  const all = texts(cheapestLamp("shop-cheapest-02", "Sort & Show"));
  assert(all.length > 0);
  assert(all.every((text) => !text.includes('"Sort by"') && !text.includes('"Show"')), all.join("\n"));
});

Deno.test("abstractInsights() depends neither on prices and names nor on what the agent thought", () => {
  const original = cheapestLamp();
  const other = JSON.parse(
    JSON.stringify(original).replaceAll("Aurora", "Zephyr").replaceAll("Borealis", "Yonder").replaceAll(
      "€30.00",
      "€71.90",
    )
      .replaceAll("It costs 12.50, says Kelby.", "No idea."),
  );
  assertEquals(abstractInsights(other), abstractInsights(original));
});

Deno.test("abstractInsights() sees that a filter was gone on the next page even where the agent did not set it again", () => {
  const moves = [
    ["/c", listPage("Most popular", "Everything", ["A", "B", "C"]), { kind: "select", ref: "e4", option: "In stock" }],
    ["/c?i=1", listPage("Most popular", "In stock", ["A", "B", "C"]), { kind: "click", ref: "e9" }],
    ["/c?p=2", listPage("Most popular", "Everything", ["D", "E", "F"], false), { kind: "answer", text: "x" }],
  ] as const;
  const all = texts(trajectoryOf({ id: "a", template: "a", goal: "Count the lamps." }, moves));
  assert(all.some((text) => text.startsWith('The filter "Show" resets on the next page')), all.join("\n"));
});

Deno.test("abstractInsights() does not claim that a filter resets where it did not", () => {
  const moves = [
    ["/c", listPage("Most popular", "Everything", ["A", "B", "C"]), { kind: "select", ref: "e4", option: "In stock" }],
    ["/c?i=1", listPage("Most popular", "In stock", ["A", "B", "C"]), { kind: "click", ref: "e9" }],
    ["/c?i=1&p=2", listPage("Most popular", "In stock", ["D", "E", "F"], false), { kind: "answer", text: "x" }],
  ] as const;
  const all = texts(trajectoryOf({ id: "a", template: "a", goal: "Count the lamps." }, moves));
  assert(all.every((text) => !text.includes("reset")), all.join("\n"));
});

Deno.test("abstractInsights() says that a disabled control waits for another one", () => {
  const page = '- combobox "Size" [ref=e1]\n- button "Add to basket" [disabled] [ref=e2]';
  const all = texts(trajectoryOf({ id: "a", template: "a", goal: "Buy a rug." }, [
    ["/p", page, { kind: "click", ref: "e2" }, { status: "refused", reason: "disabled", message: "it is disabled" }],
    ["/p", page, { kind: "select", ref: "e1", option: "Large" }],
    ["/p", page, { kind: "click", ref: "e2" }],
    ["/b", "- heading", { kind: "answer", text: "done" }],
  ]));
  assert(all.includes('"Add to basket" cannot be used until "Size" is set: set that first.'), all.join("\n"));
});

Deno.test("abstractInsights() finds nothing in a trajectory that shows nothing, and does not stumble over odd pages", () => {
  const odd = 'not a tree\n- \n  - link\n- button "Broken \\q name" [ref=e1]\n- \'link "x"\'';
  assertEquals(
    texts(trajectoryOf({ id: "a", template: "a", goal: "Say hello." }, [["/", odd, { kind: "answer", text: "hi" }]])),
    [],
  );
  assertEquals(
    texts(trajectoryOf({ id: "a", template: "a", goal: "Go." }, [["/", odd, { kind: "click", ref: "e9" }]])),
    [],
  );
});

Deno.test("abstractInsights() takes a link for a way to details only where every word on it is a common one", () => {
  const page = '- link "Brackwater store" [ref=e1]\n- link "Customer reviews" [ref=e2]';
  const all = texts(trajectoryOf({ id: "a", template: "a", goal: "Which store closes last?" }, [
    ["/a", page, { kind: "click", ref: "e1" }],
    ["/b", page, { kind: "click", ref: "e2" }],
    ["/c", page, { kind: "answer", text: "x" }],
  ]));
  assertEquals(all, [
    'The first view of a page leaves something out: open "Customer reviews" and read the value there before you compare or answer.',
  ]);
});

Deno.test("abstractInsights() sees that a search put a similar name first, only where the agent passed over it", () => {
  const home = '- searchbox "Search the shop" [ref=e1]';
  const results = `${home}
- list "Goods":
  - listitem:
    - link "Aurora lamp Mini" [ref=e2]
  - listitem:
    - link "Aurora lamp" [ref=e3]`;
  const after = (ref: string) =>
    texts(trajectoryOf({ id: "a", template: "a", goal: "What does the Aurora lamp weigh?" }, [
      ["/", home, { kind: "type", ref: "e1", text: "Aurora lamp", submit: true }],
      ["/search", results, { kind: "click", ref }],
      ["/p", home, { kind: "answer", text: "x" }],
    ])).filter((text) => text.includes("similar name"));
  assertEquals(after("e3"), [
    'The results of "Search the shop" may list a similar name first: compare the whole name with the one you searched for, and open only an exact match.',
  ]);
  assertEquals(after("e2"), []);
});

Deno.test("abstractInsights() tells what a price is for where only the opened part says it", () => {
  const tab = '- tab "Specifications" [ref=e1]';
  const all = texts(trajectoryOf({ id: "a", template: "a", goal: "What do 12 candles cost?" }, [
    ["/p", tab, { kind: "click", ref: "e1" }],
    ["/p", `${tab}\n- definition: pack of 6`, { kind: "answer", text: "x" }],
  ]));
  assertEquals(all, [
    'The price shown covers a whole pack, not one piece: open "Specifications", and reckon with what it says there before you compare or answer.',
  ]);
});

Deno.test("abstractInsights() takes fields that are sent together for a form, though the page also lists things", () => {
  const page = `- combobox "From" [ref=e1]
- combobox "To" [ref=e2]
- button "Search" [ref=e3]
- list "News":
${["a", "b", "c"].map((name) => `  - listitem:\n    - link "${name}"`).join("\n")}`;
  const all = texts(trajectoryOf({ id: "a", template: "a", goal: "Find a train." }, [
    ["/", page, { kind: "select", ref: "e1", option: "Kelby" }],
    ["/", page, { kind: "select", ref: "e2", option: "Ostby" }],
    ["/", page, { kind: "click", ref: "e3" }],
    ["/trains", "- heading", { kind: "answer", text: "x" }],
  ]));
  assertEquals(all, [
    'Fill in "From" and "To" in this order, then press "Search": a field left alone keeps its default value.',
  ]);
});
