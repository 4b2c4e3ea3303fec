import { z } from "zod";
import { type StreamFrame, streamFrameSchema, type StreamLog } from "../archive/stream_log.ts";
import { eventStreamCutter } from "../serve/event_stream.ts";
import { type HarEntry, webSocketMessageSchema } from "./har_entry.ts";
import type { NoteIssue } from "./har_report.ts";
import { fromBase64 } from "./har_response_body.ts";

/**
 * Reads the frames of a WebSocket.
 *
 * @param entry The entry.
 * @param note Told of what cannot be read.
 * @returns The log, or nothing where the HAR holds no frames.
 */
export function readWebSocket(entry: HarEntry, note: NoteIssue): StreamLog | undefined {
  const own = readOwnStream(entry);
  if (own !== undefined) return own;
  if (entry._webSocketMessages === undefined) return undefined;
  const log: StreamFrame[] = [];
  let last: number | undefined;
  let refused = 0;
  for (const value of entry._webSocketMessages) {
    const read = webSocketMessageSchema.safeParse(value);
    if (!read.success) {
      refused++;
      continue;
    }
    const { type, time, opcode, data } = read.data;
    const gapMs = Math.min(
      Math.max(0, Math.round(((time ?? last ?? 0) - (last ?? time ?? 0)) * 100) * 10),
      LONGEST_GAP,
    );
    if (time !== undefined) last = time;
    const from = type === "send" ? "client" : "server";
    const bytes = opcode === 2 ? fromBase64(data) : undefined;
    if (opcode === 2 && bytes === undefined) refused++;
    else if (opcode === 2) log.push({ gapMs, from, base64: padded(data) });
    else log.push({ gapMs, from, text: data.toWellFormed() });
  }
  if (refused > 0) note("lost-frames", "lossy", `${refused} of its frames cannot be read`);
  return log;
}

/** A day: a longer gap is a wrong clock. */
const LONGEST_GAP = 86_400_000;

/**
 * Reads an event stream from its text: every event is there, their times are not.
 *
 * @param entry The entry.
 * @param text What the stream sent.
 * @param note Told that the times are lost.
 * @returns The log; the stream ends after it.
 */
export function readEventStream(entry: HarEntry, text: string, note: NoteIssue): StreamLog {
  const own = readOwnStream(entry);
  if (own !== undefined) return own;
  note("stream-without-times", "note", "the times of the stream's events are not in the HAR: all come at once");
  const cutter = eventStreamCutter(0);
  const frame = cutter.take(text, 0);
  return [...(frame === undefined ? [] : [frame]), ...cutter.end("server", 0)];
}

/** Frames as an export of ours keeps them. */
export function readOwnStream(entry: HarEntry): StreamLog | undefined {
  const read = z.array(streamFrameSchema).safeParse(entry._m2?.stream);
  return read.success ? read.data : undefined;
}

function padded(data: string): string {
  const plain = data.replaceAll(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "");
  return plain + "=".repeat((4 - plain.length % 4) % 4);
}
