import type { PageProfile } from "../env/mod.ts";

/** What every page of the sites written for this project is shown as the world's fixed facts. */
export const PROFILE: PageProfile = {
  epochMs: Date.UTC(2031, 2, 3, 9),
  seed: 20_310_303,
  viewport: { width: 1280, height: 720 },
  locale: "en-GB",
  timezone: "UTC",
};
