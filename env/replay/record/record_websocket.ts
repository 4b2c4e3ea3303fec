import type { Clock } from "../../../base/mod.ts";
import type { StreamFrame, StreamLog } from "../archive/stream_log.ts";
import type { LoopbackRequest } from "../serve/loopback_server.ts";
import { handshakeProtocol, type PageSocket, pageSocket, readWebSocketWish } from "../serve/play_websocket.ts";
import { askUpstreamSocket } from "./upstream_socket.ts";

/** A WebSocket as it was recorded. */
export interface RecordedWebSocket {
  /** What the site agreed to; the empty text for none. */
  readonly protocol: string;
  /** Everything that went over it, in order. */
  readonly log: StreamLog;
}

/**
 * Passes a WebSocket between a page and the live site, and writes its frames down.
 *
 * @param origin Where the site lives.
 * @param asked The page's request.
 * @param upgrade Takes the page's connection over.
 * @param clock Tells the gaps; without one they are 0.
 * @param ended Told once it is over, or `stop` fires.
 * @param stop The recording's end: what went over until then is kept.
 * @returns The answer to the page.
 * @throws {EnvironmentError} When the site refuses it.
 */
export async function recordWebSocket(
  origin: URL,
  asked: LoopbackRequest,
  upgrade: NonNullable<LoopbackRequest["upgrade"]>,
  clock: Clock | undefined,
  ended: (recorded: RecordedWebSocket) => void,
  stop: AbortSignal,
): Promise<Response> {
  const wish = readWebSocketWish(asked.headers["sec-websocket-protocol"]);
  const log: StreamFrame[] = [];
  const early: StreamFrame[] = [];
  let page: PageSocket | undefined;
  let last = clock?.now() ?? 0;
  let isOver = false;
  const note = (frame: StreamFrame) => {
    const now = clock?.now() ?? 0;
    log.push({ ...frame, gapMs: Math.max(0, Math.round((now - last) / 10) * 10) });
    last = now;
  };
  const over = (by: "server" | "client", code: number, reason: string) => {
    if (isOver) return;
    isOver = true;
    note({ gapMs: 0, from: by, close: { code, reason } });
    if (by === "server") page?.send([{ gapMs: 0, from: by, close: { code, reason } }], false);
    ended({ protocol: site.protocol, log });
  };
  const site = await askUpstreamSocket(
    origin,
    new URL(asked.url),
    Object.entries(asked.headers),
    wish.protocols,
    (frame) => {
      note(frame);
      if (page === undefined) early.push(frame);
      else page.send([frame], false);
    },
    (code, reason) => over("server", code, reason),
  );
  const { socket, response } = upgrade(handshakeProtocol(wish, site.protocol));
  const end = pageSocket(socket, wish, (frame) => {
    note(frame);
    site.send(frame);
    // A page under the virtual clock waits for the answer to each of its frames; what the site says to it comes later.
    if (wish.enveloped) end.send([], true);
  }, (code, reason) => {
    site.close(code, reason);
    over("client", code, reason);
  });
  socket.addEventListener("open", () => {
    page = end;
    end.open(site.protocol);
    if (early.length > 0) end.send(early, false);
  });
  stop.addEventListener("abort", () => {
    over("client", 1001, "");
    site.close(1001, "");
  }, { once: true });
  return response;
}
