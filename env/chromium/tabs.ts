import type { BrowserContext, Page } from "playwright";

/** The windows of an episode; the agent sees the newest. */
export interface Tabs {
  /** The page that the agent sees. */
  active(): Page;
  /** Whether the active page was opened by another that is still there. */
  hasOpener(): boolean;
  /** How many windows there have ever been. */
  count(): number;
  /** What pages said in dialogs since it was last asked, one line each, in order. */
  takeNotes(): readonly string[];
}

/**
 * Follows the windows of a context and answers their dialogs: an alert is closed, a question is declined, and nothing
 * keeps a page from being left.
 *
 * @param context The context.
 * @param first Its first page.
 * @param failed Called when a page crashes.
 * @returns The windows.
 */
export function followTabs(context: BrowserContext, first: Page, failed: (what: string) => void): Tabs {
  let pages: readonly Page[] = [first];
  let notes: string[] = [];
  let count = 1;
  const watch = (page: Page) => {
    page.on("close", () => {
      const left = pages.filter((other) => other !== page);
      // The last page stays the active one: what is asked of it then fails, which is the truth.
      if (left.length > 0) pages = left;
    });
    page.on("crash", () => failed("its page crashed"));
    page.on("dialog", (dialog) => {
      const kind = dialog.type();
      if (kind !== "beforeunload") {
        const answer = kind === "alert" ? "closed" : "declined";
        notes = [
          ...notes,
          `- dialog ${JSON.stringify(dialog.message().replace(/\s+/g, " ").trim())} [${kind} ${answer}]`,
        ];
      }
      const done = kind === "beforeunload" || kind === "alert" ? dialog.accept() : dialog.dismiss();
      // A dialog whose page is gone needs no answer.
      done.catch(() => undefined);
    });
  };
  watch(first);
  context.on("page", (page) => {
    count++;
    pages = [...pages, page];
    watch(page);
  });
  return {
    active() {
      const page = pages.at(-1);
      return page ?? first;
    },
    hasOpener: () => pages.length > 1,
    count: () => count,
    takeNotes() {
      const taken = notes;
      notes = [];
      return taken;
    },
  };
}
