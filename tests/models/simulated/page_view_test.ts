import { assertEquals } from "@std/assert";
import { pageView } from "../../../models/simulated/page_view.ts";

const CART = pageView(`- banner:
  - link "Home" [ref=e1] [cursor=pointer]:
    - /url: /
- main:
  - list:
    - listitem:
      - text: Arc lamp
      - button "Remove" [ref=e2]
      - text: "Price: 12.50"
    - listitem:
      - text: Desk lamp
      - group:
        - button "Remove" [ref=e3]
      - text: "Price: 9.00"
  - 'button "Pay: now" [disabled] [ref=e4]'
  - 'link "It''s \\"new\\"" [ref=e5]'
  - textbox [ref=e6]: typed text
  - combobox "Sort by" [ref=e7]:
    - option "Price" [selected]`);

Deno.test("find() matches role and the whole name, upper or lower case", () => {
  assertEquals(CART.find("link", "home")?.ref, "e1");
  assertEquals(CART.find("link", "hom"), undefined);
  assertEquals(CART.find("button", "home"), undefined);
  assertEquals(CART.find("combobox", "Sort.*")?.ref, "e7");
  assertEquals(CART.find("textbox", "")?.ref, "e6");
});

Deno.test("find() takes the first of equals, and with a block the one in the smallest block that matches", () => {
  assertEquals(CART.find("button", "Remove")?.ref, "e2");
  assertEquals(CART.find("button", "Remove", "Desk lamp")?.ref, "e3");
  assertEquals(CART.find("button", "Remove", "Arc lamp")?.ref, "e2");
  assertEquals(CART.find("button", "Remove", "No such lamp"), undefined);
});

Deno.test("find() reads quoted lines and passes over what is disabled", () => {
  assertEquals(CART.find("link", `It's "new"`)?.ref, "e5");
  assertEquals(CART.find("button", "Pay: now"), undefined);
});

Deno.test("rows() gives the named groups of each match, in order, again and again", () => {
  const source = "Price: (?<price>[\\d.]+)(?<unit> EUR)?";
  const expected = [{ price: "12.50" }, { price: "9.00" }];
  assertEquals(CART.rows(source).map((row) => ({ ...row.groups })), expected);
  assertEquals(CART.rows(source).map((row) => ({ ...row.groups })), expected);
});

Deno.test("matches() works line by line and in any case", () => {
  assertEquals(CART.matches("^- MAIN:$"), true);
  assertEquals(CART.matches("^main"), false);
});

Deno.test("an empty page, a page of prose and a page of one long line have no elements and do no harm", () => {
  for (
    const text of ["", "Nothing to see here.", "- ", "-", `- button "${"x".repeat(50_000)}`, '- button "open [ref=e1]']
  ) {
    assertEquals(pageView(text).find("button", ".*"), undefined);
  }
});
