import type { PageAction } from "./action.ts";
import type { Capture } from "./observation.ts";

/** Why the page did not take an action; the message beside it is written for the agent. */
export type RefusalReason =
  | "unknown-reference"
  | "not-visible"
  | "covered"
  | "disabled"
  | "not-editable"
  | "no-such-option"
  | "navigation-refused"
  | "no-history";

/** What became of an action. `virtualMs` is how far the page's time moved while it settled. */
export type ActOutcome =
  | { readonly status: "done"; readonly virtualMs: number }
  | { readonly status: "refused"; readonly reason: RefusalReason; readonly message: string; readonly virtualMs: number }
  /** The recording does not hold what the page asked for: the world is no longer the recorded one. */
  | { readonly status: "off-tape"; readonly message: string; readonly virtualMs: number };

/** One exchange as a grader may look at it. Values of cookies and credentials are left out. */
export interface NetworkEvent {
  /** Index of the step during which it was asked; the start page has −1. */
  readonly step: number;
  /** Upper case. */
  readonly method: string;
  /** Whole. */
  readonly url: string;
  /** The request's body as text, where it had one. */
  readonly body?: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** The level of the matcher that answered (`exact`, `stateful`, …), or `live`. */
  readonly level: string;
  /** `document`, `data`, `asset`, `mutation` or `websocket`. */
  readonly kind: string;
}

/** What an episode left behind, for graders and validity. */
export interface BrowserReport {
  /** Where the page stands at the end. */
  readonly finalUrl: string;
  /** State of the site's handlers at the end, by handler name; empty when live. */
  readonly state: Readonly<Record<string, unknown>>;
  /** Every exchange, ordered by step, then URL, then occurrence, never by arrival. */
  readonly exchanges: readonly NetworkEvent[];
  /** `clean` without misses; `degraded` with missing assets; `diverged` from the first missing document, data or mutation on. */
  readonly validity: "clean" | "degraded" | "diverged" | "live";
  /** One sentence a miss, in order. */
  readonly misses: readonly string[];
  /** Connections that reached anything but the replay server; must be 0. */
  readonly leaks: number;
}

/**
 * The web, as one episode meets it. One instance serves one episode.
 *
 * Every method rejects with {@linkcode EnvironmentError} when the browser itself is gone.
 */
export interface Browser {
  /** Opens the start page and settles. */
  reset(startUrl: string): Promise<Extract<ActOutcome, { status: "done" | "off-tape" }>>;
  /** Looks at the page; changes nothing. */
  observe(): Promise<Capture>;
  /** Does one thing and settles. References are those of the last observation. */
  act(action: PageAction): Promise<ActOutcome>;
  /** What happened so far. */
  report(): BrowserReport;
  /** Ends the browser; safe to call twice, and at any moment. */
  close(): Promise<void>;
}
