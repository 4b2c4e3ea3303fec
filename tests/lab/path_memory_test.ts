import { assertEquals, assertRejects } from "@std/assert";
import { EnvironmentError } from "../../base/mod.ts";
import type { Browser, PageAction } from "../../env/mod.ts";
import { PathMemory } from "../../lab/mod.ts";

const click = (ref: string): PageAction => ({ kind: "click", ref });
const START = "https://pond.test/";

/** A site whose page shows the path that led to it, and counts its browsers and what they did. */
function pathSite(salt = "") {
  const log = { opened: 0, closed: 0, acts: 0 };
  const open = (): Promise<Browser> => {
    log.opened++;
    let path: string[] = [];
    let isSeen = false;
    return Promise.resolve({
      reset: () => {
        path = [];
        isSeen = false;
        return Promise.resolve({ status: "done" as const, virtualMs: 100 });
      },
      observe: () => {
        isSeen = true;
        return Promise.resolve({
          observation: { url: START, title: "pond", text: `${path.join(" ")}${salt}` },
          screenshot: { sha256: "a".repeat(64), width: 1280, height: 720, bytes: new Uint8Array([1, 2, 3]) },
        });
      },
      act: (action) => {
        // As in a real browser, references are those of the last observation.
        if (!isSeen) throw new TypeError(`Cannot ${action.kind} as the page was not looked at`);
        isSeen = false;
        log.acts++;
        path.push(action.kind === "click" ? action.ref : action.kind);
        return Promise.resolve({ status: "done" as const, virtualMs: 10 * path.length });
      },
      report: () => ({
        finalUrl: `${START}${path.length}`,
        state: {},
        exchanges: [],
        validity: "clean" as const,
        misses: [],
        leaks: 0,
      }),
      close: () => {
        log.closed++;
        return Promise.resolve();
      },
    });
  };
  return { open, log };
}

/** Goes a way and tells what was seen. */
async function walk(browser: Browser, refs: readonly string[]): Promise<string[]> {
  await browser.reset(START);
  const seen = [(await browser.observe()).observation.text];
  for (const ref of refs) {
    const outcome = await browser.act(click(ref));
    seen.push(`${outcome.virtualMs} ${(await browser.observe()).observation.text}`);
  }
  seen.push(browser.report().finalUrl);
  await browser.close();
  return seen;
}

Deno.test("a path that was watched is walked again without a browser", async () => {
  const { open, log } = pathSite();
  const memory = new PathMemory();
  const seen = await walk(memory.watch("pond", await open()), ["e1", "e2"]);
  assertEquals(await walk(memory.recall("pond", open), ["e1", "e2"]), seen);
  assertEquals(log, { opened: 1, closed: 1, acts: 2 });
});

Deno.test("where a path leaves what is known, a browser is taken there and goes on", async () => {
  const { open, log } = pathSite();
  const memory = new PathMemory();
  await walk(memory.watch("pond", await open()), ["e1", "e2"]);
  const fresh = await walk(await open(), ["e1", "e3", "e4"]);
  assertEquals(await walk(memory.recall("pond", open), ["e1", "e3", "e4"]), fresh);
  // The third browser was taken over e1, and did e3 and e4.
  assertEquals(log, { opened: 3, closed: 3, acts: 2 + 3 + 3 });
  assertEquals(await walk(memory.recall("pond", open), ["e1", "e3"]).then((seen) => seen.at(-1)), `${START}2`);
  assertEquals(log.opened, 3);
});

Deno.test("a memory that knows nothing of a site uses a browser from the start", async () => {
  const { open, log } = pathSite();
  const memory = new PathMemory();
  const other = pathSite();
  await walk(memory.watch("farm", await other.open()), ["e1"]);
  assertEquals(await walk(memory.recall("pond", open), ["e1"]), ["", "10 e1", `${START}1`]);
  assertEquals(log, { opened: 1, closed: 1, acts: 1 });
});

Deno.test("pictures are remembered by hash alone", async () => {
  const { open } = pathSite();
  const memory = new PathMemory();
  await walk(memory.watch("pond", await open()), []);
  const browser = memory.recall("pond", open);
  await browser.reset(START);
  const { screenshot } = await browser.observe();
  assertEquals([screenshot?.width, screenshot?.bytes.length], [1280, 0]);
});

Deno.test("a page that is not the remembered one is refused, and the browser closed", async () => {
  const memory = new PathMemory();
  await walk(memory.watch("pond", await pathSite().open()), ["e1", "e2"]);
  const changed = pathSite(" today");
  const browser = memory.recall("pond", changed.open);
  await browser.reset(START);
  await browser.act(click("e1"));
  const error = await assertRejects(() => browser.act(click("e9")), EnvironmentError);
  assertEquals(
    error.message,
    "Cannot take a browser to step 1 as every page must be the remembered one: step 0 differs",
  );
  assertEquals(changed.log.closed, 1);
});
