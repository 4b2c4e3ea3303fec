import type { Archive } from "../archive/archive.ts";
import type { StreamLog } from "../archive/stream_log.ts";
import { bodyOf } from "../request/canonical_key.ts";
import { effectiveChains } from "./effective_chains.ts";
import { MATCH_LEVELS, type MatchLevel } from "./level.ts";
import type { MatchResult, ReplayAnswer } from "./match_result.ts";
import { blockedAnswer, missAnswer } from "./miss_answer.ts";
import { mutationChains } from "./mutation_chain.ts";
import { redactorOf } from "../request/redaction.ts";
import type { ReplayMiss } from "./replay_miss.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import { ruleCovers } from "../archive/replay_rules.ts";
import { destinationOf, isMutation, kindOf, type RequestKind } from "../request/request_kind.ts";
import { type ReplayPosition, searchArchive } from "./search_archive.ts";
import { servedHeaders } from "./served_headers.ts";
import type { StatefulHandler } from "./stateful.ts";
import { toStatefulRequest } from "./stateful_request.ts";

/** What {@linkcode createReplaySession} takes. */
export interface ReplaySessionOptions {
  /** Reducers that answer what a recording cannot, first match first. */
  readonly handlers?: readonly StatefulHandler[];
  /**
   * What a missing document, data or mutation means: `stop` says so through {@linkcode ReplaySession.diverged}, so that
   * the episode ends off-tape; `soft404` lets the agent go on with the answer of a miss. Both count it.
   *
   * @default "stop"
   */
  readonly onMiss?: "stop" | "soft404";
  /** Values that were secret when the site was recorded: requests that bring them are looked up without them. */
  readonly secrets?: readonly string[];
}

/** One episode's way through a recording. All counters and states live in it and start anew with the next. */
export interface ReplaySession {
  /** The recording. */
  readonly archive: Archive;
  /**
   * Decides about one request and claims what it serves. No I/O, and nothing is ever sent to the network.
   *
   * @throws {TypeError} When the request's URL cannot be parsed.
   */
  match(request: ReplayRequest): MatchResult;
  /**
   * Makes a standard response of a decision; reads the body where it lies in the archive. An event stream comes all at
   * once, and a WebSocket is an error: only a transport can give them their times.
   *
   * @throws {ArchiveError} When the body is missing or damaged.
   */
  respond(result: MatchResult): Promise<Response>;
  /** Notes that a WebSocket of the page left the recording after it had been opened. */
  miss(request: ReplayRequest, reason: string): void;
  /** Tells which page step the requests from now on belong to; −1 while the start page loads, and until it is told. */
  setStep(step: number): void;
  /** State of the handlers now, by their name. */
  state(): Readonly<Record<string, unknown>>;
  /** Hash chain of the mutations matched so far on a host's scope. */
  chain(host: string): string;
  /** Every miss so far, in order. */
  misses(): readonly ReplayMiss[];
  /** `clean` without misses, `degraded` with missing assets, `diverged` from the first missing document, data or mutation on. */
  validity(): "clean" | "degraded" | "diverged";
  /** The first missing document, data or mutation as one sentence; nothing with `soft404`. */
  diverged(): string | undefined;
  /** Step of the first missing document, data or mutation. */
  divergedAt(): number | undefined;
  /** Ids of the exchanges that were served, in the order of the archive. */
  used(): readonly string[];
  /** Decisions so far by level, and how many of them were unchained or exhausted. */
  tally(): Readonly<Record<MatchLevel | "unchained-answers" | "exhausted-answers", number>>;
}

/**
 * Starts a session on a recording: one for each episode.
 *
 * **Decision: handlers own their state.** A mutation that a handler answers does not enter the chain of mutations, and
 * recorded mutations that it claims are taken out of the recorded chains. So such a mutation makes no recorded page a
 * miss: pages that no handler claims do not depend on handlers' state, and are served `exact`. Who writes a handler
 * for a cart must let it claim every page that shows the cart; the contract test of the site holds it to that.
 *
 * @param archive The recording; it is shared and not changed.
 * @param options Handlers, and what a miss means.
 * @returns The session.
 * @throws {TypeError} When two handlers have one name.
 */
export function createReplaySession(archive: Archive, options: ReplaySessionOptions = {}): ReplaySession {
  const { handlers = [], onMiss = "stop", secrets = [] } = options;
  const { index, rules, manifest } = archive;
  const states = new Map<string, unknown>();
  for (const handler of handlers) {
    if (states.has(handler.name)) {
      throw new TypeError(`Cannot start a session as every handler must have its own name: two are "${handler.name}"`);
    }
    states.set(handler.name, handler.init());
  }
  const redactor = redactorOf(manifest.redaction.key, { secrets });
  const nowMs = manifest.profile.epochMs;
  const claims = (request: ReplayRequest, url: URL) => {
    const stateful = toStatefulRequest(request, url);
    return handlers.some((handler) => handler.handles(stateful));
  };
  const isBlocked = (url: URL) => rules.block.some((rule) => ruleCovers(rule, url));
  const effective = effectiveChains(
    index,
    ({ mutates, request, url }) => mutates && !isBlocked(url) && !claims(request, url),
  );
  let step = -1;
  const position: ReplayPosition = {
    archive,
    get step() {
      return step;
    },
    chains: mutationChains(manifest.scopes),
    chainOf: ({ exchange: { chain } }) => effective.get(chain) ?? chain,
    claimed: new Set(),
    isHandled: claims,
  };
  const misses: ReplayMiss[] = [];
  const tally = Object.fromEntries(
    [...MATCH_LEVELS, "unchained-answers", "exhausted-answers"].map((name) => [name, 0]),
  ) as Record<MatchLevel | "unchained-answers" | "exhausted-answers", number>;

  function decide(request: ReplayRequest): MatchResult {
    const url = new URL(request.url);
    const origin = request.headers["origin"];
    if (isBlocked(url)) {
      return plain("blocked", "asset", blockedAnswer(destinationOf(request), origin));
    }
    const handled = askHandlers(request, url);
    if (handled !== undefined) return handled;

    const search = searchArchive(position, redacted(request, url));
    if (search.found) return search.result;
    // Browsers ask for it unbidden, and no page shows whether it is there.
    if (url.pathname === "/favicon.ico") return plain("blocked", "asset", blockedAnswer("image", origin));
    const miss = search.explain();
    return { ...plain("miss", miss.kind, missAnswer(miss.kind, destinationOf(request), origin)), miss };
  }

  /** Secrets were replaced when the site was recorded, so they are replaced before a request is looked up. */
  function redacted(request: ReplayRequest, url: URL): ReplayRequest {
    const address = redactor.url(url);
    const body = request.body instanceof Uint8Array
      ? redactor.body(request.body, request.headers["content-type"])
      : undefined;
    if (address === request.url && (body === undefined || body === request.body)) return request;
    return { ...request, url: address, ...(body === undefined ? {} : { body }) };
  }

  function askHandlers(request: ReplayRequest, url: URL): MatchResult | undefined {
    if (handlers.length === 0) return undefined;
    const stateful = toStatefulRequest(request, url);
    const handler = handlers.find((candidate) => candidate.handles(stateful));
    if (handler === undefined) return undefined;
    const { state, response } = handler.reduce(states.get(handler.name), stateful);
    states.set(handler.name, state);
    const mutates = isMutation(request, url, bodyOf(request), rules);
    const answer: ReplayAnswer = {
      type: "response",
      status: response.status,
      headers: servedHeaders(response.headers, nowMs),
      body: response.body === "" ? { from: "nowhere" } : { from: "text", text: response.body },
    };
    return { ...plain("stateful", kindOf(request, destinationOf(request), mutates), answer), handler: handler.name };
  }

  const firstLoss = () => misses.find(({ kind }) => kind !== "asset");
  return {
    archive,
    match(request) {
      const result = decide(request);
      tally[result.level]++;
      if (result.unchained) tally["unchained-answers"]++;
      if (result.exhausted) tally["exhausted-answers"]++;
      if (result.miss !== undefined) misses.push(result.miss);
      return result;
    },
    async respond({ answer }) {
      if (answer.type !== "response") return Response.error();
      const { status, headers, body } = answer;
      return new Response(await bodyBytes(archive, status, body), { status, headers: headers.map(toPair) });
    },
    miss({ method, url }, reason) {
      const sentence = `Cannot replay ${method} ${url} as the recording does not hold it: ${reason}`;
      misses.push({ step, method, url, kind: "websocket", class: "websocket", reason, sentence, nearest: [] });
      tally.miss++;
    },
    setStep: (next) => void (step = next),
    state: () => Object.fromEntries(states),
    chain: (host) => position.chains.current(host),
    misses: () => [...misses],
    validity: () => firstLoss() !== undefined ? "diverged" : misses.length > 0 ? "degraded" : "clean",
    diverged: () => onMiss === "stop" ? firstLoss()?.sentence : undefined,
    divergedAt: () => firstLoss()?.step,
    used: () => index.all.filter((entry) => position.claimed.has(entry)).map(({ exchange }) => exchange.id),
    tally: () => ({ ...tally }),
  };
}

type Body = Extract<ReplayAnswer, { type: "response" }>["body"];

/** Everything that the server sent over an event stream, at once. */
function streamText(log: StreamLog): string {
  return log.map((frame) => frame.from === "server" && "text" in frame ? frame.text : "").join("");
}

/** Statuses that may not carry a body: `Response` throws when they do. */
const BODILESS = new Set([204, 205, 304]);

async function bodyBytes(
  archive: Archive,
  status: number,
  body: Body,
): Promise<string | Uint8Array<ArrayBuffer> | null> {
  if (BODILESS.has(status) || body.from === "nowhere") return null;
  if (body.from === "text") return body.text;
  if (body.from === "stream") return streamText(await archive.stream(body.ref));
  const bytes = await archive.body(body.ref) as Uint8Array<ArrayBuffer>;
  return body.start === undefined ? bytes : bytes.subarray(body.start, body.end);
}

function toPair([name, value]: readonly [string, string]): [string, string] {
  return [name, value];
}

function plain(level: MatchLevel, kind: RequestKind, answer: ReplayAnswer): MatchResult {
  return { level, kind, answer, unchained: false, exhausted: false };
}
