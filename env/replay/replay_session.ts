import type { Archive } from "./archive.ts";
import type { IndexedExchange } from "./archive_index.ts";
import { canonicalKey, rawKey, volatileFields } from "./canonical_key.ts";
import { readBody } from "./canonical_body.ts";
import { type Choice, chooseExchange } from "./choose_exchange.ts";
import { deriveAnswer, isFragment, preflightAnswer, recordedAnswer, sliceFragment } from "./derive_answer.ts";
import { effectiveChains } from "./effective_chains.ts";
import type { MatchLevel } from "./level.ts";
import { MATCH_LEVELS } from "./level.ts";
import type { MatchResult, ReplayAnswer } from "./match_result.ts";
import { blockedAnswer, missAnswer } from "./miss_answer.ts";
import { mutationChains } from "./mutation_chain.ts";
import { redactorOf } from "./redaction.ts";
import { explainMiss, type MissClass, type ReplayMiss } from "./replay_miss.ts";
import type { ReplayRequest } from "./replay_request.ts";
import { ruleCovers } from "./replay_rules.ts";
import { destinationOf, isMutation, kindOf, type RequestKind } from "./request_kind.ts";
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
}

/** One episode's way through a recording. All counters and states live in it and start anew with the next. */
export interface ReplaySession {
  readonly archive: Archive;
  /**
   * Decides about one request and claims what it serves. No I/O, and nothing is ever sent to the network.
   *
   * @throws {TypeError} When the request's URL cannot be parsed.
   */
  match(request: ReplayRequest): MatchResult;
  /**
   * Makes a standard response of a decision; reads the body where it lies in the archive.
   *
   * @throws {ArchiveError} When the body is missing or damaged.
   */
  respond(result: MatchResult): Promise<Response>;
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
  const { handlers = [], onMiss = "stop" } = options;
  const { index, rules, manifest } = archive;
  const states = new Map<string, unknown>();
  for (const handler of handlers) {
    if (states.has(handler.name)) {
      throw new TypeError(`Cannot start a session as every handler must have its own name: two are "${handler.name}"`);
    }
    states.set(handler.name, handler.init());
  }
  const redactor = redactorOf(manifest.redaction.key);
  const nowMs = manifest.profile.epochMs;
  const chains = mutationChains(manifest.scopes);
  const effective = handlers.length === 0 ? undefined : effectiveChains(index, ({ request, url }) => {
    const stateful = toStatefulRequest(request, url);
    return handlers.some((handler) => handler.handles(stateful));
  });
  const claimed = new Set<IndexedExchange>();
  const misses: ReplayMiss[] = [];
  const tally = Object.fromEntries(
    [...MATCH_LEVELS, "unchained-answers", "exhausted-answers"].map((name) => [name, 0]),
  ) as Record<MatchLevel | "unchained-answers" | "exhausted-answers", number>;

  function decide(request: ReplayRequest): MatchResult {
    const url = new URL(request.url);
    const origin = request.headers["origin"];
    if (rules.block.length > 0 && rules.block.some((rule) => ruleCovers(rule, url))) {
      return plain("blocked", "asset", blockedAnswer(destinationOf(request), origin));
    }
    const handled = askHandlers(request, url);
    if (handled !== undefined) return handled;

    const address = redactor.url(url);
    const bytes = request.body instanceof Uint8Array
      ? redactor.body(request.body, request.headers["content-type"])
      : request.body;
    const search = new Search(request, address === url.href ? url : new URL(address), address, bytes);
    const found = search.find();
    if (found !== undefined) return found;
    // Browsers ask for it unbidden, and no page shows whether it is there.
    if (url.pathname === "/favicon.ico") return plain("blocked", "asset", blockedAnswer("image", origin));
    return search.miss(origin);
  }

  function askHandlers(request: ReplayRequest, url: URL): MatchResult | undefined {
    if (handlers.length === 0) return undefined;
    const stateful = toStatefulRequest(request, url);
    const handler = handlers.find((candidate) => candidate.handles(stateful));
    if (handler === undefined) return undefined;
    const { state, response } = handler.reduce(states.get(handler.name), stateful);
    states.set(handler.name, state);
    const body = readBody(request.body, request.headers["content-type"], request.headers["content-encoding"]);
    const mutates = isMutation(request, url, body, rules);
    const answer: ReplayAnswer = {
      type: "response",
      status: response.status,
      headers: servedHeaders(response.headers, nowMs),
      body: response.body === "" ? { from: "nowhere" } : { from: "text", text: response.body },
    };
    return { ...plain("stateful", kindOf(request, destinationOf(request), mutates), answer), handler: handler.name };
  }

  /** One request's way through the levels below the handlers. */
  class Search {
    readonly #request: ReplayRequest;
    readonly #url: URL;
    readonly #address: string;
    readonly #bytes: Uint8Array | "unknown" | undefined;
    /** Why the nearest level failed although it holds the key. */
    #failure: { readonly class: MissClass; readonly reason: string } | undefined;

    constructor(request: ReplayRequest, url: URL, address: string, bytes: Uint8Array | "unknown" | undefined) {
      this.#request = request;
      this.#url = url;
      this.#address = address;
      this.#bytes = bytes;
    }

    find(): MatchResult | undefined {
      const { method } = this.#request;
      return this.#atRawKey(method) ?? this.#atCanonicalKey(method) ?? this.#atVolatileKey(method) ??
        (method === "HEAD" ? this.#headFromGet() : undefined) ??
        (method === "OPTIONS" ? this.#preflight() : undefined);
    }

    miss(origin: string | undefined): MatchResult {
      const kind = this.#kind(undefined);
      const destination = destinationOf(this.#request);
      const volatileNames = volatileFields(rules, this.#url)?.names;
      const miss = explainMiss(
        index,
        {
          method: this.#request.method,
          url: this.#url,
          body: this.#body(),
          kind,
          ...(volatileNames === undefined ? {} : { volatileNames }),
        },
        kind === "websocket"
          ? { class: "websocket", reason: "WebSocket frames are not in the recording" }
          : this.#failure,
      );
      return { ...plain("miss", kind, missAnswer(kind, destination, origin)), miss };
    }

    #atRawKey(method: string): MatchResult | undefined {
      if (this.#bytes === "unknown") return undefined;
      return this.#among(index.byRawKey.get(rawKey(method, this.#address, this.#bytes)), "exact");
    }

    #atCanonicalKey(method: string): MatchResult | undefined {
      const key = canonicalKey(method, this.#url, this.#body());
      return key === undefined ? undefined : this.#among(index.byKey.get(key), "canonical");
    }

    #atVolatileKey(method: string): MatchResult | undefined {
      const volatile = volatileFields(rules, this.#url);
      const key = volatile && canonicalKey(method, this.#url, this.#body(), volatile);
      return key === undefined ? undefined : this.#among(index.byVolatileKey.get(key), "volatile");
    }

    #headFromGet(): MatchResult | undefined {
      const found = this.#atRawKey("GET") ?? this.#atCanonicalKey("GET") ?? this.#atVolatileKey("GET");
      if (found === undefined || found.answer.type === "failure") return undefined;
      return { ...found, level: "derived", answer: { ...found.answer, body: { from: "nowhere" } } };
    }

    #preflight(): MatchResult | undefined {
      const asked = this.#request.headers["access-control-request-method"];
      if (asked === undefined) return undefined;
      const stateful = toStatefulRequest({ ...this.#request, method: asked }, this.#url);
      const recorded = index.byPath.get(`${this.#url.protocol}//${this.#url.host}${this.#url.pathname}`)
        ?.find(({ exchange }) => exchange.request.method === asked && exchange.response !== undefined);
      const answer = preflightAnswer(this.#request, recorded, handlers.some((handler) => handler.handles(stateful)));
      return answer && plain("derived", "data", answer);
    }

    #among(group: readonly IndexedExchange[] | undefined, level: MatchLevel): MatchResult | undefined {
      if (group === undefined) return undefined;
      const kind = this.#kind(group[0]!);
      const wholes = group.some(isFragment) ? group.filter((entry) => !isFragment(entry)) : group;
      const isRange = this.#request.headers["range"] !== undefined;
      const choice = wholes.length > 0 ? this.#choose(wholes, kind) : this.#chooseFragment(group, isRange);
      if (choice.entry === undefined) {
        this.#failure ??= choice;
        return undefined;
      }
      const { entry, unchained, exhausted } = choice;
      const derived = isFragment(entry)
        ? sliceFragment(entry, this.#request)
        : deriveAnswer(entry, this.#request, nowMs);
      // HEAD looks at the answer of a GET without using it up.
      if (this.#request.method === entry.exchange.request.method) this.#claim(entry);
      return {
        level: derived !== undefined ? "derived" : unchained && level === "exact" ? "canonical" : level,
        kind,
        answer: derived ?? recordedAnswer(entry, nowMs),
        exchangeId: entry.exchange.id,
        unchained,
        exhausted,
      };
    }

    #choose(group: readonly IndexedExchange[], kind: RequestKind): Choice {
      const host = this.#url.hostname;
      return chooseExchange(group, {
        request: this.#request,
        kind,
        sessionClass: sessionClassOf(this.#request, rules.loginCookies),
        chain: chains.current(host),
        passed: (chain) => chains.passed(host, chain),
        chainOf: ({ exchange: { chain } }) => effective?.get(chain) ?? chain,
        isClaimed: (entry) => claimed.has(entry),
      });
    }

    #chooseFragment(group: readonly IndexedExchange[], isRange: boolean): Choice {
      const covering = isRange ? group.find((entry) => sliceFragment(entry, this.#request) !== undefined) : undefined;
      if (covering !== undefined) return { entry: covering, unchained: false, exhausted: false };
      const asked = this.#request.headers["range"];
      return {
        class: "range-not-recorded",
        reason: asked === undefined
          ? "only ranges of it were recorded, not the whole"
          : `${asked} was not recorded, nor the whole`,
      };
    }

    #claim(entry: IndexedExchange): void {
      claimed.add(entry);
      if (entry.mutates) chains.advance(this.#url.hostname, entry.key!);
    }

    #body() {
      const { headers } = this.#request;
      return readBody(this.#bytes, headers["content-type"], headers["content-encoding"]);
    }

    #kind(recorded: IndexedExchange | undefined): RequestKind {
      const mutates = recorded?.mutates ?? isMutation(this.#request, this.#url, this.#body(), rules);
      return kindOf(this.#request, destinationOf(this.#request, recorded?.exchange.destination), mutates);
    }
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
      if (answer.type === "failure") return Response.error();
      const { status, headers, body } = answer;
      return new Response(await bodyBytes(archive, status, body), { status, headers: headers.map(toPair) });
    },
    state: () => Object.fromEntries(states),
    chain: (host) => chains.current(host),
    misses: () => [...misses],
    validity: () => firstLoss() !== undefined ? "diverged" : misses.length > 0 ? "degraded" : "clean",
    diverged: () => onMiss === "stop" ? firstLoss()?.sentence : undefined,
    tally: () => ({ ...tally }),
  };
}

type Body = Extract<ReplayAnswer, { type: "response" }>["body"];

/** Statuses that may not carry a body: `Response` throws when they do. */
const BODILESS = new Set([204, 205, 304]);

async function bodyBytes(
  archive: Archive,
  status: number,
  body: Body,
): Promise<string | Uint8Array<ArrayBuffer> | null> {
  if (BODILESS.has(status) || body.from === "nowhere") return null;
  if (body.from === "text") return body.text;
  const bytes = await archive.body(body.ref) as Uint8Array<ArrayBuffer>;
  return body.start === undefined ? bytes : bytes.subarray(body.start, body.end);
}

function toPair([name, value]: readonly [string, string]): [string, string] {
  return [name, value];
}

function plain(level: MatchLevel, kind: RequestKind, answer: ReplayAnswer): MatchResult {
  return { level, kind, answer, unchained: false, exhausted: false };
}

function sessionClassOf(request: ReplayRequest, loginCookies: readonly string[]): "anonymous" | "logged-in" {
  if (loginCookies.length === 0) return "anonymous";
  const names = (request.headers["cookie"] ?? "").split(";").map((pair) => pair.split("=")[0]!.trim());
  return loginCookies.some((name) => names.includes(name)) ? "logged-in" : "anonymous";
}
