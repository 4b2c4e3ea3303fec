import type { BrowserContext, Frame } from "playwright";
import type { PageTransport } from "../mod.ts";
import { callAgent, type Reply } from "./frame_agent.ts";
import type { Lifeline } from "./lifeline.ts";
import type { NetworkWatch } from "./network_watch.ts";
import type { FrameStatus } from "./page/agent.ts";
import { beginningScript } from "./page_script.ts";
import type { Tabs } from "./tabs.ts";
import type { WorkerRealm, Workers } from "./workers.ts";
import { nextTime } from "./time_rule.ts";

/** What moves the episode's virtual time. */
export interface Settler {
  /** Virtual milliseconds since the episode began. */
  now(): number;
  /** Tells documents to come which step they belong to. */
  beginStep(step: number): Promise<void>;
  /** Lets time go on until the pages are at rest, and at least by `atLeastMs`. */
  settle(atLeastMs?: number): Promise<void>;
}

/** What a settler needs. */
export interface SettlerOptions {
  readonly context: BrowserContext;
  readonly tabs: Tabs;
  readonly network: NetworkWatch;
  readonly transport: PageTransport;
  readonly lifeline: Lifeline;
  readonly workers: Workers;
}

/** Whatever has a clock and timers of its own. */
type Realm = Frame | WorkerRealm;

function isFrame(realm: Realm): realm is Frame {
  return "childFrames" in realm;
}

/** Frames have none and stay before the workers, in their own order. */
function rankOf(reply: Reply<FrameStatus>): string {
  return reply.status === "said" ? reply.value.rank : "";
}

function compareRanks(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Real milliseconds that one call waits inside a page that waits for its network. */
const PATIENCE_MS = 30;
/** Looks without any sign of life, while the server owes nothing, after which what seems pending is taken for an open stream. */
const PATIENCE_LOOKS = 40;
/** The same where the browser owes nothing either: a navigation that came to nothing, such as a file. */
const SHORT_PATIENCE_LOOKS = 12;

/**
 * Makes the settler of an episode.
 *
 * Time moves from timer to timer, and only when nothing is under way: no request in the browser or at the server, no
 * task in any frame. So the order of what happens does not depend on how long the server takes.
 *
 * @param options The episode's parts.
 * @returns The settler.
 */
export async function createSettler(options: SettlerOptions): Promise<Settler> {
  const { context, tabs, network, transport, lifeline, workers } = options;
  let now = 0;
  let step = -1;
  let expectedTabs = 1;
  const openedBy = new WeakMap<Frame, number>();
  /** Messages whose receiver is gone: they are waited for no more. */
  let lost = 0;
  let beginning = await lifeline.hold(context.addInitScript(beginningScript({ now, step })));

  /** New documents must begin at the present time, not at the episode's start. */
  const tellDocuments = async () => {
    const replaced = beginning.dispose();
    const [next] = await lifeline.hold(
      Promise.all([context.addInitScript(beginningScript({ now, step })), replaced]),
    );
    beginning = next;
  };

  const countWindows = (frame: Frame, opened: number) => {
    const before = openedBy.get(frame) ?? 0;
    // A smaller number is a new document's.
    expectedTabs += opened >= before ? opened - before : opened;
    openedBy.set(frame, opened);
  };

  /** Waits, in real time, until nothing is under way; `fire` names the realm whose due timers fire first. */
  const rest = async (fire?: Realm): Promise<ReadonlyMap<Realm, FrameStatus>> => {
    let firing = fire;
    let looks = 0;
    for (;;) {
      const events = network.events();
      const page = tabs.active();
      const frames = page.frames();
      const crew = workers.of(page);
      const replies = await Promise.all([
        ...frames.map(async (frame): Promise<readonly [Realm, Reply<FrameStatus>]> => [
          frame,
          await callAgent(lifeline, frame, "settle", now, frame === firing, PATIENCE_MS),
        ]),
        ...crew.map(async (worker): Promise<readonly [Realm, Reply<FrameStatus>]> => [
          worker,
          await worker.settle(now, worker === firing, PATIENCE_MS),
        ]),
      ]);
      replies.sort(([, a], [, b]) => compareRanks(rankOf(a), rankOf(b)));
      firing = undefined;
      const statuses = new Map<Realm, FrameStatus>();
      const leaving: Frame[] = [];
      let onTheirWay = 0;
      let isWaiting = network.pending() > 0 || transport.inFlight() > 0;
      let isSteady = events === network.events() && page === tabs.active() && page.frames().length === frames.length &&
        workers.of(page).length === crew.length;
      let latest = now;
      for (const [realm, reply] of replies) {
        if (reply.status === "gone") isSteady = false;
        if (reply.status !== "said") continue;
        statuses.set(realm, reply.value);
        onTheirWay += reply.value.messages;
        if (isFrame(realm)) {
          countWindows(realm, reply.value.opened);
          if (reply.value.leaving) leaving.push(realm);
        }
        latest = Math.max(latest, reply.value.now);
        if (reply.value.busy) isWaiting = true;
      }
      if (tabs.count() < expectedTabs) isWaiting = true;
      // What a page and its workers said to each other and have not heard is still to be worked on.
      if (onTheirWay > lost) isWaiting = true;
      else lost = Math.max(0, onTheirWay);
      if (latest > now) {
        // A page that waited in a busy loop takes all others with it.
        now = latest;
        await tellDocuments();
        isSteady = false;
      }
      if (!isWaiting && isSteady) {
        // One realm after another, in one order: what the first sets off may be what the second is waiting for.
        const next = [...statuses].find(([, { waiting }]) => waiting > 0)?.[0];
        if (next === undefined) return statuses;
        await (isFrame(next) ? callAgent(lifeline, next, "letIn") : next.letIn());
        looks = 0;
        continue;
      }
      looks = isSteady && transport.inFlight() === 0 ? looks + 1 : 0;
      if (looks >= (network.pending() > 0 ? PATIENCE_LOOKS : SHORT_PATIENCE_LOOKS)) {
        network.forget();
        expectedTabs = tabs.count();
        lost = Math.max(0, onTheirWay);
        for (const frame of leaving) await callAgent(lifeline, frame, "stay");
        const next = [...statuses].filter(([, { waiting }]) => waiting > 0);
        if (next.length === 0) return statuses;
        for (const [realm] of next) await (isFrame(realm) ? callAgent(lifeline, realm, "letIn") : realm.letIn());
        looks = 0;
      }
    }
  };

  return {
    now: () => now,
    async beginStep(index) {
      step = index;
      await tellDocuments();
    },
    async settle(atLeastMs = 0) {
      const start = now;
      const until = start + atLeastMs;
      let freshAt = start;
      let statuses = await rest();
      for (;;) {
        let first: Realm | undefined;
        let nextDue: number | undefined;
        let nextFresh: number | undefined;
        for (const [realm, status] of statuses) {
          if (status.nextDue !== null && (nextDue === undefined || status.nextDue < nextDue)) {
            nextDue = status.nextDue;
            first = realm;
          }
          if (status.nextFresh !== null && (nextFresh === undefined || status.nextFresh < nextFresh)) {
            nextFresh = status.nextFresh;
          }
        }
        const due = nextTime({ now, start, freshAt, until, nextDue, nextFresh });
        if (due === undefined) break;
        if (nextFresh !== undefined && nextFresh <= due) freshAt = due;
        if (due > now) {
          now = due;
          await tellDocuments();
        }
        statuses = await rest(first);
      }
      if (now < until) {
        now = until;
        await tellDocuments();
        await rest();
      }
    },
  };
}
