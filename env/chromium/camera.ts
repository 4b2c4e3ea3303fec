import type { CDPSession, Page } from "playwright";
import { sha256 } from "../../base/mod.ts";
import type { Capture, PageProfile } from "../mod.ts";
import type { Lifeline } from "./lifeline.ts";

/** Takes pictures of an episode's pages. */
export interface Camera {
  /** What is in view, one pixel a CSS pixel. */
  take(page: Page): Promise<NonNullable<Capture["screenshot"]>>;
}

/**
 * Makes a camera.
 *
 * It asks the browser itself rather than Playwright, which would put a style into the page and so wake its observers.
 * Nothing moves by then: settling has ended the animations, and the page's agent hides the caret.
 *
 * @param lifeline Ends the wait when the browser is gone.
 * @param viewport The size of a picture.
 * @returns The camera.
 */
export function createCamera(lifeline: Lifeline, viewport: PageProfile["viewport"]): Camera {
  const sessions = new WeakMap<Page, Promise<CDPSession>>();
  const sessionOf = (page: Page): Promise<CDPSession> => {
    const known = sessions.get(page) ?? page.context().newCDPSession(page);
    sessions.set(page, known);
    return known;
  };
  return {
    async take(page) {
      const session = await lifeline.hold(sessionOf(page));
      const { data } = await lifeline.hold(
        session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true }),
      );
      const bytes = Uint8Array.fromBase64(data);
      return { sha256: sha256(bytes), width: viewport.width, height: viewport.height, bytes };
    },
  };
}
