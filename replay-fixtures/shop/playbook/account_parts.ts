import type { Move, Subgoal, Yield } from "../../../models/simulated/mod.ts";
import { rowsOf } from "./facts.ts";
import { titled } from "./text.ts";

/** How a goal says who signs in; the slots are `number` and `password`. */
export const SIGN_IN_WORDS = String.raw`Sign in as customer (?<number>\d+) with the password (?<password>\S+)\.`;

/** Ways to the account from anywhere. */
const TO_ACCOUNT: readonly Move[] = [
  {
    when: titled("Sign in"),
    unless: String.raw`textbox "Customer number"[^\n]*: "?{number}`,
    do: { kind: "type", role: "textbox", name: "Customer number", text: "{number}" },
    why: "fill in the customer number",
  },
  {
    when: titled("Sign in"),
    do: { kind: "type", role: "textbox", name: "Password", text: "{password}", submit: true },
    why: "fill in the password and sign in",
  },
  { do: { kind: "click", role: "link", name: "My account" }, why: "open the account" },
];

/**
 * The account's page, behind the sign-in.
 *
 * @param yields What is read there.
 * @returns A subgoal `account`.
 */
export function openAccount(yields: readonly Yield[] = []): Subgoal {
  return { id: "account", title: "sign in", at: titled("My account"), moves: TO_ACCOUNT, yields };
}

/**
 * The page of the order of the day in slot `day`.
 *
 * @returns A subgoal `order` with the fact `order`: rows of quantity, name and what was paid for one.
 */
export function readOrder(): Subgoal {
  return {
    id: "order",
    title: "read the order of {day}",
    at: titled("Order of {day}"),
    moves: [
      {
        when: titled("My account"),
        do: { kind: "click", role: "link", name: String.raw`Order [\d-]+`, within: "of {day}$" },
        why: "open the order of that day",
      },
      ...TO_ACCOUNT,
    ],
    yields: [{
      fact: "order",
      pattern: String.raw`(?<quantity>\d+) times (?<name>[^\n]+) at (?<paid>£[\d.]+)`,
      derive: rowsOf("quantity", "name", "paid"),
    }],
  };
}
