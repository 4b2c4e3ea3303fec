import type { PageActivity } from "./activity.ts";
import type { MessageCount } from "./message_count.ts";
import type { Outline, OutlineReader } from "./outline.ts";
import type { Editing, Selection, Target, Targets } from "./targets.ts";
import type { Turnstile } from "./turnstile.ts";
import type { PageClock, TimerStatus } from "./virtual_clock.ts";

/** How a frame stands once it has come to rest in real time. */
export interface FrameStatus extends TimerStatus {
  /** Whether it still waits for the network or is about to leave. */
  readonly busy: boolean;
  /** Whether a navigation began that has not yet replaced the document. */
  readonly leaving: boolean;
  /** Windows asked for since the document began. */
  readonly opened: number;
  /** Messages sent to dedicated workers, or by one to its owner, less messages heard. */
  readonly messages: number;
  /** What has come from the network and from other threads, and waits to be let in. */
  readonly waiting: number;
  /** Orders the workers of a page; the same in every run, whenever each of them was found. Frames leave it empty. */
  readonly rank: string;
}

/** A frame as observed. */
export interface FrameView extends Outline {
  readonly url: string;
  readonly title: string;
}

/** What every frame offers to the host, under one hidden name. */
export interface PageAgent {
  /** Moves time to `now`, fires what is due if asked to, and waits in real time until the frame is at rest. */
  settle(now: number, fire: boolean, patienceMs: number): Promise<FrameStatus>;
  /** Lets in what has come from the network and from other threads. */
  letIn(): Promise<void>;
  /** Gives up a navigation that came to nothing. */
  stay(): void;
  view(maxLines: number): FrameView;
  /** Addresses that the frame's links lead to, in document order. */
  links(): readonly string[];
  /** Place of a frame's element among {@linkcode Outline.frames} of the last view; −1 where it was not shown. */
  placeOf(frame: Element): number;
  find(index: number, need: "click" | "type" | "select"): Target;
  findFrame(frame: Element, x: number, y: number): Target;
  edit(index: number): Editing;
  setValue(index: number, text: string): void;
  select(index: number, option: string): Selection;
  scroll(direction: "up" | "down"): void;
}

/**
 * Puts the parts of a frame's agent together.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The frame's global object.
 * @param clock Its clock.
 * @param turnstile What waits for its turn.
 * @param activity What it waits for.
 * @param messages What it said to its workers, and heard from them.
 * @param outline Its tree.
 * @param targets Where to act.
 * @returns The agent.
 */
export function assembleAgent(
  realm: Window & typeof globalThis,
  clock: PageClock,
  turnstile: Turnstile,
  activity: PageActivity,
  messages: MessageCount,
  outline: OutlineReader,
  targets: Targets,
): PageAgent {
  /** Rounds without a sign of life after which a frame is at rest. */
  const QUIET_ROUNDS = 2;
  const MAX_ROUNDS = 30;
  const FRAME_PATIENCE_MS = 50;
  const isTop = realm === realm.top;

  // A caret blinks on real time. It cannot be stopped, only made invisible; a page that sets its own sheets gets it again.
  const sheet = new realm.CSSStyleSheet();
  sheet.replaceSync("* { caret-color: transparent !important }");
  const hideCaret = () => {
    const { adoptedStyleSheets } = realm.document;
    if (!adoptedStyleSheets.includes(sheet)) realm.document.adoptedStyleSheets = [...adoptedStyleSheets, sheet];
  };

  const signs = () => activity.changes() + activity.workStarted() + clock.timersSet() + messages.balance();

  /** Observers of size and visibility, scrolling and transitions report when a frame is drawn; that can take 16 ms. */
  const draw = async () => {
    // The top frame draws for all inside it; a hidden window draws nothing.
    if (isTop && !realm.document.hidden) await clock.nextFrame(FRAME_PATIENCE_MS);
  };

  const rest = async (patienceMs: number): Promise<boolean> => {
    let quiet = 0;
    let waited = 0;
    let mustDraw = activity.watchesFrames();
    for (let round = 0; round < MAX_ROUNDS && quiet < QUIET_ROUNDS;) {
      const before = signs();
      const ended = activity.endAnimations();
      await clock.hop();
      if (activity.isBusy()) {
        if (waited >= patienceMs) return true;
        await clock.pause(1);
        waited++;
        quiet = 0;
        mustDraw = activity.watchesFrames();
        continue;
      }
      if (mustDraw || ended > 0) await draw();
      await clock.hop();
      const isQuiet = ended === 0 && signs() === before;
      mustDraw = !isQuiet && activity.watchesFrames();
      quiet = isQuiet ? quiet + 1 : 0;
      round++;
    }
    return activity.isBusy();
  };

  return {
    async settle(now, fire, patienceMs) {
      clock.setTime(now);
      if (fire) await clock.fire(activity.workStarted);
      const busy = await rest(patienceMs);
      return {
        ...clock.status(),
        busy,
        leaving: activity.isLeaving(),
        opened: activity.opened(),
        messages: messages.balance(),
        waiting: turnstile.waiting(),
        rank: "",
      };
    },
    letIn: () => turnstile.letIn(),
    stay: activity.stay,
    view(maxLines) {
      hideCaret();
      return { ...outline.read(maxLines), url: realm.location.href, title: realm.document.title };
    },
    links: () =>
      Array.from(realm.document.querySelectorAll<HTMLAnchorElement>("a[href],area[href]"), ({ href }) => String(href)),
    placeOf: outline.placeOf,
    find: targets.find,
    findFrame: targets.findFrame,
    edit: targets.edit,
    setValue: targets.setValue,
    select: targets.select,
    scroll: targets.scroll,
  };
}
