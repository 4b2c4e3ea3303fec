import { canonicalJson, EnvironmentError, sha256 } from "../base/mod.ts";
import type { ActOutcome, Browser, BrowserReport, Capture, PageAction } from "../env/mod.ts";

/** A place that a path of actions leads to. */
interface Place {
  readonly outcome: ActOutcome;
  readonly report: BrowserReport;
  capture?: Capture;
  readonly onward: Map<string, Place>;
}

/**
 * What a recorded site showed after each path of actions that was ever taken on it.
 *
 * A replayed site answers the same path with the same observations, which is what M2Lab's transcripts stand on. So a
 * sweep, in which the same tasks are done again and again by slightly different readers, needs a browser only where a
 * reader goes a way that none went before. Pictures are kept by hash, without their bytes.
 */
export class PathMemory {
  readonly #starts = new Map<string, Place>();

  /**
   * Notes what a browser shows, and leaves it as it is.
   *
   * @param site Which recording.
   * @param browser The browser; used through what is returned from now on.
   * @returns The same browser, watched.
   */
  watch(site: string, browser: Browser): Browser {
    return this.#follow(site, { opened: browser, open: () => Promise.resolve(browser) });
  }

  /**
   * Makes a browser that answers from memory as far as the path is known, and only then opens a real one, takes it to
   * the same place, and goes on with it.
   *
   * @param site Which recording.
   * @param open Opens a real browser; called at most once.
   * @returns The browser.
   */
  recall(site: string, open: () => Promise<Browser>): Browser {
    return this.#follow(site, { open });
  }

  #follow(site: string, source: { readonly open: () => Promise<Browser>; readonly opened?: Browser }): Browser {
    const starts = this.#starts;
    const path: PageAction[] = [];
    let startUrl = "";
    let real = source.opened;
    let place: Place | undefined;

    const here = (): Place => {
      if (place !== undefined) return place;
      throw new TypeError("Cannot use the page as it must be reset first: it was not");
    };
    const enter = async (known: Map<string, Place>, key: string, go: (browser: Browser) => Promise<ActOutcome>) => {
      const before = known.get(key);
      if (before !== undefined && real === undefined) return place = before;
      const browser = real ??= await retrace(await source.open(), starts.get(`${site} ${startUrl}`), startUrl, path);
      const outcome = await go(browser);
      const there = before ?? { outcome, report: browser.report(), onward: new Map() };
      known.set(key, there);
      return place = there;
    };
    return {
      async reset(url) {
        startUrl = url;
        const start = await enter(starts, `${site} ${url}`, (browser) => browser.reset(url));
        return start.outcome as Extract<ActOutcome, { status: "done" | "off-tape" }>;
      },
      async observe() {
        const at = here();
        if (at.capture !== undefined && real === undefined) return at.capture;
        real ??= await retrace(await source.open(), starts.get(`${site} ${startUrl}`), startUrl, path);
        const capture = await real.observe();
        at.capture ??= withoutBytes(capture);
        return capture;
      },
      async act(action) {
        const there = await enter(here().onward, canonicalJson(action), (browser) => browser.act(action));
        path.push(action);
        return there.outcome;
      },
      report: () => real?.report() ?? here().report,
      close: () => real?.close() ?? Promise.resolve(),
    };
  }
}

/** Takes a fresh browser to where a path leads, and refuses a page that is not the one remembered. */
async function retrace(
  browser: Browser,
  start: Place | undefined,
  startUrl: string,
  path: readonly PageAction[],
): Promise<Browser> {
  if (start === undefined) return browser;
  try {
    await browser.reset(startUrl);
    let place: Place | undefined = start;
    for (const [index, action] of path.entries()) {
      await lookAgain(browser, place, index, path.length);
      await browser.act(action);
      place = place?.onward.get(canonicalJson(action));
    }
    await lookAgain(browser, place, path.length, path.length);
    return browser;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** References are those of the last observation, so each page is looked at before it is acted on. */
async function lookAgain(browser: Browser, place: Place | undefined, index: number, length: number): Promise<void> {
  const known: Capture | undefined = place?.capture;
  if (known === undefined) return;
  const capture = await browser.observe();
  if (textHash(known) === textHash(capture)) return;
  throw new EnvironmentError(
    `Cannot take a browser to step ${length} as every page must be the remembered one: step ${index} differs`,
    { hint: "the recording or its replay is not deterministic there; verify the run" },
  );
}

function textHash(capture: Capture): string {
  return sha256(canonicalJson(capture.observation));
}

function withoutBytes(capture: Capture): Capture {
  if (capture.screenshot === undefined) return capture;
  return { ...capture, screenshot: { ...capture.screenshot, bytes: new Uint8Array() } };
}
