import type { HttpHandler } from "msw/http";
import { getResponse } from "msw/utils/get-response";
import { HarnessError } from "../../../base/mod.ts";
import type { PageTransport } from "../../transport.ts";
import { answerEventStream, answerWebSocket } from "./answer_stream.ts";
import { readGapWish } from "./event_stream.ts";
import { exchangeLog } from "./exchange_log.ts";
import { loopbackCertificate } from "./loopback_certificate.ts";
import { type LoopbackRequest, serveLoopback, sitePorts } from "./loopback_server.ts";
import type { MatchResult } from "../match/match_result.ts";
import { pageResponse } from "./page_response.ts";
import { decodeBody } from "../request/decode_body.ts";
import { redactorOf } from "../request/redaction.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import type { ReplaySession } from "../match/replay_session.ts";
import { destinationOf, isMutation, kindOf } from "../request/request_kind.ts";
import { bodyOf } from "../request/canonical_key.ts";
import { withWorkerStart } from "./worker_start.ts";
import { toHandlers } from "./to_handlers.ts";

/** What {@linkcode serveReplay} takes. */
export interface ServeReplayOptions {
  /** Your own MSW handlers, asked before the recording. */
  readonly userHandlers?: readonly HttpHandler[];
  /**
   * Port of the TLS listener.
   *
   * @default 0, which lets the system choose
   */
  readonly port?: number;
}

/**
 * Serves a session to one browser: a TLS and a plain server on the loopback interface that stand for every site.
 *
 * A request that the recording does not hold gets a typed miss, never the network. Responses go out decoded, not
 * cacheable, and with the recording's date, so that nothing in the page hangs on the real clock.
 *
 * @param session The episode's session; no other server may share it.
 * @param options Own handlers and port.
 * @returns The transport; close it when the episode ends.
 */
export async function serveReplay(session: ReplaySession, options: ServeReplayOptions = {}): Promise<PageTransport> {
  const { userHandlers = [], port = 0 } = options;
  const { profile } = session.archive;
  const log = exchangeLog();
  const redactor = redactorOf(session.archive.manifest.redaction.key);
  const read = new WeakMap<Request, ReplayRequest>();
  const decided = new WeakMap<Request, MatchResult>();
  const handlers = [
    ...userHandlers,
    ...toHandlers(session, {
      read: (request) => read.get(request),
      decided: (request, result) => void decided.set(request, result),
    }),
  ];
  let step = -1;
  let workerStart: string | undefined;
  let failure: unknown;

  async function answer(arrived: LoopbackRequest): Promise<Response> {
    const arrivedAt = step;
    if (arrived.upgrade !== undefined) {
      const result = session.match(arrived);
      log.add({
        step: arrivedAt,
        method: arrived.method,
        url: redactor.url(new URL(arrived.url)),
        status: result.answer.type === "websocket" ? 101 : 0,
        level: result.level,
        kind: "websocket",
      });
      return await answerWebSocket(session, result, arrived, arrived.upgrade);
    }
    const { gaps, headers: asSite } = readGapWish(arrived.headers);
    const asked = { ...arrived, headers: asSite };
    const { response: plain, result } = userHandlers.length === 0 ? await askSession(asked) : await askHandlers(asked);
    const sent = await answerEventStream(session, plain, result, gaps);
    const response = await withWorkerStart(sent, asked, workerStart);
    const { method, url, body, headers } = asked;
    const address = new URL(url);
    log.add({
      step: arrivedAt,
      method,
      url: redactor.url(address),
      ...(body === undefined ? {} : { body: bodyText(body, headers) }),
      status: response.type === "error" ? 0 : response.status,
      level: result?.level ?? "user",
      kind: result?.kind ??
        kindOf(asked, destinationOf(asked), isMutation(asked, address, bodyOf(asked), session.archive.rules)),
    });
    return pageResponse(response, profile.epochMs, result?.keepable);
  }

  /** Without handlers of the user, MSW would decide the same and only cost time. */
  async function askSession(asked: ReplayRequest) {
    const result = session.match(asked);
    return { response: await session.respond(result), result };
  }

  async function askHandlers({ method, url, headers, body }: LoopbackRequest) {
    const request = new Request(url, { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) });
    read.set(request, { method, url, headers, ...(body === undefined ? {} : { body }) });
    const response = await getResponse(handlers, request);
    if (response !== undefined) return { response, result: decided.get(request) };
    throw new HarnessError(`Cannot answer ${method} ${url} as one handler must take every request: none did`);
  }

  function bodyText(bytes: Uint8Array, headers: Readonly<Record<string, string>>): string {
    const decoded = decodeBody(bytes, headers["content-encoding"]);
    return new TextDecoder().decode(redactor.body(decoded, headers["content-type"]));
  }

  const server = serveLoopback({
    certificate: await loopbackCertificate(),
    port,
    sitePorts: sitePorts(session.archive.exchanges.map(({ request }) => request.url)),
    answer,
    onError: (error) => failure ??= error,
  });
  return {
    resolverRules: server.resolverRules,
    profile,
    setStep(next) {
      step = next;
      session.setStep(next);
    },
    inFlight: () => server.inFlight(),
    diverged() {
      if (failure !== undefined) throw failure;
      return session.diverged();
    },
    report() {
      if (failure !== undefined) throw failure;
      return {
        state: session.state(),
        exchanges: log.sorted(),
        validity: session.validity(),
        misses: session.misses().map(({ sentence }) => sentence),
        leaks: 0,
      };
    },
    beginWorkersWith: (script) => void (workerStart = script),
    close: () => server.close(),
  };
}
