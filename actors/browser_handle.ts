import { canonicalJson, EnvironmentError, sha256 } from "../base/mod.ts";
import type { ActOutcome, Browser, BrowserReport, PageAction } from "../env/mod.ts";
import type { EpisodeInput } from "./episode.ts";
import type { ResetOutcome } from "./browser_machine.ts";
import type { BrowserOutput, Seen } from "./events.ts";

/** A browser that is opened at the first need, looked at with hashes, and surely closed. */
export interface BrowserHandle {
  reset(url: string): Promise<ResetOutcome>;
  observe(step: number): Promise<Seen>;
  act(action: PageAction): Promise<ActOutcome>;
  /** Safe to call twice and at any moment, also while the browser still opens. */
  close(): Promise<BrowserOutput>;
  /** Screenshot hashes by step. */
  readonly evidence: readonly { readonly step: number; readonly screenshot: string }[];
}

/** The report of an episode whose browser never opened. */
export const NO_REPORT: BrowserReport = {
  finalUrl: "",
  state: {},
  exchanges: [],
  validity: "clean",
  misses: [],
  leaks: 0,
};

/**
 * Makes the handle of one episode's browser.
 *
 * @param input How to open it, and where blobs go.
 * @param timed Times what the browser itself does; hashing is ours.
 * @returns The handle; nothing is opened yet.
 */
export function browserHandle(
  { openBrowser, putBlob }: Pick<EpisodeInput, "openBrowser" | "putBlob">,
  timed: <T>(work: () => Promise<T>) => Promise<T>,
): BrowserHandle {
  const evidence: { step: number; screenshot: string }[] = [];
  let opening: Promise<Browser> | undefined;
  let closing: Promise<BrowserOutput> | undefined;
  const browser = () => {
    if (opening === undefined) throw new EnvironmentError("Cannot use the browser as it must be open: it is not");
    return opening;
  };
  return {
    evidence,
    async reset(url) {
      opening ??= openBrowser();
      return (await opening).reset(url);
    },
    async observe(step) {
      const { observation, screenshot } = await timed(async () => (await browser()).observe());
      const text = canonicalJson(observation);
      const hash = sha256(text);
      putBlob(hash, text);
      if (screenshot === undefined) return { observation, sha256: hash };
      const { bytes, ...reference } = screenshot;
      putBlob(reference.sha256, bytes);
      evidence.push({ step, screenshot: reference.sha256 });
      return { observation, sha256: hash, screenshot: reference };
    },
    act: (action) => timed(async () => (await browser()).act(action)),
    close() {
      closing ??= closeAll(opening);
      return closing;
    },
  };
}

async function closeAll(opening: Promise<Browser> | undefined): Promise<BrowserOutput> {
  if (opening === undefined) return { report: NO_REPORT };
  const opened = await opening.then((browser) => ({ browser }), () => undefined);
  // A browser that did not open was told as the failure of the reset; there is nothing to close.
  if (opened === undefined) return { report: NO_REPORT };
  const { browser } = opened;
  try {
    return { report: browser.report() };
  } finally {
    await browser.close();
  }
}
