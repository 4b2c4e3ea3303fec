import { assertEquals } from "@std/assert";
import { contentStems, entails, stem } from "../../../models/simulated/entailment.ts";

Deno.test("stem() makes one of a word's forms", () => {
  const families = [
    ["sort", "sorts", "sorted", "sorting"],
    ["cheap", "cheaper", "cheapest"],
    ["delivery", "deliveries"],
    ["filter", "filters", "filtered", "filtering"],
    ["reset", "resets", "resetting"],
    ["mislead", "misleads", "misleading"],
    ["price", "prices", "priced", "pricing"],
    ["close", "closes", "closed", "closing"],
    ["page", "pages", "paging"],
    ["cover", "covers", "covered", "covering"],
  ];
  for (const family of families) assertEquals(new Set(family.map(stem)).size, 1, `${family}: ${family.map(stem)}`);
  for (const word of ["address", "bus", "is", "fee"]) assertEquals(stem(word).slice(0, 2), word.slice(0, 2));
  assertEquals(stem("address"), "address");
});

Deno.test("contentStems() leaves out what says nothing", () => {
  assertEquals(
    [...contentStems("The page is covered by a banner, and it must be closed.")].sort(),
    [
      "ban",
      "clos",
      "cov",
      "pag",
    ].sort(),
  );
});

const BANNER = "A cookie banner covers the buttons until it is closed";
const SORT = "The list is not sorted by price: the default order misleads";
const FEE = "The price in the list is shown without the booking fee";
const FILTER = "The filter is reset when the next page is opened";

Deno.test("entails() hears a warning in other words and forms", () => {
  const heard: readonly (readonly [string, string])[] = [
    [BANNER, "Close the cookie banner first; while it is open, buttons under it cannot be clicked."],
    [SORT, "Set the sort order by price before reading a list, as the default order is something else."],
    [FEE, "Prices shown in lists leave out the booking fee: add it before comparing."],
    [FILTER, "After opening the next page, check that the filter is still set; it resets."],
  ];
  for (const [trap, insight] of heard) assertEquals(entails(trap, insight), true, insight);
});

Deno.test("entails() does not take one warning for another, nor kind words for any", () => {
  const traps = [BANNER, SORT, FEE, FILTER];
  const insights = [
    "Use the search box with one or two words instead of a whole sentence.",
    "The river rose and the old oak stood near the wall.",
    "Check the total in the cart before you finish.",
    "When all values are known, stop and answer.",
    "",
  ];
  for (const trap of traps) {
    for (const other of traps) if (other !== trap) assertEquals(entails(trap, other), false, `${trap} | ${other}`);
    for (const insight of insights) assertEquals(entails(trap, insight), false, `${trap} | ${insight}`);
  }
});

Deno.test("entails() never holds for a description without content", () => {
  assertEquals(entails("it is what it is", "it is what it is"), false);
  assertEquals(entails("", ""), false);
});
