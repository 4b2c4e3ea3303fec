import { z } from "zod";
import type { Evidence, Task, Verdict } from "../../env/mod.ts";
import { type ExpectedAnswer, expectedBookingSchema, type RailParams, railParamsSchema } from "./answer.ts";
import { formatMoney } from "./format.ts";
import {
  isDenial,
  readCounts,
  readDays,
  readLift,
  readMoney,
  readPlatforms,
  readReferences,
  readTrains,
} from "./read_answer.ts";

const JUDGE = "rail-graders-1";

const stateSchema = z.object({
  bookings: z.array(expectedBookingSchema.extend({ reference: z.string() })),
});

/**
 * Decides a task of the railway: by the answer, by the bookings there are at the end, and by what was sent.
 *
 * @param task The task.
 * @param evidence Answer, final state, exchanges.
 * @returns The verdict; `undecided` where the evidence cannot be read. Throws nothing.
 */
export function grade(task: Task, evidence: Evidence): Verdict {
  const params = railParamsSchema.safeParse(task.params);
  if (!params.success) return verdict("undecided", evidence, "The task's parameters cannot be read.");
  const confirmations =
    evidence.report.exchanges.filter(({ method, url }) =>
      method === "POST" && new URL(url).pathname === "/book/confirm"
    ).length;
  const fault = bookingFault(params.data, evidence, confirmations);
  if (fault === "unreadable") return verdict("undecided", evidence, "The site's final state cannot be read.");
  if (fault !== undefined) return verdict("failure", evidence, fault);
  if (evidence.answer === undefined) return verdict("failure", evidence, "No answer was given.");
  const wrong = answerFault(params.data.answer, evidence.answer);
  return wrong === undefined
    ? verdict("success", evidence, "The answer says what the site says.")
    : verdict("failure", evidence, wrong);
}

function verdict(outcome: Verdict["outcome"], evidence: Evidence, explanation: string): Verdict {
  return { outcome, ...(evidence.answer === undefined ? {} : { answer: evidence.answer }), explanation, judge: JUDGE };
}

function bookingFault(params: RailParams, evidence: Evidence, confirmations: number): string | undefined {
  const wanted = params.booking;
  if (wanted === undefined) return confirmations === 0 ? undefined : "A train was booked though nobody asked for it.";
  if (confirmations !== 1) return `One booking had to be confirmed: ${confirmations} were.`;
  const state = stateSchema.safeParse(evidence.report.state["rail"]);
  if (!state.success) return "unreadable";
  const booked = state.data.bookings.at(-1);
  if (booked === undefined) return "The trip is not among the bookings.";
  for (const field of ["train", "date", "fare", "seat", "price"] as const) {
    if (booked[field] !== wanted[field]) {
      return `The booking's ${field} is ${booked[field]} instead of ${wanted[field]}.`;
    }
  }
  return undefined;
}

function answerFault(expected: ExpectedAnswer, answer: string): string | undefined {
  if (isDenial(answer)) return "The answer takes back what it says.";
  const parts: readonly (string | undefined)[] = [
    expected.money === undefined
      ? undefined
      : only("amount", readMoney(answer), expected.money, (cents) =>
        Number.isNaN(cents) ? "unreadable" : formatMoney(cents)),
    expected.train === undefined ? undefined : only("train", readTrains(answer), expected.train, String),
    expected.day === undefined ? undefined : only("day", readDays(answer), expected.day, String),
    expected.platform === undefined ? undefined : only("platform", readPlatforms(answer), expected.platform, String),
    expected.reference === undefined
      ? undefined
      : only("reference", readReferences(answer), expected.reference, String),
    expected.count === undefined ? undefined : only("number", readCounts(answer), expected.count, String),
    expected.lift === undefined || readLift(answer) === expected.lift
      ? undefined
      : `The answer does not say that there is ${expected.lift ? "a" : "no"} lift.`,
  ];
  return parts.find((part) => part !== undefined);
}

function only<T>(what: string, found: readonly T[], expected: T, write: (value: T) => string): string | undefined {
  if (found.length === 1 && found[0] === expected) return undefined;
  const read = found.length === 0 ? "none" : found.map(write).join(", ");
  return `The answer has to name one ${what}, ${write(expected)}: it names ${read}.`;
}
