import type { Clock } from "../../../base/mod.ts";
import type { PageProfile, PageTransport } from "../../transport.ts";
import type { Archive } from "../archive/archive.ts";
import { decodeBody } from "../request/decode_body.ts";
import { exchangeLog } from "../serve/exchange_log.ts";
import type { HeaderList } from "../archive/exchange.ts";
import { loopbackCertificate } from "../serve/loopback_certificate.ts";
import { type LoopbackRequest, serveLoopback, sitePorts } from "../serve/loopback_server.ts";
import { addLayer } from "../archive/layers.ts";
import type { ReplaySession } from "../match/replay_session.ts";
import { answerEventStream, answerWebSocket } from "../serve/answer_stream.ts";
import { openArchive } from "../archive/open_archive.ts";
import { pageResponse } from "../serve/page_response.ts";
import { recordingOf } from "./recording.ts";
import { redactorOf } from "../request/redaction.ts";
import { type ReplayRulesInput, replayRulesSchema, ruleCovers } from "../archive/replay_rules.ts";
import { destinationOf, isMutation, kindOf } from "../request/request_kind.ts";
import { bodyOf } from "../request/canonical_key.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import { readGapWish } from "../serve/event_stream.ts";
import { recordEventStream } from "./record_event_stream.ts";
import { recordWebSocket } from "./record_websocket.ts";
import { withWorkerStart } from "../serve/worker_start.ts";
import { servedHeaders } from "../match/served_headers.ts";
import { askUpstream } from "./upstream.ts";
import { writeArchive } from "../archive/write_archive.ts";

/** What {@linkcode serveRecorder} takes. */
export interface ServeRecorderOptions {
  /** Readable name of the site: `shop`. */
  readonly site: string;
  /** The world's fixed facts, kept in the archive. */
  readonly profile: PageProfile;
  /** Where each host really lives: `{ "shop.test": "http://127.0.0.1:8080", "shop.test:8443": "https://127.0.0.1:9000" }`. */
  readonly map: Readonly<Record<string, string>>;
  /** Which other origins are asked where their names lead, certificates checked. @default none */
  readonly reach?: (url: URL) => boolean;
  /** Hosts that share server state, as one scope. */
  readonly hosts: readonly string[];
  /** Folder of the archive; an archive that is there is replaced when the recording is finished. */
  readonly out: string | URL;
  /** Name and version of the browser that is recorded. */
  readonly browser: string;
  /** Whose content it is, and on what terms it may be kept. */
  readonly licence: string;
  /** Written as `rules.json`; rules that lie in the folder already stay unless given. */
  readonly rules?: ReplayRulesInput;
  /**
   * Key of the placeholders that replace secrets.
   *
   * @default made of the site's name, so that two recordings of one site agree
   */
  readonly redactionKey?: string;
  /**
   * Asks the live site only for what a session does not hold, and adds that to the session's archive as a new layer: the
   * mode `record-missing`. What was fetched is not replayed during the recording.
   */
  readonly missing?: {
    /** A session on the archive; `soft404`, since a miss is what is wanted. */
    readonly session: ReplaySession;
    /** Name of the new layer. */
    readonly layer: string;
  };
  /** Values that are secret wherever they stand; kept nowhere. */
  readonly secrets?: readonly string[];
  /** Whether addresses of people are replaced too. @default false */
  readonly emails?: boolean;
  /** Cookies whose values are kept, since the site's scripts read them and they say nothing of a person. */
  readonly keepCookies?: readonly string[];
  /** Times for `timings.jsonl`, which is left out without a clock. */
  readonly clock?: Clock;
}

/** A transport that writes down what it lets through. */
export interface RecorderTransport extends PageTransport {
  /**
   * Waits for what is under way, writes the archive, and opens it. The transport goes on until it is closed.
   *
   * @throws {RedactionError} When a secret stands in a body that must not be changed.
   * @throws {ArchiveError} When the folder holds something else.
   */
  finish(): Promise<Archive>;
  /** Event streams and WebSockets that were open when the recording was finished: they are kept as far as they came. */
  stillStreaming(): number;
}

/** Version of what this recorder writes. */
const RECORDER = { name: "m2lab-recorder", version: "1" };

/**
 * Serves live sites to one browser and records every exchange. A recorder that is closed without being finished writes
 * nothing: that is the mode `live`.
 *
 * The page gets the same headers as it will in a replay: decoded, not cacheable, session cookies. Event streams and
 * WebSockets are passed on as they come, and kept frame by frame with their times.
 *
 * @param options Sites, where they live, and where to write.
 * @returns The transport; finish it, then close it.
 */
export async function serveRecorder(options: ServeRecorderOptions): Promise<RecorderTransport> {
  const { site, profile, hosts, out, browser, licence, keepCookies = [], clock } = options;
  const rules = replayRulesSchema.parse(options.rules ?? { schema: 1 });
  const origins = new Map(Object.entries(options.map).map(([host, origin]) => [host, new URL(origin)]));
  const redactionKey = options.redactionKey ?? `m2lab ${site}`;
  const redactor = redactorOf(redactionKey, { secrets: options.secrets ?? [] });
  const recording = recordingOf({
    about: { site, profile, scopes: [{ name: site, hosts: [...hosts] }], recorder: RECORDER, browser, licence },
    rules,
    redactionKey,
    keepCookies,
    ...(options.secrets === undefined ? {} : { secrets: options.secrets }),
    ...(options.emails === undefined ? {} : { emails: options.emails }),
  });
  const log = exchangeLog();
  const timings: {
    readonly method: string;
    readonly url: string;
    readonly arrivedMs: number;
    readonly tookMs: number;
  }[] = [];
  const pending = new Set<Promise<unknown>>();
  const unreachable: string[] = [];
  const stopped = new AbortController();
  let step = -1;
  let workerStart: string | undefined;
  let streaming = 0;
  let cutStreams = 0;

  /** Names may stand with their port; the port of a scheme is part of every name. */
  function originOf(address: URL): URL | undefined {
    const mapped = origins.get(address.host) ?? origins.get(address.hostname);
    if (mapped !== undefined) return mapped;
    const own = new URL(address.href.replace(/^ws/, "http"));
    return options.reach?.(own) === true ? new URL(own.origin) : undefined;
  }

  /** What the archive that is being added to holds already. */
  async function fromRecording(asked: LoopbackRequest, gaps: boolean): Promise<Response | undefined> {
    const { missing } = options;
    if (missing === undefined) return undefined;
    const result = missing.session.match(asked);
    if (result.level === "miss") return undefined;
    recording.passed(asked);
    if (asked.upgrade !== undefined) return await answerWebSocket(missing.session, result, asked, asked.upgrade);
    const response = await answerEventStream(missing.session, await missing.session.respond(result), result, gaps);
    return pageResponse(response, profile.epochMs, result.keepable);
  }

  async function answer(arrived: LoopbackRequest): Promise<Response> {
    const { gaps, headers } = readGapWish(arrived.headers);
    const asked = { ...arrived, headers };
    const { body } = asked;
    const address = new URL(asked.url);
    const arrivedMs = clock?.now();
    const arrivedAt = step;
    const kind = kindOf(asked, destinationOf(asked), isMutation(asked, address, bodyOf(asked), rules));
    const note = (status: number) => {
      log.add({
        step: arrivedAt,
        method: asked.method,
        url: redactor.url(address),
        ...(body === undefined
          ? {}
          : { body: new TextDecoder().decode(redactor.body(body, asked.headers["content-type"])) }),
        status,
        level: "live",
        kind,
      });
      if (clock === undefined || arrivedMs === undefined) return;
      timings.push({ method: asked.method, url: redactor.url(address), arrivedMs, tookMs: clock.now() - arrivedMs });
    };
    if (rules.block.some((rule) => ruleCovers(rule, address))) {
      note(204);
      return new Response(null, { status: 204, headers: { "x-replay": "blocked" } });
    }
    const known = await fromRecording(asked, gaps);
    if (known !== undefined) {
      note(known.status);
      return known;
    }
    const origin = originOf(address);
    if (origin === undefined) {
      const why = "the recorder's map does not name its host";
      unreachable.push(`Cannot record ${asked.method} ${redactor.url(address)} as ${why}`);
      note(502);
      return new Response("", { status: 502, headers: { "x-replay": "unreachable" } });
    }
    const answered = recording.arrived(arrivedAt, withoutOwnProtocol(asked));
    try {
      if (asked.upgrade !== undefined) {
        streaming++;
        return await recordWebSocket(origin, asked, asked.upgrade, clock, ({ protocol, log: stream }) => {
          streaming--;
          const agreed: HeaderList = protocol === "" ? [] : [["sec-websocket-protocol", protocol]];
          answered({ status: 101, headers: agreed, body: new Uint8Array(), complete: true, stream });
        }, stopped.signal).finally(() => note(101));
      }
      const live = await askUpstream(origin, {
        method: asked.method,
        url: address,
        headers: Object.entries(asked.headers),
        ...(body === undefined ? {} : { body }),
      });
      note(live.status);
      const init = { status: live.status, headers: pairs(servedHeaders(live.headers, dateOf(live.headers, profile))) };
      if (headerOf(live.headers, "content-type")?.startsWith("text/event-stream")) {
        const { status, headers: sent } = live;
        const body = decoded(live.body, headerOf(sent, "content-encoding"));
        streaming++;
        const stream = recordEventStream(body, live.stop, gaps, clock, (log) => {
          streaming--;
          answered({ status, headers: sent, body: new Uint8Array(), complete: true, stream: log });
        }, stopped.signal);
        return pageResponse(new Response(stream, init), profile.epochMs);
      }
      const { bytes: sent, complete } = await bytesOf(live.body);
      const encoding = headerOf(live.headers, "content-encoding");
      const plain = decodeBody(sent, encoding);
      answered({
        status: live.status,
        headers: live.headers,
        body: plain,
        ...(encoding === undefined ? {} : { encoding }),
        complete,
      });
      // What the site cut is kept, never preferred, and for the page what it was: a broken connection.
      if (!complete) return Response.error();
      const isBodiless = BODILESS.has(live.status) || asked.method === "HEAD";
      return pageResponse(new Response(isBodiless ? null : plain as Uint8Array<ArrayBuffer>, init), profile.epochMs);
    } catch (error) {
      answered(undefined);
      unreachable.push(error instanceof Error ? error.message : String(error));
      return Response.error();
    }
  }

  const server = serveLoopback({
    certificate: await loopbackCertificate(),
    // A name with a port is asked for by the scheme of the place that it leads to.
    sitePorts: sitePorts([...origins].map(([host, { protocol }]) => `${protocol}//${host}/`)),
    answer(request) {
      const answering = answer(request).then((response) => withWorkerStart(response, request, workerStart));
      pending.add(answering);
      const done = () => pending.delete(answering);
      answering.then(done, done);
      return answering;
    },
    onError: (error) => unreachable.push(error instanceof Error ? error.message : String(error)),
  });
  return {
    resolverRules: server.resolverRules,
    profile,
    setStep(next) {
      step = next;
      options.missing?.session.setStep(next);
    },
    inFlight: () => server.inFlight(),
    diverged: () => undefined,
    report: () => ({ state: {}, exchanges: log.sorted(), validity: "live", misses: [...unreachable], leaks: 0 }),
    stillStreaming: () => cutStreams,
    beginWorkersWith: (script) => void (workerStart = script),
    close() {
      stopped.abort();
      return server.close();
    },
    async finish() {
      while (pending.size > 0) await Promise.allSettled([...pending]);
      // What still streams is kept as far as it came.
      cutStreams = streaming;
      stopped.abort();
      const content = recording.content();
      if (options.missing !== undefined) {
        const { session: { archive }, layer } = options.missing;
        if (content.exchanges.length === 0) return archive;
        const source = `${RECORDER.name} ${RECORDER.version}`;
        return await addLayer(archive, { ...content, name: layer, origin: "record-missing", source }, out);
      }
      await writeArchive(out, {
        ...content,
        ...(options.rules === undefined ? {} : { rules: options.rules }),
        ...(clock === undefined ? {} : { timings }),
      });
      return await openArchive(out);
    },
  };
}

/** The subprotocol of our own pages is nothing that the site's page said. */
function withoutOwnProtocol(asked: LoopbackRequest): ReplayRequest {
  const { upgrade: _upgrade, ...request } = asked;
  return request;
}

/** Takes the encoding off a stream, chunk by chunk. */
function decoded(body: AsyncIterable<Uint8Array>, encoding: string | undefined): ReadableStream<Uint8Array> {
  const stream = ReadableStream.from(body) as ReadableStream<Uint8Array<ArrayBuffer>>;
  if (encoding !== "gzip" && encoding !== "deflate") return stream;
  return stream.pipeThrough(new DecompressionStream(encoding));
}

/** Statuses that may not carry a body: `Response` throws when they do. */
const BODILESS = new Set([204, 205, 304]);

function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([own]) => own === name)?.[1];
}

/** An expiry is meant against the clock of the server that sent it. */
function dateOf(headers: HeaderList, profile: PageProfile): number {
  const date = headerOf(headers, "date");
  return date === undefined ? profile.epochMs : Date.parse(date);
}

function pairs(headers: HeaderList): [string, string][] {
  return headers.filter(([name]) => name !== "date").map(([name, value]) => [name, value]);
}

async function bytesOf(
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly bytes: Uint8Array; readonly complete: boolean }> {
  const chunks: Uint8Array[] = [];
  let complete = true;
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch {
    complete = false;
  }
  const bytes = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { bytes, complete };
}
