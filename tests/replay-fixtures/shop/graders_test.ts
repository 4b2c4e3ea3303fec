import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Evidence, NetworkEvent, Task } from "../../../env/mod.ts";
import type { Expectation } from "../../../replay-fixtures/shop/expectation.ts";
import { grade, JUDGE } from "../../../replay-fixtures/shop/graders.ts";
import { namesIn, readAnswer } from "../../../replay-fixtures/shop/graders/read_answer.ts";

function taskWith(params: Record<string, unknown>): Task {
  return {
    id: "shop-made-up-01",
    site: "shop",
    template: "made-up",
    split: "training",
    goal: "Do it.",
    startUrl: "https://shop.test/",
    horizon: 8,
    params,
  };
}

function evidence(answer: string | undefined, more: Partial<Evidence["report"]> = {}): Evidence {
  return {
    ...(answer === undefined ? {} : { answer }),
    report: {
      finalUrl: "https://shop.test/",
      state: {},
      exchanges: [],
      validity: "clean",
      misses: [],
      leaks: 0,
      ...more,
    },
  };
}

function posted(path: string, status = 303): NetworkEvent {
  return { step: 1, method: "POST", url: `https://shop.test${path}`, status, level: "stateful", kind: "mutation" };
}

const MONEY: Expectation = { answer: [{ kind: "money", pence: 2490 }] };
const NUMBER: Expectation = { answer: [{ kind: "number", value: 7 }] };
const DAY: Expectation = { answer: [{ kind: "day", iso: "2031-01-28" }] };
const NAME: Expectation = {
  answer: [
    { kind: "name", name: "Plain lamp", others: ["Plain lamp Mini", "Odd lamp"] },
    { kind: "money", pence: 1200 },
  ],
};
const PHONE: Expectation = {
  answer: [
    { kind: "name", name: "Northby", others: ["Southby"] },
    { kind: "phone", phone: "01234 567890", others: ["01999 111222"] },
  ],
};

const TABLE: readonly (readonly [what: string, expectation: Expectation, answer: string, outcome: string])[] = [
  ["the plain amount", MONEY, "£24.90", "success"],
  ["a sentence", MONEY, "Together they cost £24.90.", "success"],
  ["the amount said twice", MONEY, "£24.90, I repeat: £24.90", "success"],
  ["another currency sign", MONEY, "GBP 24.90", "success"],
  ["pounds in words", MONEY, "24.90 pounds", "success"],
  ["another amount", MONEY, "£24.91", "failure"],
  ["two amounts", MONEY, "£24.90 or £26.00", "failure"],
  ["a sum that is spelled out", MONEY, "£20.00 + £4.90 = £24.90", "failure"],
  ["a negative amount", MONEY, "-£24.90", "failure"],
  ["a digit too many", MONEY, "£24.901", "failure"],
  ["a digit too few", MONEY, "£24.9", "failure"],
  ["a part of a larger amount", MONEY, "£124.90", "failure"],
  ["thousands", MONEY, "£2,490.00", "failure"],
  ["no sign of money", MONEY, "24.90", "failure"],
  ["nothing useful", MONEY, "I do not know.", "failure"],
  ["an empty answer", MONEY, "  ", "failure"],
  ["a claim of success", MONEY, "SUCCESS. The task was solved correctly.", "failure"],
  ["markup around it", MONEY, "<b>£24.90</b>", "success"],
  ["a no-break space", MONEY, "£ 24.90", "success"],
  ["the number", NUMBER, "There are 7 of them.", "success"],
  ["the number beside an amount", NUMBER, "7 goods cost less than £25.00", "success"],
  ["another number", NUMBER, "There are 17 of them.", "failure"],
  ["two numbers", NUMBER, "7 of 12", "failure"],
  ["a decimal", NUMBER, "7.5", "failure"],
  ["a number inside a word", NUMBER, "B7", "failure"],
  ["minus the number", NUMBER, "-7", "failure"],
  ["the day", DAY, "Until 28 January 2031.", "success"],
  ["the day with an ordinal", DAY, "the 28th of January 2031", "success"],
  ["the day as ISO", DAY, "2031-01-28", "success"],
  ["the day before", DAY, "27 January 2031", "failure"],
  ["another year", DAY, "28 January 2030", "failure"],
  ["two days", DAY, "28 January 2031 or 29 January 2031", "failure"],
  ["no such day", DAY, "31 February 2031", "failure"],
  ["name and amount", NAME, "The Plain lamp, at £12.00.", "success"],
  ["name and amount in another case", NAME, "the PLAIN  LAMP costs £12.00", "success"],
  ["the near-namesake", NAME, "The Plain lamp Mini, at £12.00.", "failure"],
  ["two names", NAME, "The Plain lamp, not the Odd lamp, at £12.00.", "failure"],
  ["a name within another word", NAME, "Explain lampshades at £12.00", "failure"],
  ["name without the amount", NAME, "The Plain lamp.", "failure"],
  ["name and telephone", PHONE, "The Northby store, telephone 01234 567890.", "success"],
  ["the other's telephone", PHONE, "The Northby store, telephone 01999 111222.", "failure"],
  ["a longer telephone number", PHONE, "Northby, 01234 5678901", "failure"],
];

Deno.test("answers are judged by what they say", async (t) => {
  for (const [what, expectation, answer, outcome] of TABLE) {
    await t.step(what, () => {
      const verdict = grade(taskWith(expectation), evidence(answer));
      assertEquals(verdict.outcome, outcome, verdict.explanation);
      assertEquals(verdict.judge, JUDGE);
    });
  }
});

Deno.test("no answer is a failure that says so", () => {
  assertEquals(grade(taskWith(MONEY), evidence(undefined)), {
    outcome: "failure",
    explanation: "There is no answer.",
    judge: "shop-graders-1",
  });
});

Deno.test("a wrong answer is explained with both values", () => {
  assertEquals(
    grade(taskWith(MONEY), evidence("£20.00")).explanation,
    "As the answer says £20.00 where £24.90 is right.",
  );
});

Deno.test("a basket task needs the right basket, and the form that fills it", () => {
  const task = taskWith({
    ...MONEY,
    basket: [{ slug: "a", quantity: 2 }, { slug: "b", quantity: 1 }],
    posted: ["/basket/add"],
  });
  const holding = (basket: readonly { slug: string; quantity: number }[]) => ({
    state: { shop: { basket, signedIn: false } },
    exchanges: [posted("/basket/add")],
  });
  const right = [{ slug: "b", quantity: 1 }, { slug: "a", quantity: 2 }];
  assertEquals(grade(task, evidence("£24.90", holding(right))).outcome, "success");
  for (
    const basket of [
      [],
      [{ slug: "a", quantity: 2 }],
      [{ slug: "a", quantity: 1 }, { slug: "b", quantity: 1 }],
      [...right, { slug: "c", quantity: 1 }],
    ]
  ) {
    const verdict = grade(task, evidence("£24.90", holding(basket)));
    assertEquals(verdict.outcome, "failure");
    assertStringIncludes(verdict.explanation, "The answer is right, but the basket holds");
  }
  assertEquals(
    grade(task, evidence("£24.90", { ...holding(right), exchanges: [posted("/basket/add", 404)] })).explanation,
    "The answer is right, but nothing was sent to /basket/add.",
  );
});

Deno.test("a state or a task that cannot be read is undecided, never a failure in silence", () => {
  const task = taskWith({ ...MONEY, basket: [{ slug: "a", quantity: 1 }] });
  assertEquals(grade(task, evidence("£24.90", { state: { shop: "gone" } })).outcome, "undecided");
  assertEquals(grade(task, evidence("£24.90")).outcome, "undecided");
  assertEquals(grade(taskWith({}), evidence("£24.90")).outcome, "undecided");
});

Deno.test("exchanges with addresses that are none do not disturb the judge", () => {
  const task = taskWith({ ...MONEY, posted: ["/sign-in"] });
  const odd = { ...posted("/"), url: "not an address" };
  assertEquals(grade(task, evidence("£24.90", { exchanges: [odd, posted("/sign-in")] })).outcome, "success");
  assertEquals(grade(task, evidence("£24.90", { exchanges: [odd] })).outcome, "failure");
});

Deno.test("what was read as one kind of value is not read as another", () => {
  assertEquals(readAnswer("On 3 May 2031, 4 goods for £5.00 and 60p"), {
    money: [500, 60],
    days: ["2031-05-03"],
    numbers: [4],
  });
  assertEquals(namesIn("A lamp Mini and a lamp", ["lamp", "lamp Mini"]).sort(), ["lamp", "lamp Mini"]);
  assertEquals(namesIn("A (lamp)", ["(lamp)", "lamp"]), ["(lamp)"]);
});
