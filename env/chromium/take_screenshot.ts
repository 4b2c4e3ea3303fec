import type { Page } from "playwright";
import { sha256 } from "../../base/mod.ts";
import type { Capture, PageProfile } from "../mod.ts";
import type { Lifeline } from "./lifeline.ts";

/**
 * Takes a picture of what is in view: one pixel a CSS pixel, animations ended, no caret.
 *
 * @param lifeline Ends the wait when the browser is gone.
 * @param page The page.
 * @param viewport Its size.
 * @returns The PNG with its hash.
 */
export async function takeScreenshot(
  lifeline: Lifeline,
  page: Page,
  viewport: PageProfile["viewport"],
): Promise<NonNullable<Capture["screenshot"]>> {
  const buffer = await lifeline.hold(
    page.screenshot({ type: "png", animations: "disabled", caret: "hide", scale: "css", timeout: 0 }),
  );
  const bytes = new Uint8Array(buffer);
  return { sha256: sha256(bytes), width: viewport.width, height: viewport.height, bytes };
}
