import { canonicalJson } from "../../../base/mod.ts";
import type { StreamFrame, StreamLog } from "../archive/stream_log.ts";

/** The subprotocol of pages that deliver frames by their own clock; see `env/chromium/page/streams.ts`. */
const FRAMES = "m2.frames";

/** What a page asks of a WebSocket. */
export interface WebSocketWish {
  /** Whether frames are wanted in envelopes, with their gaps. */
  readonly enveloped: boolean;
  /** Subprotocols that the site's own page asked for. */
  readonly protocols: readonly string[];
}

/**
 * Reads what a page asks of a WebSocket.
 *
 * @param header The `sec-websocket-protocol` header.
 * @returns The wish.
 */
export function readWebSocketWish(header: string | undefined): WebSocketWish {
  const all = (header ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "");
  return { enveloped: all.includes(FRAMES), protocols: all.filter((name) => name !== FRAMES) };
}

/**
 * The subprotocol to agree on.
 *
 * @param wish What the page asks.
 * @param agreed What the site agreed to.
 * @returns The name for the handshake, or nothing for none.
 */
export function handshakeProtocol(wish: WebSocketWish, agreed: string): string | undefined {
  if (wish.enveloped) return FRAMES;
  // A page that did not ask for it would refuse it.
  return wish.protocols.includes(agreed) ? agreed : undefined;
}

/** One end of a WebSocket towards a page, whichever way it wants its frames. */
export interface PageSocket {
  /** Tells the page that it is open. */
  open(protocol: string): void;
  /** Sends frames; in envelopes they go out as one. */
  send(frames: readonly StreamFrame[], ack: boolean): void;
  /** Closes it. */
  close(code: number, reason: string): void;
}

/**
 * Speaks to a page over a WebSocket.
 *
 * @param socket The page's connection.
 * @param wish How it wants its frames.
 * @param onFrame Told of every frame of the page.
 * @param onClose Told when the page closes it.
 * @returns The end to speak with.
 */
export function pageSocket(
  socket: WebSocket,
  { enveloped }: WebSocketWish,
  onFrame: (frame: StreamFrame) => void,
  onClose: (code: number, reason: string) => void,
): PageSocket {
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => onFrame(enveloped ? unpacked(String(data)) : plainFrame(data)));
  socket.addEventListener("close", ({ code, reason }) => onClose(code, reason));
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  return {
    open(protocol) {
      if (enveloped && isOpen()) socket.send(JSON.stringify({ protocol }));
    },
    send(frames, ack) {
      if (!isOpen()) return;
      if (enveloped) return socket.send(JSON.stringify({ ack, frames }));
      for (const frame of frames) {
        if ("text" in frame) socket.send(frame.text);
        else if ("base64" in frame) socket.send(Uint8Array.fromBase64(frame.base64));
        else socket.close(sendable(frame.close.code), frame.close.reason ?? "");
      }
    },
    close(code, reason) {
      if (isOpen()) socket.close(code, reason);
    },
  };
}

function unpacked(text: string): StreamFrame {
  const frame = JSON.parse(text) as { readonly text?: string; readonly base64?: string };
  return frame.base64 === undefined
    ? { gapMs: 0, from: "client", text: frame.text ?? "" }
    : { gapMs: 0, from: "client", base64: frame.base64 };
}

/**
 * A message as a frame of the client.
 *
 * @param data Text or an ArrayBuffer.
 * @returns The frame, without a gap.
 */
export function plainFrame(data: unknown): StreamFrame {
  if (data instanceof ArrayBuffer) return { gapMs: 0, from: "client", base64: new Uint8Array(data).toBase64() };
  return { gapMs: 0, from: "client", text: String(data) };
}

/** A code that may be sent: 1005 and its like only ever tell that none was. */
function sendable(code: number | undefined): number {
  return code !== undefined && (code === 1000 || code >= 3000) ? code : 1000;
}

/**
 * Plays a recorded WebSocket to a page.
 *
 * What the server said after the page's n-th frame goes out when that frame has come, never by time: so it follows what
 * the page does. A frame of the page that is not the recorded one ends the connection with 1011.
 *
 * @param log The recorded frames.
 * @param page The page's end.
 * @param redact Replaces secrets in a text of the page, as they were when it was recorded.
 * @param onMiss Told why a frame is not the recorded one.
 * @returns Takes each frame of the page.
 */
export function playWebSocket(
  log: StreamLog,
  page: PageSocket,
  redact: (text: string) => string,
  onMiss: (reason: string) => void,
): (frame: StreamFrame) => void {
  let at = 0;
  let sent = 0;
  const serverFrames = (): StreamFrame[] => {
    const frames: StreamFrame[] = [];
    // The page's own going away is nothing to wait for.
    while (at < log.length && log[at]!.from === "server") frames.push(log[at++]!);
    return frames;
  };
  page.send(serverFrames(), false);
  return (frame) => {
    const expected = log[at];
    const number = ++sent;
    if (expected === undefined || "close" in expected) {
      onMiss(`frame ${number} of the page was not recorded: it sent ${number - 1}`);
      return page.close(1011, "not in the recording");
    }
    const difference = frameDifference(frame, expected, redact);
    if (difference !== undefined) {
      onMiss(`frame ${number} of the page differs${difference}`);
      return page.close(1011, "not in the recording");
    }
    at++;
    page.send(serverFrames(), true);
  };
}

/** Where two frames differ: the empty text where it cannot be told, nothing where they are equal. */
function frameDifference(
  asked: StreamFrame,
  recorded: StreamFrame,
  redact: (text: string) => string,
): string | undefined {
  if ("base64" in asked || "base64" in recorded) {
    return "base64" in asked && "base64" in recorded && asked.base64 === recorded.base64 ? undefined : "";
  }
  if (!("text" in asked) || !("text" in recorded)) return "";
  const text = redact(asked.text);
  if (text === recorded.text || meaning(text) === meaning(recorded.text)) return undefined;
  return `: ${JSON.stringify(text.slice(0, 80))} vs ${JSON.stringify(recorded.text.slice(0, 80))}`;
}

/** JSON in one spelling; other text as it is. */
function meaning(text: string): string {
  if (!/^\s*[[{]/.test(text) || text.length > 1_000_000) return text;
  try {
    return canonicalJson(JSON.parse(text));
  } catch (error) {
    // Too deep for the stack is no reason to fail: then only equal texts are equal.
    if (error instanceof SyntaxError || error instanceof RangeError) return text;
    throw error;
  }
}
