import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { IncomingMessage } from "node:http";
import { EnvironmentError } from "../../../base/mod.ts";
import type { HeaderList } from "../archive/exchange.ts";

/** A request as it goes to the live site. */
export interface UpstreamRequest {
  readonly method: string;
  /** The site's own address; its host is sent as `host`. */
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body?: Uint8Array;
}

/** What the live site answered. */
export interface UpstreamResponse {
  readonly status: number;
  /** As sent, names in lower case. */
  readonly headers: HeaderList;
  /** Body bytes as sent, still encoded, as they come. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets go of the body: the connection ends at once. */
  stop(): void;
}

/**
 * Sends a request to where a site really lives, with its own host, headers and bytes.
 *
 * `fetch` would replace the host, add headers of its own, and decode the body while keeping its encoding header.
 *
 * @param origin Where the site lives: `http://127.0.0.1:8080`.
 * @param request The request.
 * @returns The answer, once its headers are there.
 * @throws {EnvironmentError} When the site cannot be reached.
 */
export function askUpstream(origin: URL, request: UpstreamRequest): Promise<UpstreamResponse> {
  const { method, url, body } = request;
  const send = origin.protocol === "https:" ? httpsRequest : httpRequest;
  const headers: Record<string, string | string[]> = { host: url.host };
  for (const [name, value] of request.headers) {
    if (CONNECTION_HEADERS.has(name)) continue;
    headers[name] = value;
  }
  // Encodings that a body can be taken out of again.
  if (headers["accept-encoding"] !== undefined) headers["accept-encoding"] = "gzip, deflate, br";
  if (body !== undefined) headers["content-length"] = String(body.length);
  return new Promise((resolve, reject) => {
    const outgoing = send({
      // A kept connection would outlive the recording.
      agent: false,
      hostname: origin.hostname,
      port: origin.port === "" ? (origin.protocol === "https:" ? 443 : 80) : Number(origin.port),
      method,
      path: url.pathname + url.search,
      headers,
    }, (incoming: IncomingMessage) => {
      resolve({
        status: incoming.statusCode ?? 502,
        headers: pairsOf(incoming.rawHeaders),
        body: incoming,
        stop: () => void incoming.destroy(),
      });
    });
    outgoing.on("error", (cause: Error) => {
      reject(
        new EnvironmentError(`Cannot record ${method} ${url.href} as ${origin.origin} must answer: ${cause.message}`, {
          hint: "start the site, and check where the recorder's map leads",
          cause,
        }),
      );
    });
    if (body !== undefined) outgoing.write(body);
    outgoing.end();
  });
}

const CONNECTION_HEADERS = new Set([
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

function pairsOf(raw: readonly string[]): HeaderList {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at]!.toLowerCase(), raw[at + 1]!]);
  return pairs;
}
