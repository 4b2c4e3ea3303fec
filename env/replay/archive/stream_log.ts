import { z } from "zod";
import { canonicalJson, parseOrExplain } from "../../../base/mod.ts";
import { ArchiveError } from "../replay_error.ts";

const payload = {
  /** Virtual time since the frame before, rounded to 10 ms: no wall time enters an archive. */
  gapMs: z.int().nonnegative(),
  from: z.enum(["server", "client"]),
};

/** One piece of a stream: a chunk of an event stream, a WebSocket frame, or its end. One line of `streams/<sha256>.jsonl`. */
export const streamFrameSchema = z.union([
  z.strictObject({ ...payload, text: z.string() }),
  z.strictObject({ ...payload, base64: z.base64() }),
  /** The end: `server` or `client` closed it. WebSockets have a code and a reason. */
  z.strictObject({ ...payload, close: z.strictObject({ code: z.int().optional(), reason: z.string().optional() }) }),
]);

/** One piece of a stream; see {@linkcode streamFrameSchema}. */
export type StreamFrame = z.infer<typeof streamFrameSchema>;

/** Everything that went over one stream, in order. */
export type StreamLog = readonly StreamFrame[];

/**
 * Writes a log as it is stored: one frame a line. Equal logs give equal text.
 *
 * @param log The frames.
 * @returns The text; its SHA-256 is its name.
 */
export function writeStreamLog(log: StreamLog): string {
  return log.map((frame) => canonicalJson(frame) + "\n").join("");
}

/**
 * Reads a stored log.
 *
 * @param text As stored.
 * @param what What it is, for messages.
 * @returns The frames.
 * @throws {ArchiveError} When a line is no frame.
 */
export function parseStreamLog(text: string, what: string): StreamLog {
  return text.split("\n").filter((line) => line !== "").map((line, index) => {
    try {
      return parseOrExplain(streamFrameSchema, JSON.parse(line), `line ${index + 1}`);
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      throw new ArchiveError(`Cannot read ${what} as every line must be a frame: ${cause.message}`, {
        hint: "restore the file from version control, or record the site again",
        cause,
      });
    }
  });
}
