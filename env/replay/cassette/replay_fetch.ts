import { ConfigError } from "../../../base/mod.ts";
import type { Archive } from "../archive/archive.ts";
import type { Exchange, RecordedResponse } from "../archive/exchange.ts";
import type { StreamLog } from "../archive/stream_log.ts";
import type { ReplaySession } from "../match/replay_session.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import { canonicalModelCall } from "./canonical_model_call.ts";
import { isCassette } from "./cassette_rules.ts";
import { explainCassetteMiss } from "./explain_cassette_miss.ts";
import { readModelCall } from "./read_model_call.ts";

/** What {@linkcode replayFetch} takes. */
export interface ReplayFetchOptions {
  /** Number or name of the draw of every call; a call's header `x-m2-draw` goes before it. */
  readonly draw?: string;
}

/**
 * Makes a `fetch` that answers a model's client from a cassette, and never from the network.
 *
 * A call is claimed as soon as it is made: the n-th of several equal calls gets the n-th recorded answer, and one more is
 * a miss. Streams come in the chunks in which they were recorded, without waiting. Nothing but an equal call is answered.
 *
 * A call that the cassette does not hold is a {@linkcode CassetteMissError}. Clients that take every failed fetch for a
 * lost connection, send again and hide what it was (the OpenAI client among them) get it when they read the answer:
 * there it passes as it is, at once.
 *
 * @param session A session on the cassette, for one episode: it holds the counters.
 * @param options The draw.
 * @returns The fetch.
 * @throws {ConfigError} When the session's archive is the recording of a site.
 */
export function replayFetch(session: ReplaySession, options: ReplayFetchOptions = {}): typeof fetch {
  const { archive } = session;
  if (!isCassette(archive.manifest)) {
    throw new ConfigError(
      `Cannot answer a model's calls from ${archive.location} as it must be a cassette: it is none`,
      {
        hint: "record one with recordFetch",
      },
    );
  }
  function answer(request: ReplayRequest): Promise<Response> {
    const call = canonicalModelCall(request, request.headers["x-m2-draw"] ?? options.draw);
    const result = session.match(call);
    const exchange = result.exchangeId === undefined ? undefined : archive.index.byId.get(result.exchangeId)?.exchange;
    const isSame = result.level === "exact" || result.level === "canonical";
    if (exchange === undefined || result.exhausted || !isSame) {
      const isUsedUp = (isSame && result.exhausted) || result.miss?.class === "exhausted";
      const error = explainCassetteMiss(archive, call, isUsedUp);
      return isStainless(request) ? Promise.resolve(failingResponse(error)) : Promise.reject(error);
    }
    return respond(archive, exchange);
  }
  return async (input, init) => {
    (init?.signal ?? (input instanceof Request ? input.signal : undefined))?.throwIfAborted();
    const call = readModelCall(input, init);
    return await (call instanceof Promise ? call.then(answer) : answer(call));
  };
}

/** The family of clients that says of itself which try a request is. */
function isStainless({ headers }: ReplayRequest): boolean {
  return headers["x-stainless-lang"] !== undefined || headers["x-stainless-retry-count"] !== undefined;
}

/** An answer that says what went wrong to whoever reads it; its status keeps a client from trying again. */
function failingResponse(error: Error): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: (controller) => controller.error(error) }, {
    highWaterMark: 0,
  });
  return new Response(body, { status: 200, headers: { "content-type": "application/json", "x-replay": "miss" } });
}

async function respond(archive: Archive, exchange: Exchange): Promise<Response> {
  const { response } = exchange;
  if (response === undefined) {
    throw new TypeError(`Cannot reach the model: the recorded call ${exchange.id} failed too`);
  }
  const { status } = response;
  const headers = response.headers.map(([name, value]): [string, string] => [name, value]);
  const isBodiless = status === 204 || status === 205 || status === 304;
  return new Response(isBodiless ? null : chunksOf(await frames(archive, response), response.complete, exchange.id), {
    status,
    headers: [...headers, ["x-replay", "exact"]],
  });
}

async function frames(archive: Archive, { body, stream }: RecordedResponse): Promise<readonly Uint8Array[]> {
  if (stream !== undefined) return (await archive.stream(stream)).flatMap(frameBytes);
  return body === undefined ? [] : [await archive.body(body)];
}

function frameBytes(frame: StreamLog[number]): Uint8Array[] {
  if ("text" in frame) return [new TextEncoder().encode(frame.text)];
  return "base64" in frame ? [Uint8Array.fromBase64(frame.base64)] : [];
}

/** One chunk a read. A reply that was cut is cut again at the same place. */
function chunksOf(
  chunks: readonly Uint8Array[],
  complete: boolean,
  id: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = chunks.values();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = left.next();
      if (done !== true) controller.enqueue(new Uint8Array(value));
      else if (complete) controller.close();
      else controller.error(new TypeError(`Cannot read the rest of the reply: the recorded call ${id} was cut here`));
    },
  }, { highWaterMark: 0 });
}
