import type { StreamFrame, StreamLog } from "../archive/stream_log.ts";

/** How a page under the virtual clock asks for a stream: with the gaps between its pieces. */
const WITH_GAPS = /;\s*m2=gaps\b/i;

/**
 * Tells whether the asker delivers a stream by its own clock, and takes that wish out of the request.
 *
 * @param headers The request's headers, names in lower case.
 * @returns Whether gaps are wanted, and the headers as the site's own page would have sent them.
 */
export function readGapWish(
  headers: Readonly<Record<string, string>>,
): { readonly gaps: boolean; readonly headers: Readonly<Record<string, string>> } {
  const accept = headers["accept"];
  if (accept === undefined || !WITH_GAPS.test(accept)) return { gaps: false, headers };
  return { gaps: true, headers: { ...headers, accept: accept.replace(WITH_GAPS, "") } };
}

/**
 * Writes a recorded event stream as it is sent: all at once.
 *
 * For a page under the virtual clock, comments tell the gaps, and whether the page had left the stream: it then holds still
 * instead of asking for it again. Other clients get the bytes of the recording and nothing else.
 *
 * @param log The frames.
 * @param gaps Whether comments are wanted.
 * @returns The text.
 *
 * @example Two events, half a second apart
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { eventStreamText } from "./event_stream.ts";
 *
 * const log = [
 *   { gapMs: 0, from: "server", text: "data: a\n\n" },
 *   { gapMs: 500, from: "server", text: "data: b\n\n" },
 *   { gapMs: 0, from: "client", close: {} },
 * ] as const;
 * equal(eventStreamText(log, false), "data: a\n\ndata: b\n\n");
 * equal(eventStreamText(log, true), ":m2 recorded\ndata: a\n\n:m2 gap=500\ndata: b\n\n:m2 hold\n");
 * ```
 */
export function eventStreamText(log: StreamLog, gaps: boolean): string {
  const pieces = gaps ? [":m2 recorded\n"] : [];
  for (const frame of log) {
    if (gaps && frame.gapMs > 0) pieces.push(`:m2 gap=${frame.gapMs}\n`);
    if ("text" in frame) pieces.push(frame.text);
    if (gaps && "close" in frame && frame.from === "client") pieces.push(":m2 hold\n");
  }
  return pieces.join("");
}

/** Cuts what comes over an event stream into whole lines, so that nothing is ever put into the middle of one. */
export interface EventStreamCutter {
  /** Takes a chunk and its time; gives the frame that it completes, if it does. */
  take(chunk: string, atMs: number): StreamFrame | undefined;
  /** The end: what is left, and who ended it. */
  end(by: "server" | "client", atMs: number): readonly StreamFrame[];
}

/**
 * Starts cutting a stream.
 *
 * @param startMs When its headers came.
 * @returns The cutter. Gaps are rounded to 10 ms.
 */
export function eventStreamCutter(startMs: number): EventStreamCutter {
  let rest = "";
  let last = startMs;
  const gapTo = (atMs: number) => {
    const gapMs = Math.max(0, Math.round((atMs - last) / 10) * 10);
    last = atMs;
    return gapMs;
  };
  return {
    take(chunk, atMs) {
      const text = rest + chunk;
      const end = text.lastIndexOf("\n") + 1;
      rest = text.slice(end);
      return end === 0 ? undefined : { gapMs: gapTo(atMs), from: "server", text: text.slice(0, end) };
    },
    end(by, atMs) {
      const left: StreamFrame[] = rest === "" ? [] : [{ gapMs: gapTo(atMs), from: "server", text: `${rest}\n` }];
      rest = "";
      return [...left, { gapMs: gapTo(atMs), from: by, close: {} }];
    },
  };
}
