import NodeWebSocket from "ws";
import { EnvironmentError } from "../../../base/mod.ts";
import type { HeaderList } from "../archive/exchange.ts";
import type { StreamFrame } from "../archive/stream_log.ts";

/** The live site's end of a WebSocket. */
export interface UpstreamSocket {
  /** What the site agreed to; the empty text for none. */
  readonly protocol: string;
  /** Passes a frame of the page on. */
  send(frame: StreamFrame): void;
  /** Closes it. */
  close(code: number, reason: string): void;
}

/** What the package offers of what is used here: it comes without types. */
interface Connection {
  readonly protocol: string;
  binaryType: string;
  on(
    event: "open" | "error" | "message" | "close" | "unexpected-response",
    listener: (...args: unknown[]) => void,
  ): void;
  send(data: string | Uint8Array): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
}

/**
 * Opens a WebSocket to where a site really lives, with its own host and headers.
 *
 * @param origin Where the site lives.
 * @param url The site's own address.
 * @param headers The page's headers; those of the handshake itself are made anew.
 * @param protocols Subprotocols that the page asked for.
 * @param onFrame Told of every frame of the site, in order.
 * @param onClose Told when the site closes it.
 * @returns The open connection.
 * @throws {EnvironmentError} When the site refuses it.
 */
export function askUpstreamSocket(
  origin: URL,
  url: URL,
  headers: HeaderList,
  protocols: readonly string[],
  onFrame: (frame: StreamFrame) => void,
  onClose: (code: number, reason: string) => void,
): Promise<UpstreamSocket> {
  const address = new URL(url.pathname + url.search, origin);
  address.protocol = origin.protocol === "https:" ? "wss:" : "ws:";
  const own = Object.fromEntries(headers.filter(([name]) => !HANDSHAKE.test(name)));
  const Constructor = NodeWebSocket as unknown as new (
    address: string,
    protocols: readonly string[],
    options: Readonly<Record<string, unknown>>,
  ) => Connection;
  const connection = new Constructor(address.href, protocols, {
    headers: { ...own, host: url.host },
    perMessageDeflate: false,
  });
  connection.binaryType = "arraybuffer";
  return new Promise((resolve, reject) => {
    connection.on("error", (cause) => {
      const state = cause instanceof Error ? cause.message : String(cause);
      reject(
        new EnvironmentError(`Cannot record ${url.href} as ${origin.origin} must open the WebSocket: ${state}`, {
          hint: "start the site, and check where the recorder's map leads",
          cause,
        }),
      );
    });
    connection.on("message", (data, isBinary) => {
      const bytes = new Uint8Array(data as ArrayBuffer);
      onFrame(
        isBinary === true
          ? { gapMs: 0, from: "server", base64: bytes.toBase64() }
          : { gapMs: 0, from: "server", text: new TextDecoder().decode(bytes) },
      );
    });
    let isOpen = false;
    connection.on("close", (code, reason) => {
      if (isOpen) onClose(Number(code), new TextDecoder().decode(reason as Uint8Array));
    });
    connection.on("open", () => {
      isOpen = true;
      resolve({
        protocol: connection.protocol,
        send(frame) {
          if ("text" in frame) connection.send(frame.text);
          else if ("base64" in frame) connection.send(Uint8Array.fromBase64(frame.base64));
        },
        close: (code, reason) => code === 1000 || code >= 3000 ? connection.close(code, reason) : connection.close(),
      });
    });
  });
}

const HANDSHAKE = /^(connection|upgrade|host|sec-websocket-.*|content-length|keep-alive)$/;
