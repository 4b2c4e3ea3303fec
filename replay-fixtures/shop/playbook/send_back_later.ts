import type { Facts, Playbook } from "../../../models/simulated/mod.ts";
import { addDays, isoDate, longDate } from "../world/format.ts";
import { openAccount, SIGN_IN_WORDS } from "./account_parts.ts";
import { nth, numberOr } from "./facts.ts";
import { findProduct, named, openProduct } from "./product_parts.ts";
import { entry, HOME, orderLine, titled } from "./text.ts";
import { NAMESAKE } from "./traps.ts";

/** The last day for an article; the empty text where a fact is absent. */
function until(facts: Facts, i: number): string {
  const day = isoDate(nth(facts, "day", i) ?? "");
  return day === undefined ? "" : addDays(day, numberOr(nth(facts, "returns", i), 0));
}

/** Days from two orders, numbers of days from two products. */
export const SEND_BACK_LATER: Playbook = {
  id: "shop/send-back-later",
  goal:
    `^${SIGN_IN_WORDS} Which may I send back longer, the (?<item0>.+) of my order (?<order0>[\\d-]+) or the (?<item1>.+) of my order (?<order1>[\\d-]+), and until which day\\?$`,
  home: HOME,
  traps: [NAMESAKE],
  subgoals: () => [
    openAccount([0, 1].map((i) => ({ fact: `day.${i}`, pattern: orderLine(`{order${i}}`) }))),
    ...[0, 1].flatMap((i) => {
      const item = named(i, `item${i}`);
      return [
        openProduct(item),
        {
          id: `returns.${i}`,
          title: `find out how long the {item${i}} may be sent back`,
          at: titled(`Delivery and fees for {item${i}}[^"]*`),
          moves: [
            {
              when: titled(`{item${i}}[^"]*`),
              do: { kind: "click", role: "link", name: "Delivery and fees" } as const,
              why: "look up the days for sending it back",
            },
            ...findProduct(item),
          ],
          yields: [{ fact: `returns.${i}`, pattern: entry("Returns", String.raw`within (?<value>\d+) days`) }],
        },
      ];
    }),
  ],
  answerNeeds: () => ["day.0", "returns.0", "day.1", "returns.1"],
  answer: (slots, facts) => {
    const last = until(facts, 1) > until(facts, 0) ? 1 : 0;
    const day = until(facts, last);
    return `The ${slots[`item${last}`]}, until ${day === "" ? "a day that I do not know" : longDate(day)}.`;
  },
};
