import type { Facts, Playbook } from "../../../models/simulated/mod.ts";
import { nth, readRows, rowsOf } from "./facts.ts";
import { HOME, literally, titled } from "./text.ts";

function stores(facts: Facts): string[] {
  return readRows(facts["stores"], 1).map(([name = ""]) => name);
}

/** Every store has to be looked at. */
export const CLOSING_LAST: Playbook = {
  id: "shop/closing-last",
  goal: "^Which store closes last on a (?<weekday>\\w+), and what is its telephone number\\?$",
  home: HOME,
  traps: [],
  subgoals: (_slots, facts) => [
    {
      id: "stores",
      title: "find all stores",
      at: titled("Our stores"),
      moves: [{ do: { kind: "click", role: "link", name: "Stores" }, why: "open the list of stores" }],
      yields: [{ fact: "stores", pattern: `link "(?<name>[^"]+) store"`, derive: rowsOf("name") }],
    },
    ...stores(facts).map((name, i) => ({
      id: `store.${i}`,
      title: `read the hours of the ${name} store`,
      needs: ["stores"],
      at: titled(`${literally(name)} store`),
      moves: [
        {
          do: { kind: "click", role: "link", name: `${literally(name)} store` } as const,
          why: "open the page of the next store",
        },
        { do: { kind: "click", role: "link", name: "Stores" } as const, why: "go back to the list of stores" },
      ],
      yields: [
        { fact: `closes.${i}`, pattern: String.raw`{weekday} from \d\d:\d\d to (?<value>\d\d:\d\d)` },
        { fact: `phone.${i}`, pattern: String.raw`telephone (?<value>\d+ \d+)` },
      ],
    })),
  ],
  answerNeeds: (_slots, facts) => ["stores", ...stores(facts).flatMap((_, i) => [`closes.${i}`, `phone.${i}`])],
  answer: (_slots, facts) => {
    const all = stores(facts);
    const last = all.reduce(
      (best, _, i) => (nth(facts, "closes", i) ?? "") > (nth(facts, "closes", best) ?? "") ? i : best,
      0,
    );
    return `The ${all[last]} store, telephone ${nth(facts, "phone", last) ?? "unknown"}.`;
  },
};
