import { env } from "node:process";
import type { BrowserType } from "playwright";

/**
 * Loads Playwright the first time that a browser is wanted, since its import takes a third of a second.
 *
 * @returns Its Chromium launcher.
 */
export async function loadChromiumLauncher(): Promise<BrowserType> {
  // Playwright looks through /proc at import to learn whether it runs on WSL, for which Deno wants every permission.
  env.__IS_WSL_TEST__ = "1";
  const { chromium } = await import("playwright");
  return chromium;
}
