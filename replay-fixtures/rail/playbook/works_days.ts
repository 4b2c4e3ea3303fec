import type { Facts, Playbook, Slots, Subgoal } from "../../../models/simulated/playbook.ts";
import { NAME_TRAP } from "./traps.ts";

const LIST = String.raw`heading "Notices"[\s\S]*page `;
const NOTICE = String.raw`heading "Notice \d+"`;

function numbers(count: string | undefined): number[] {
  return Array.from({ length: Math.max(1, Number(count ?? "1")) }, (_, index) => index + 1);
}

/** Numbers of the notices found on a page; none before it was read. */
function foundOn(page: number, facts: Facts): string[] {
  return [...(facts[`found.${page}`] ?? "").matchAll(/\d+/g)].map(([digits]) => digits);
}

function listPage(page: number): Subgoal {
  const collect = (rows: readonly Slots[]): string =>
    JSON.stringify(rows.flatMap(({ id }) => id === undefined ? [] : [Number(id)]));
  return {
    id: `list.${page}`,
    title: `look for notices for {station} on page ${page}`,
    at: `${LIST}${page} of`,
    moves: [
      ...(page === 1 ? [] : [
        { when: NOTICE, do: { kind: "back" }, why: "go back to the list of notices" },
        { do: { kind: "click", role: "link", name: "Older notices" }, why: "open the next page of the notices" },
      ] as const),
      { do: { kind: "click", role: "link", name: "Notices" }, why: "open the notices" },
    ],
    yields: [
      ...(page === 1 ? [{ fact: "pages", pattern: String.raw`page 1 of (?<value>\d+)` }] : []),
      {
        fact: `found.${page}`,
        pattern: String.raw`Notice (?<id>\d+), [^\n]* at {station}$|${LIST}`,
        derive: collect,
        whenCaught: { trap: NAME_TRAP.id, pattern: String.raw`Notice (?<id>\d+), [^\n]* at {stem}\b|${LIST}` },
      },
    ],
  };
}

function openNotice(page: number, index: number, notice: string): Subgoal {
  return {
    id: `notice.${page}.${index}`,
    title: `read how long the works of notice ${notice} last`,
    needs: [`found.${page}`],
    at: `heading "Notice ${notice}"`,
    moves: [
      {
        do: { kind: "click", role: "link", name: `Read notice ${notice}` },
        why: "read the notice for this very station",
      },
      { when: NOTICE, do: { kind: "back" }, why: "go back to the list of notices" },
      { do: { kind: "click", role: "link", name: "Older notices" }, why: "look for the notice on the next page" },
      { do: { kind: "click", role: "link", name: "Notices" }, why: "open the notices" },
    ],
    yields: [{ fact: `days.${page}.${index}`, pattern: String.raw`works last (?<value>\d+) days` }],
  };
}

function dayFacts(facts: Facts): string[] {
  return numbers(facts["pages"]).flatMap((page) => foundOn(page, facts).map((_, index) => `days.${page}.${index}`));
}

/** How many days of works are announced for a station. */
export const worksDays: Playbook = {
  id: "rail/works-days",
  goal:
    "^How many days of works do the notices announce for the station (?<station>(?<stem>[^ ,]+)[^,]*), all together\\?$",
  home: "https://rail.test/",
  traps: [NAME_TRAP],
  subgoals: (_slots, facts) =>
    numbers(facts["pages"]).flatMap((page) => [
      listPage(page),
      ...foundOn(page, facts).map((notice, index) => openNotice(page, index, notice)),
    ]),
  answerNeeds: (_slots, facts) => [
    "pages",
    ...numbers(facts["pages"]).map((page) => `found.${page}`),
    ...dayFacts(facts),
  ],
  answer: (_slots, facts) => {
    const days = dayFacts(facts).reduce((total, name) => total + Number(facts[name] ?? "0"), 0);
    return `${days} days`;
  },
};
