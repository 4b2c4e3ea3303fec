/**
 * How the shop's tasks are judged: by code that reads the answer strictly, the final basket, and what was sent.
 *
 * @module
 */
import { z } from "zod";
import type { Evidence, Task, Verdict } from "../../env/mod.ts";
import { type Expectation, expectationSchema, type Fact } from "./expectation.ts";
import { namesIn, readAnswer } from "./graders/read_answer.ts";
import { ORIGIN } from "./server/html.ts";
import { isoDate, longDate, money } from "./world/format.ts";

/** Name and version of the judge. */
export const JUDGE = "shop-graders-1";

const stateSchema = z.object({
  basket: z.array(z.object({ slug: z.string(), quantity: z.int() })),
  signedIn: z.boolean(),
});

/** Judges one thing that must be said: undefined where it is right, else what is wrong. */
function complaint(fact: Fact, answer: string): string | undefined {
  const one = <T>(what: string, said: readonly T[], right: T, show: (value: T) => string): string | undefined => {
    if (said.length === 0) return `the answer names no ${what}`;
    if (said.length > 1) return `the answer names ${said.length} different values of ${what}, and must name one`;
    return said[0] === right ? undefined : `the answer says ${show(said[0] as T)} where ${show(right)} is right`;
  };
  switch (fact.kind) {
    case "money":
      return one(
        "amount of money",
        readAnswer(answer).money,
        fact.pence,
        (value) => value === undefined ? "an unreadable amount" : money(value),
      );
    case "number":
      return one("number", readAnswer(answer).numbers, fact.value, String);
    case "day":
      return one(
        "day",
        readAnswer(answer).days,
        fact.iso,
        (iso) => iso === undefined || isoDate(longDate(iso)) === undefined ? "an impossible day" : longDate(iso),
      );
    case "name":
      return one("name", namesIn(answer, [fact.name, ...fact.others]), fact.name, (name) => `"${name}"`);
    case "phone":
      return one("telephone number", namesIn(answer, [fact.phone, ...fact.others]), fact.phone, (phone) => phone);
  }
}

/** The basket in one order, so that two can be compared. */
function inWords(basket: readonly { readonly slug: string; readonly quantity: number }[]): string {
  return basket.map(({ slug, quantity }) => `${quantity} ${slug}`).sort().join(", ") || "nothing";
}

/** What is wrong with what was done, beside the answer. Undefined is fine. */
function misdeed(expected: Expectation, evidence: Evidence): string | undefined {
  const { exchanges } = evidence.report;
  const missing = (expected.posted ?? []).find((path) =>
    !exchanges.some(({ method, url, status }) =>
      method === "POST" && URL.parse(url)?.href.split(/[?#]/)[0] === ORIGIN + path && status === 303
    )
  );
  if (missing !== undefined) return `nothing was sent to ${missing}`;
  if (expected.basket === undefined) return undefined;
  const state = stateSchema.safeParse(evidence.report.state["shop"]);
  if (!state.success) return "";
  const [is, should] = [inWords(state.data.basket), inWords(expected.basket)];
  return is === should ? undefined : `the basket holds ${is} where ${should} is right`;
}

/**
 * Judges an episode of one of the shop's tasks.
 *
 * @param task The task.
 * @param evidence What the episode left behind.
 * @returns Success or failure with one sentence; undecided where task or state cannot be read. Throws nothing.
 */
export function grade(task: Task, evidence: Evidence): Verdict {
  const answer = evidence.answer?.trim();
  const verdict = (outcome: Verdict["outcome"], explanation: string): Verdict => ({
    outcome,
    ...(answer === undefined ? {} : { answer }),
    explanation,
    judge: JUDGE,
  });
  const expected = expectationSchema.safeParse(task.params);
  if (!expected.success) return verdict("undecided", `The task ${task.id} does not say what is right.`);
  if (answer === undefined || answer === "") return verdict("failure", "There is no answer.");
  for (const fact of expected.data.answer) {
    const wrong = complaint(fact, answer);
    if (wrong !== undefined) return verdict("failure", `As ${wrong}.`);
  }
  const wrong = misdeed(expected.data, evidence);
  if (wrong === "") return verdict("undecided", "What is in the basket at the end is not known.");
  if (wrong !== undefined) return verdict("failure", `The answer is right, but ${wrong}.`);
  return verdict("success", "Answer and deeds are as they should be.");
}
