import type { Action, Outcome, Step, Trajectory } from "../../../env/mod.ts";

type Move = readonly [url: string, text: string, action: Action, outcome?: Outcome];

/** A trajectory from its pages and actions. */
export function trajectoryOf(
  task: { readonly id: string; readonly template: string; readonly goal: string; readonly site?: string },
  moves: readonly Move[],
): Trajectory {
  const steps = moves.map(([url, text, action, outcome = { status: "done" }], index): Step => ({
    index,
    observation: { url: `https://shop.test${url}`, title: "Page", text },
    thought: "It costs 12.50, says Kelby.",
    action,
    outcome,
  }));
  const last = moves.at(-1)?.[2];
  return {
    taskId: task.id,
    site: task.site ?? "shop",
    template: task.template,
    goal: task.goal,
    steps,
    end: "finished",
    ...(last?.kind === "answer" ? { answer: last.text } : {}),
    judged: "success",
  };
}

const MENU = `- navigation "Shop":
  - link "Lamps" [ref=e1]
  - link "Basket" [ref=e2]`;

/** A list page of an invented shop, with its two menus as they stand. */
export function listPage(sort: string, show: string, names: readonly string[], next = true): string {
  const option = (chosen: string) => (label: string) => `  - option "${label}"${label === chosen ? " [selected]" : ""}`;
  return `${MENU}
- combobox "Sort by" [ref=e3]: ${sort}
${["Most popular", "Price, lowest first"].map(option(sort)).join("\n")}
- combobox "Show" [ref=e4]: ${show}
${["Everything", "In stock"].map(option(show)).join("\n")}
- list "Goods":
${
    names.map((name, i) => `  - listitem:\n    - link "${name}" [ref=e${i + 5}]\n    - paragraph: €${i + 3}0.00`).join(
      "\n",
    )
  }${next ? `\n- navigation "Pages":\n  - link "Next page" [ref=e9]` : ""}`;
}

const PRODUCT = `${MENU}
- heading "Aurora" [level=1]
- paragraph: Price €30.00
- link "Delivery and fees" [ref=e3]
- button "Add to basket" [ref=e4]
- region "Newsletter":
  - button "Close" [ref=e5]`;

const FEES = `${MENU}
- heading "Delivery and fees for Aurora" [level=1]
- term: Handling fee
- definition: €4.00`;

/** A success that sets the order, sets it again after paging, closes a panel, and adds a fee. */
export function cheapestLamp(id = "shop-cheapest-01", item = "Aurora"): Trajectory {
  return trajectoryOf({
    id,
    template: "cheapest",
    goal: `What does the cheapest lamp made by ${item} cost with all fees?`,
  }, [
    ["/", MENU, { kind: "click", ref: "e1" }],
    ["/c/lamps", listPage("Most popular", "Everything", ["Aurora", "Borealis", "Comet"]), {
      kind: "select",
      ref: "e3",
      option: "Price, lowest first",
    }],
    ["/c/lamps?s=p", listPage("Price, lowest first", "Everything", ["Aurora", "Borealis", "Comet"]), {
      kind: "select",
      ref: "e4",
      option: "In stock",
    }],
    ["/c/lamps?s=p&i=1", listPage("Price, lowest first", "In stock", ["Aurora", "Borealis", "Comet"]), {
      kind: "click",
      ref: "e9",
    }],
    ["/c/lamps?s=p&page=2", listPage("Price, lowest first", "Everything", ["Dune", "Ember", "Flare"], false), {
      kind: "select",
      ref: "e4",
      option: "In stock",
    }],
    ["/c/lamps?s=p&i=1&page=2", listPage("Price, lowest first", "In stock", ["Dune", "Ember", "Flare"], false), {
      kind: "click",
      ref: "e5",
    }],
    ["/p/aurora", PRODUCT, { kind: "click", ref: "e4" }, {
      status: "refused",
      reason: "covered",
      message: "something lies over it",
    }],
    ["/p/aurora", PRODUCT, { kind: "click", ref: "e5" }],
    ["/p/aurora", PRODUCT, { kind: "click", ref: "e4" }],
    ["/p/aurora", PRODUCT, { kind: "click", ref: "e3" }],
    ["/p/aurora/delivery", FEES, { kind: "answer", text: "€34.00" }],
  ]);
}

/** A success that signs in, fills a form, and looks at what was kept. */
export function bookSeat(id = "rail-book-01"): Trajectory {
  const form = `- textbox "Email" [ref=e1]\n- textbox "Password" [ref=e2]\n- button "Sign in" [ref=e3]`;
  const search =
    `- combobox "From" [ref=e1]\n- combobox "To" [ref=e2]\n- checkbox "Direct trains only" [ref=e3]\n- button "Search trains" [ref=e4]`;
  return trajectoryOf({
    id,
    template: "book",
    site: "rail",
    goal: 'Book a seat from Kelby to "North Quay" on the 7:05 train and tell the booking code.',
  }, [
    ["/in", form, { kind: "type", ref: "e1", text: "a@b.test" }],
    ["/in", form, { kind: "type", ref: "e2", text: "secret" }],
    ["/in", form, { kind: "click", ref: "e3" }],
    ["/", search, { kind: "select", ref: "e1", option: "Kelby" }],
    ["/", search, { kind: "select", ref: "e2", option: "North Quay" }],
    ["/", search, { kind: "click", ref: "e4" }],
    ["/trains", `- button "Book AB 123" [ref=e1]\n- link "My bookings" [ref=e2]`, { kind: "click", ref: "e1" }],
    ["/done", `- link "My bookings" [ref=e2]`, { kind: "click", ref: "e2" }],
    ["/bookings", `- paragraph: Code QX7`, { kind: "answer", text: "QX7" }],
  ]);
}
