import type { LoopbackCertificate } from "./loopback_certificate.ts";
import { sendAtOnce } from "./no_delay.ts";

/** One request as it came in, under the address that the browser meant. */
export interface LoopbackRequest {
  /** Upper case. */
  readonly method: string;
  /** Whole, with the site's own host; `wss:` or `ws:` where a WebSocket is asked for. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes as sent; left out when there were none, since the wire does not tell an empty body from none. */
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Takes the connection over as a WebSocket; there where it was asked for. The answer is then the `response`. */
  readonly upgrade?: (protocol?: string) => { readonly socket: WebSocket; readonly response: Response };
}

/** What {@linkcode serveLoopback} takes. */
export interface LoopbackOptions {
  readonly certificate: LoopbackCertificate;
  /** Answers; what it throws becomes a broken connection and goes to `onError`. */
  readonly answer: (request: LoopbackRequest) => Promise<Response>;
  /** Told of what `answer` threw. */
  readonly onError: (error: unknown) => void;
  /** Port of the TLS listener; 0 lets the system choose. */
  readonly port?: number;
  /** Ports of sites beside 443 and 80, each of which gets a listener of its own. */
  readonly sitePorts?: readonly SitePort[];
}

/** A port at which a site is asked for. */
export interface SitePort {
  readonly scheme: "https" | "http";
  readonly port: number;
}

/**
 * Finds the ports beside 443 and 80 at which addresses are asked for.
 *
 * @param urls Whole addresses.
 * @returns Each scheme and port once, in the order of the addresses.
 *
 * @example A site on a port of its own
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { sitePorts } from "./loopback_server.ts";
 *
 * deepEqual(sitePorts(["https://a.test/", "http://a.test:8080/x"]), [{ scheme: "http", port: 8080 }]);
 * ```
 */
export function sitePorts(urls: Iterable<string>): readonly SitePort[] {
  const found = new Map<string, SitePort>();
  for (const url of urls) {
    const [, scheme, port] = /^(?:http|ws)(s?):\/\/[^/?#]*:(\d+)(?:[/?#]|$)/.exec(url) ?? [];
    if (port === undefined || found.has(`${scheme}${port}`)) continue;
    found.set(`${scheme}${port}`, { scheme: scheme === "s" ? "https" : "http", port: Number(port) });
  }
  return [...found.values()];
}

/** Listeners on the loopback interface: one with TLS, one without, and one for each further port of a site. */
export interface LoopbackServer {
  /** Value of Chromium's `--host-resolver-rules`. */
  readonly resolverRules: string;
  /** Port of the TLS listener. */
  readonly port: number;
  /** Port of the plain listener. */
  readonly plainPort: number;
  /** Requests that arrived and are not wholly sent; event streams do not count. */
  inFlight(): number;
  /** Stops both at once, open connections included. */
  close(): Promise<void>;
}

/**
 * Starts a server that a browser takes for every site: names lead to it through the resolver rules.
 *
 * @param options Certificate and what to answer.
 * @returns The running server.
 */
export function serveLoopback(options: LoopbackOptions): LoopbackServer {
  const { certificate, answer, onError, port = 0, sitePorts: ports = [] } = options;
  let open = 0;
  const stop = new AbortController();
  const sockets = new Set<WebSocket>();
  const upgradeOf = (request: Request) => (protocol?: string) => {
    const upgraded = Deno.upgradeWebSocket(request, protocol === undefined ? {} : { protocol });
    const { socket } = upgraded;
    sockets.add(socket);
    socket.addEventListener("close", () => sockets.delete(socket));
    return upgraded;
  };
  const serve = (scheme: "https" | "http") => async (request: Request, info: Deno.ServeHandlerInfo) => {
    open++;
    let counted = true;
    const done = () => {
      if (counted) open--;
      counted = false;
    };
    // A browser that goes away rejects it; either way the request is over.
    info.completed.then(done, done);
    try {
      const read = await readRequest(scheme, request);
      if (read === undefined) return brokenResponse();
      const response = await answer(isUpgrade(request) ? { ...read, upgrade: upgradeOf(request) } : read);
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
      if (response.status === 101 || isStream) done();
      return response.type === "error" ? brokenResponse() : response;
    } catch (error) {
      onError(error);
      return brokenResponse();
    }
  };
  const common = { hostname: "127.0.0.1", signal: stop.signal, onListen() {} };
  const tls = Deno.serve({ ...common, port, cert: certificate.cert, key: certificate.key }, serve("https"));
  const plain = Deno.serve({ ...common, port: 0 }, serve("http"));
  const others = ports.map(({ scheme, port: asked }) => {
    const tlsOptions = scheme === "https" ? { cert: certificate.cert, key: certificate.key } : {};
    const server = Deno.serve({ ...common, ...tlsOptions, port: 0 }, serve(scheme));
    return { server, rule: `MAP *:${asked} 127.0.0.1:${server.addr.port}, ` };
  });
  for (const { addr } of [tls, plain, ...others.map(({ server }) => server)]) sendAtOnce(addr.port);
  return {
    resolverRules: others.map(({ rule }) => rule).join("") +
      `MAP *:443 127.0.0.1:${tls.addr.port}, MAP *:80 127.0.0.1:${plain.addr.port}, MAP * ~NOTFOUND`,
    port: tls.addr.port,
    plainPort: plain.addr.port,
    inFlight: () => open,
    async close() {
      for (const socket of sockets) socket.close();
      stop.abort();
      await Promise.all([tls, plain, ...others.map(({ server }) => server)].map(({ finished }) => finished));
    },
  };
}

/** The request, or nothing where the browser went away while it sent the body: then nobody waits for an answer. */
async function readRequest(scheme: "https" | "http", request: Request): Promise<LoopbackRequest | undefined> {
  const url = siteUrl(isUpgrade(request) ? scheme.replace("http", "ws") : scheme, request);
  const { method } = request;
  const headers = Object.fromEntries(request.headers);
  if (request.body === null) return { method, url, headers };
  try {
    const body = await request.bytes();
    return body.length === 0 ? { method, url, headers } : { method, url, headers, body };
  } catch {
    return undefined;
  }
}

function isUpgrade(request: Request): boolean {
  return request.headers.get("upgrade")?.toLowerCase() === "websocket";
}

/** The host that the browser meant: HTTP/2 has it in the URL, HTTP/1.1 in its header. */
function siteUrl(scheme: string, request: Request): string {
  const url = new URL(request.url);
  return `${scheme}://${request.headers.get("host") ?? url.host}${url.pathname}${url.search}`;
}

/** As near to a failed connection as a running server can come: headers, then an error in the body. */
function brokenResponse(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.error(new Error("the recorded request failed"));
    },
  });
  return new Response(body, { status: 502 });
}
