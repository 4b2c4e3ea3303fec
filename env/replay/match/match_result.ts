import type { BodyRef, HeaderList } from "../archive/exchange.ts";
import type { MatchLevel } from "./level.ts";
import type { ReplayMiss } from "./replay_miss.ts";
import type { RequestKind } from "../request/request_kind.ts";

/** Where the bytes of an answer come from. */
export type AnswerBody =
  | { readonly from: "nowhere" }
  | { readonly from: "text"; readonly text: string }
  /** A stored body; `start` to `end` (exclusive) of it where only a range was asked for. */
  | { readonly from: "archive"; readonly ref: BodyRef; readonly start?: number; readonly end?: number }
  /** A log: the transport sends its frames one by one. */
  | { readonly from: "stream"; readonly ref: BodyRef };

/** What the page is answered. */
export type ReplayAnswer =
  | {
    readonly type: "response";
    readonly status: number;
    /** Ready to be sent: no hop-by-hop headers, no length or encoding of another body. */
    readonly headers: HeaderList;
    readonly body: AnswerBody;
  }
  /** A WebSocket: the transport upgrades the connection and plays the log. */
  | { readonly type: "websocket"; readonly headers: HeaderList; readonly log: BodyRef }
  /** The recorded request failed, and so does this one. */
  | { readonly type: "failure" };

/** What a session decided about one request. */
export interface MatchResult {
  /** The level that answered. */
  readonly level: MatchLevel;
  /** What the request was for. */
  readonly kind: RequestKind;
  /** What the page gets. */
  readonly answer: ReplayAnswer;
  /** The recorded exchange that answered, where one did. */
  readonly exchangeId?: string;
  /** How near the answer is to what was asked for, from 0 to 1; only of a fuzzy one. */
  readonly score?: number;
  /** The handler that answered. */
  readonly handler?: string;
  /** Recorded under another chain of mutations than the session's. */
  readonly unchained: boolean;
  /** Served again after the last recorded occurrence; all of them are equal. */
  readonly exhausted: boolean;
  /** An asset for which the recording knows but this one answer: the browser may keep it, as nothing can be asked twice. */
  readonly keepable?: true;
  /** Why nothing answered. */
  readonly miss?: ReplayMiss;
}
