import { assertEquals } from "@std/assert";
import { nextTime, type TimeQuestion } from "../../../env/chromium/time_rule.ts";

const ask = (question: Partial<TimeQuestion>) =>
  nextTime({ now: 100, start: 100, freshAt: 100, until: 100, nextDue: undefined, nextFresh: undefined, ...question });

Deno.test("nextTime() goes to the next timer, leaves the far future alone and gives series half a second", () => {
  assertEquals(ask({}), undefined);
  assertEquals(ask({ nextDue: 400, nextFresh: 400 }), 400);
  assertEquals(ask({ nextDue: 50, nextFresh: 50 }), 100, "what is overdue fires now");
  assertEquals(ask({ nextDue: 2100, nextFresh: 2100 }), 2100);
  assertEquals(ask({ nextDue: 2101, nextFresh: 2101 }), undefined);
  assertEquals(ask({ nextDue: 600 }), 600);
  assertEquals(ask({ nextDue: 601 }), undefined);
  assertEquals(ask({ nextDue: 601, nextFresh: 1500 }), 601, "a series goes on while something else is to come");
  assertEquals(ask({ now: 5000, nextDue: 5200, nextFresh: 5200 }), undefined, "never at rest");
  assertEquals(ask({ until: 9000, nextDue: 8000, nextFresh: 8000 }), 8000, "an agent that waits");
});
