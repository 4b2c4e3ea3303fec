import { assertEquals } from "@std/assert";
import type { BrowserReport, Evidence, NetworkEvent, Task } from "../../../env/mod.ts";
import { grade } from "../../../replay-fixtures/rail/graders.ts";
import {
  isDenial,
  readCounts,
  readDays,
  readLift,
  readMoney,
  readPlatforms,
  readReferences,
  readTrains,
} from "../../../replay-fixtures/rail/read_answer.ts";
import type { RailParams } from "../../../replay-fixtures/rail/answer.ts";

const REPORT: BrowserReport = {
  finalUrl: "https://rail.test/",
  state: {},
  exchanges: [],
  validity: "clean",
  misses: [],
  leaks: 0,
};

function taskOf(params: RailParams): Task {
  return {
    id: "rail-x-01",
    site: "rail",
    template: "x",
    split: "heldout",
    goal: "?",
    startUrl: "https://rail.test/",
    horizon: 8,
    params,
  };
}

function outcomes(params: RailParams, answers: readonly string[], report = REPORT): string[] {
  return answers.map((answer) => grade(taskOf(params), { answer, report }).outcome);
}

Deno.test("money: one amount in any of the usual spellings", () => {
  const right = [
    "€24.90",
    "It costs €24.90.",
    "24.90 EUR with the fee",
    "EUR 24,90",
    "24.90 euros",
    "€24.90 (so €24.90)",
  ];
  assertEquals(outcomes({ answer: { money: 2490 } }, right), right.map(() => "success"));
  const wrong = [
    "€24.9",
    "€24.80",
    "24.90",
    "€24.90 or €25.90",
    "",
    "€249.0",
    "€2490",
    "about €24",
    "not €24.90",
    "€-24.90",
  ];
  assertEquals(outcomes({ answer: { money: 2490 } }, wrong), wrong.map(() => "failure"));
  assertEquals(readMoney("€1,024.50 and €3"), [102450, 300]);
  assertEquals(readMoney("platform 1, €27.30"), [2730]);
});

Deno.test("trains: one number, with or without its space", () => {
  const right = ["FX 231", "Take FX231.", "the train FX-231", "FX 231 (FX231)"];
  assertEquals(outcomes({ answer: { train: "FX 231" } }, right), right.map(() => "success"));
  const wrong = ["FX 232", "FX 231 or FX 232", "231", "FX 2310", "except FX 231", "all trains"];
  assertEquals(outcomes({ answer: { train: "FX 231" } }, wrong), wrong.map(() => "failure"));
  assertEquals(readTrains("FX 231, EUR 240, VK4166"), ["FX 231"]);
});

Deno.test("counts: the one number beside amounts, trains, days, times and references", () => {
  const right = ["13", "13 direct trains", "On 14 March and 15 March: 13 trains, the first FX 231 at 07:10 for €12.00"];
  assertEquals(outcomes({ answer: { count: 13 } }, right), right.map(() => "success"));
  const wrong = ["6 + 7 = 13", "130", "12 or 13", "thirteen", "13.5", "-13", ""];
  assertEquals(outcomes({ answer: { count: 13 } }, wrong), wrong.map(() => "failure"));
  assertEquals(readCounts("booking VK4166, platform 3, 8 days"), [8]);
});

Deno.test("days: one day and month in either order", () => {
  const right = ["Saturday 15 March", "15 March", "March 15", "the 15th of March"];
  assertEquals(outcomes({ answer: { day: "15 March" } }, right), right.map(() => "success"));
  const wrong = ["14 March", "15 April", "14 or 15 March and 14 March", "Saturday", "15 March or 16 March"];
  assertEquals(outcomes({ answer: { day: "15 March" } }, wrong), wrong.map(() => "failure"));
  assertEquals(readDays("1 march, March 1st"), ["1 March"]);
});

Deno.test("platforms and lifts: one platform, and a plain yes or no", () => {
  const params: RailParams = { answer: { train: "FX 231", platform: 3, lift: false } };
  const right = [
    "FX 231 from platform 3, there is no lift",
    "FX231, Platform 3, without a lift",
    "FX 231, platform: 3. Lift: no",
  ];
  assertEquals(outcomes(params, right), right.map(() => "success"));
  const wrong = [
    "FX 231 from platform 3, there is a lift",
    "FX 231 from platform 3",
    "FX 231, platform 2 or 3, no lift",
  ];
  assertEquals(outcomes(params, wrong), wrong.map(() => "failure"));
  assertEquals([readLift("a lift, no lift"), readLift("there isn't a lift"), readLift("stairs")], [
    undefined,
    false,
    undefined,
  ]);
  assertEquals(readPlatforms("platforms 2 and 3, platform 2"), [2, 3]);
  assertEquals(readReferences("VK4166 and VK4166"), ["VK4166"]);
  assertEquals([isDenial("not €3.00"), isDenial("it is not far, €3.00")], [true, false]);
});

const BOOKING = { train: "FX 231", date: "2031-03-14", fare: "flexi", seat: "Window", price: 4510 };
const CONFIRM: NetworkEvent = {
  step: 9,
  method: "POST",
  url: "https://rail.test/book/confirm",
  status: 303,
  level: "stateful",
  kind: "mutation",
};

function bookingOutcome(booked: unknown, exchanges: readonly NetworkEvent[], answer = "VK4166"): string {
  const state = { rail: { loggedIn: true, bookings: [{ reference: "VK4100", ...BOOKING }, booked] } };
  const evidence: Evidence = { answer, report: { ...REPORT, state, exchanges } };
  return grade(taskOf({ answer: { reference: "VK4166" }, booking: BOOKING }), evidence).outcome;
}

Deno.test("bookings: the right trip once, and its reference in the answer", () => {
  const right = { reference: "VK4166", ...BOOKING };
  assertEquals(bookingOutcome(right, [CONFIRM]), "success");
  assertEquals(bookingOutcome(right, [CONFIRM], "done"), "failure");
  assertEquals(bookingOutcome(right, [CONFIRM, CONFIRM]), "failure");
  assertEquals(bookingOutcome(right, []), "failure");
  for (
    const change of [{ seat: "Aisle" }, { fare: "saver" }, { train: "FX 232" }, { date: "2031-03-15" }, { price: 1 }]
  ) {
    assertEquals(bookingOutcome({ ...right, ...change }, [CONFIRM]), "failure");
  }
  assertEquals(bookingOutcome({ what: 1 }, [CONFIRM]), "undecided");
});

Deno.test("a booking that nobody asked for spoils a right answer", () => {
  const report = { ...REPORT, exchanges: [CONFIRM] };
  assertEquals(outcomes({ answer: { count: 13 } }, ["13"], report), ["failure"]);
});

Deno.test("no answer is a failure, and unreadable parameters are undecided", () => {
  assertEquals(grade(taskOf({ answer: { count: 1 } }), { report: REPORT }), {
    outcome: "failure",
    explanation: "No answer was given.",
    judge: "rail-graders-1",
  });
  const broken = { ...taskOf({ answer: {} }), params: { answer: 3 } };
  assertEquals(grade(broken, { answer: "x", report: REPORT }).outcome, "undecided");
});
