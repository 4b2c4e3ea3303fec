import { findChromium, openChromium } from "../../../env/chromium/mod.ts";
import type { Browser, PageAction } from "../../../env/mod.ts";
import { type Answer, type ScriptedSite, scriptedSite } from "./scripted_site.ts";

/** What a test works with. */
export interface Bench {
  readonly browser: Browser;
  readonly site: ScriptedSite;
  /** The page as the agent reads it. */
  text(): Promise<string>;
  /** The reference in the first line of the last text that holds these words. */
  ref(words: string): string;
  /** Acts, and tells the outcome and the page after it. */
  act(action: PageAction): Promise<{ readonly outcome: Awaited<ReturnType<Browser["act"]>>; readonly text: string }>;
}

/**
 * Runs a test against a real browser, opened on `http://shop.test/`, and closes both whatever happens.
 *
 * @param answer The site.
 * @param test The test.
 * @param options Pictures, or not.
 */
export async function withBrowser(
  answer: Answer,
  test: (bench: Bench) => Promise<void>,
  options: { readonly screenshots?: boolean } = {},
): Promise<void> {
  const site = scriptedSite(answer);
  try {
    const browser = await openChromium({
      chromium: findChromium(Deno.env.toObject()),
      transport: site,
      screenshots: options.screenshots ?? false,
    });
    try {
      let last = "";
      const text = async () => last = (await browser.observe()).observation.text;
      await browser.reset("http://shop.test/");
      await text();
      await test({
        browser,
        site,
        text,
        ref(words) {
          const line = last.split("\n").find((line) => line.includes(words) && line.includes("[ref="));
          const ref = /\[ref=(e\d+)\]/.exec(line ?? "")?.[1];
          if (ref === undefined) throw new Error(`no reference beside ${words} in:\n${last}`);
          return ref;
        },
        async act(action) {
          const outcome = await browser.act(action);
          return { outcome, text: await text() };
        },
      });
    } finally {
      await browser.close();
    }
  } finally {
    await site.close();
  }
}
