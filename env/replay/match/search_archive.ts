import type { Archive } from "../archive/archive.ts";
import { type IndexedExchange, pathKey, siteRuleKeys } from "../archive/archive_index.ts";
import type { ReadBody } from "../request/canonical_body.ts";
import { bodyOf, canonicalKey, rawKey, volatileFields } from "../request/canonical_key.ts";
import { type Choice, chooseExchange } from "./choose_exchange.ts";
import { deriveAnswer, isFragment, preflightAnswer, recordedAnswer, sliceFragment } from "./derive_answer.ts";
import { fuzzyMatch } from "./fuzzy_match.ts";
import type { MatchLevel } from "./level.ts";
import type { MatchResult } from "./match_result.ts";
import type { MutationChains } from "./mutation_chain.ts";
import { explainMiss, type MissClass, type ReplayMiss } from "./replay_miss.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import { destinationOf, isMutation, kindOf, type RequestKind } from "../request/request_kind.ts";

/** Where a session stands in a recording. It moves on with every answer. */
export interface ReplayPosition {
  readonly archive: Archive;
  readonly chains: MutationChains;
  /** The chain that counts for an exchange: the recorded one without what handlers answer. */
  chainOf(entry: IndexedExchange): string;
  /** What was served already. */
  readonly claimed: Set<IndexedExchange>;
  /** Index of the page step that requests belong to now. */
  readonly step: number;
  /** Whether a handler would answer a request. */
  isHandled(request: ReplayRequest, url: URL): boolean;
}

/** What the recording says to a request. */
export type SearchOutcome =
  | { readonly found: true; readonly result: MatchResult }
  /** The explanation is worked out when it is asked for. */
  | { readonly found: false; explain(): ReplayMiss };

/**
 * Looks a request up in a recording, level by level, and claims what is found.
 *
 * @param position Where the session stands.
 * @param request The request, its secrets replaced.
 * @returns The answer of the first level that has one.
 */
export function searchArchive(position: ReplayPosition, request: ReplayRequest): SearchOutcome {
  const search = new ArchiveSearch(position, request);
  const result = search.find();
  return result === undefined ? { found: false, explain: () => search.explain() } : { found: true, result };
}

/** One request's way through the levels. */
class ArchiveSearch {
  readonly #position: ReplayPosition;
  readonly #request: ReplayRequest;
  readonly #url: URL;
  #readBody: ReadBody | undefined;
  /** Why the nearest level failed although it holds the key. */
  #failure: { readonly class: MissClass; readonly reason: string } | undefined;

  constructor(position: ReplayPosition, request: ReplayRequest) {
    this.#position = position;
    this.#request = request;
    this.#url = new URL(request.url);
    this.#url.hash = "";
  }

  find(): MatchResult | undefined {
    const { method } = this.#request;
    return this.#pinned() ?? this.#byKeys(method) ??
      (method === "HEAD" ? this.#headFromGet() : undefined) ??
      (method === "OPTIONS" ? this.#preflight() : undefined) ??
      this.#underAlias() ??
      this.#bySiteRule(method) ??
      this.#fuzzy();
  }

  explain(): ReplayMiss {
    const { index, rules } = this.#position.archive;
    const kind = this.#kind(undefined);
    const missed = {
      method: this.#request.method,
      url: this.#url,
      body: this.#body(),
      kind,
      step: this.#position.step,
      volatileNames: (url: URL) => volatileFields(rules, url, "recorded")?.names,
    };
    if (kind !== "websocket") return explainMiss(index, missed, this.#failure);
    const reason = this.#failure?.reason ?? "no WebSocket of this address was recorded";
    return explainMiss(index, missed, { class: "websocket", reason });
  }

  #byKeys(method: string): MatchResult | undefined {
    return this.#atRawKey(method) ?? this.#atCanonicalKey(method) ?? this.#atVolatileKey(method);
  }

  #pinned(): MatchResult | undefined {
    const { index, pins } = this.#position.archive;
    if (pins.size === 0) return undefined;
    const key = canonicalKey(this.#request.method, this.#url, this.#body());
    const entry = key === undefined ? undefined : index.byId.get(pins.get(key) ?? "");
    return entry && this.#serve(entry, "pinned", false, this.#position.claimed.has(entry));
  }

  /** The same request to the origin that this one is declared to be. */
  #underAlias(): MatchResult | undefined {
    const { aliases } = this.#position.archive.rules;
    const alias = aliases.find(({ origin }) => new URL(origin).origin === this.#url.origin);
    if (alias === undefined) return undefined;
    const of = new URL(alias.of);
    const url = new URL(this.#url);
    url.protocol = of.protocol;
    url.host = of.host;
    // An origin is no alias of an alias: one step, so that rules cannot send a search round in circles.
    const search = new ArchiveSearch(this.#position, { ...this.#request, url: url.href });
    const { method } = this.#request;
    const found = search.#byKeys(method) ??
      (method === "HEAD" ? search.#headFromGet() : undefined) ??
      (method === "OPTIONS" ? search.#preflight() : undefined) ??
      search.#bySiteRule(method);
    return found && { ...found, level: "derived" };
  }

  #bySiteRule(method: string): MatchResult | undefined {
    const { index, rules } = this.#position.archive;
    for (const key of siteRuleKeys(rules, method, this.#url, this.#body())) {
      const found = this.#among(index.bySiteRule.get(key), "rule");
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #fuzzy(): MatchResult | undefined {
    // A key that is there but must not be served now is no reason to serve a look-alike.
    if (this.#failure !== undefined) return undefined;
    const { index, rules } = this.#position.archive;
    const destination = destinationOf(this.#request);
    const found = fuzzyMatch(index, rules, this.#request, this.#url, destination);
    if (found === undefined) return undefined;
    const { entry, score } = found;
    return { ...this.#serve(entry, "fuzzy", false, this.#position.claimed.has(entry)), score };
  }

  #serve(entry: IndexedExchange, level: MatchLevel, unchained: boolean, exhausted: boolean): MatchResult {
    const nowMs = this.#position.archive.profile.epochMs;
    this.#claim(entry);
    return {
      level,
      kind: this.#kind(entry),
      answer: recordedAnswer(entry, nowMs),
      exchangeId: entry.exchange.id,
      unchained,
      exhausted,
    };
  }

  #atRawKey(method: string): MatchResult | undefined {
    const { body } = this.#request;
    if (body === "unknown") return undefined;
    return this.#among(this.#position.archive.index.byRawKey.get(rawKey(method, this.#url.href, body)), "exact");
  }

  #atCanonicalKey(method: string): MatchResult | undefined {
    const key = canonicalKey(method, this.#url, this.#body());
    return key === undefined ? undefined : this.#among(this.#position.archive.index.byKey.get(key), "canonical");
  }

  #atVolatileKey(method: string): MatchResult | undefined {
    const { index, rules } = this.#position.archive;
    // What varies may also be left out, so that an address without any such name is looked up as it is.
    const key = canonicalKey(method, this.#url, this.#body(), volatileFields(rules, this.#url, "asked"));
    return key === undefined ? undefined : this.#among(index.byVolatileKey.get(key), "volatile");
  }

  #headFromGet(): MatchResult | undefined {
    const found = this.#byKeys("GET");
    if (found === undefined || found.answer.type !== "response") return undefined;
    return { ...found, level: "derived", answer: { ...found.answer, body: { from: "nowhere" } } };
  }

  #preflight(): MatchResult | undefined {
    const asked = this.#request.headers["access-control-request-method"];
    if (asked === undefined) return undefined;
    const recorded = this.#position.archive.index.byPath.get(pathKey(this.#url))
      ?.find(({ exchange }) => exchange.request.method === asked && exchange.response !== undefined);
    const isHandled = this.#position.isHandled({ ...this.#request, method: asked }, this.#url);
    const answer = preflightAnswer(this.#request, recorded, isHandled);
    return answer && { level: "derived", kind: "data", answer, unchained: false, exhausted: false };
  }

  #among(group: readonly IndexedExchange[] | undefined, level: MatchLevel): MatchResult | undefined {
    if (group === undefined) return undefined;
    const { archive } = this.#position;
    const nowMs = archive.profile.epochMs;
    const kind = this.#kind(group[0]!);
    const wholes = group.some(isFragment) ? group.filter((entry) => !isFragment(entry)) : group;
    const choice = wholes.length > 0 ? this.#choose(wholes, kind) : this.#chooseFragment(group, kind);
    if (choice.entry === undefined) {
      this.#failure ??= choice;
      return undefined;
    }
    const { entry, unchained, exhausted } = choice;
    const derived = isFragment(entry) ? sliceFragment(entry, this.#request) : deriveAnswer(entry, this.#request, nowMs);
    // HEAD looks at the answer of a GET without using it up.
    if (this.#request.method === entry.exchange.request.method) this.#claim(entry);
    return {
      level: derived !== undefined ? "derived" : unchained && level === "exact" ? "canonical" : level,
      kind,
      answer: derived ?? recordedAnswer(entry, nowMs),
      exchangeId: entry.exchange.id,
      unchained,
      exhausted,
      ...(derived === undefined && kind === "asset" && this.#isOnlyAnswer(entry, group)
        ? { keepable: true as const }
        : {}),
    };
  }

  #isOnlyAnswer({ answer, exchange: { response } }: IndexedExchange, group: readonly IndexedExchange[]): boolean {
    return this.#request.method === "GET" && response?.status === 200 &&
      response.headers.every(([name]) => name !== "vary") && group.every((other) => other.answer === answer);
  }

  #choose(group: readonly IndexedExchange[], kind: RequestKind): Choice {
    const { archive, chains, chainOf, claimed } = this.#position;
    const host = this.#url.hostname;
    return chooseExchange(group, {
      request: this.#request,
      kind,
      sessionClass: sessionClassOf(this.#request, archive.rules.loginCookies),
      chain: chains.current(host),
      passed: (chain) => chains.passed(host, chain),
      chainOf,
      isClaimed: (entry) => claimed.has(entry),
    });
  }

  #chooseFragment(group: readonly IndexedExchange[], kind: RequestKind): Choice {
    const asked = this.#request.headers["range"];
    if (asked === undefined) {
      return { class: "range-not-recorded", reason: "only ranges of it were recorded, not the whole" };
    }
    const covering = group.filter((entry) => sliceFragment(entry, this.#request) !== undefined);
    if (covering.length > 0) return this.#fragmentOfNow(covering, kind);
    return { class: "range-not-recorded", reason: `${asked} was not recorded, nor the whole` };
  }

  /** Fragments are no sequence, but they are of a state as whole bodies are. */
  #fragmentOfNow(covering: readonly IndexedExchange[], kind: RequestKind): Choice {
    const { chains, chainOf } = this.#position;
    const host = this.#url.hostname;
    const same = covering.find((entry) => chainOf(entry) === chains.current(host));
    if (same !== undefined) return { entry: same, unchained: false, exhausted: false };
    const other = covering.findLast((entry) => chains.passed(host, chainOf(entry))) ??
      (kind === "asset" ? covering[0] : undefined);
    if (other !== undefined) return { entry: other, unchained: true, exhausted: false };
    return { class: "world-mismatch", reason: "it was recorded only after changes that this session has not made" };
  }

  #claim(entry: IndexedExchange): void {
    this.#position.claimed.add(entry);
    if (entry.mutates) this.#position.chains.advance(this.#url.hostname, entry.key!);
  }

  #body(): ReadBody {
    return this.#readBody ??= bodyOf(this.#request);
  }

  #kind(recorded: IndexedExchange | undefined): RequestKind {
    const mutates = recorded?.mutates ??
      isMutation(this.#request, this.#url, this.#body(), this.#position.archive.rules);
    return kindOf(this.#request, destinationOf(this.#request, recorded?.exchange.destination), mutates);
  }
}

function sessionClassOf(request: ReplayRequest, loginCookies: readonly string[]): "anonymous" | "logged-in" {
  if (loginCookies.length === 0) return "anonymous";
  const names = (request.headers["cookie"] ?? "").split(";").map((pair) => pair.split("=")[0]!.trim());
  return loginCookies.some((name) => names.includes(name)) ? "logged-in" : "anonymous";
}
