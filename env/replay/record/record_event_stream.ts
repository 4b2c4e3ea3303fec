import type { Clock } from "../../../base/mod.ts";
import type { StreamFrame, StreamLog } from "../archive/stream_log.ts";
import { eventStreamCutter } from "../serve/event_stream.ts";

/**
 * Passes an event stream on to a page as it comes, and writes it down.
 *
 * @param body The live stream, decoded.
 * @param leave Lets go of the live stream.
 * @param gaps Whether the page is under the virtual clock: it is then told at once that this is no recording.
 * @param clock Tells the gaps; without one they are 0.
 * @param ended Told once it is over: the site ended it, the page left it, or `stop` fired.
 * @param stop The recording's end: what came until then is kept, as if the page had left.
 * @returns The stream for the page.
 */
export function recordEventStream(
  body: ReadableStream<Uint8Array>,
  leave: () => void,
  gaps: boolean,
  clock: Clock | undefined,
  ended: (log: StreamLog) => void,
  stop: AbortSignal,
): ReadableStream<Uint8Array> {
  const now = () => clock?.now() ?? 0;
  const cutter = eventStreamCutter(now());
  const decoder = new TextDecoder();
  const log: StreamFrame[] = [];
  const reader = body.getReader();
  let isOver = false;
  const over = (by: "server" | "client") => {
    if (isOver) return;
    isOver = true;
    log.push(...cutter.end(by, now()));
    ended(log);
    // Cancelling the reader would wait for a chunk that may never come.
    if (by === "client") leave();
  };
  stop.addEventListener("abort", () => over("client"), { once: true });
  return new ReadableStream({
    start(controller) {
      if (gaps) controller.enqueue(new TextEncoder().encode(":m2 live\n"));
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done || isOver) {
          over("server");
          return controller.close();
        }
        const frame = cutter.take(decoder.decode(value, { stream: true }), now());
        if (frame !== undefined) log.push(frame);
        controller.enqueue(value);
      } catch {
        // The site broke off: for the page and in the recording, the stream ends here.
        over("server");
        controller.close();
      }
    },
    cancel: () => over("client"),
  });
}
