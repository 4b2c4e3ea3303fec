import type { ReadBody } from "../request/canonical_body.ts";
import { bodyOf, canonicalKey } from "../request/canonical_key.ts";
import { isMutation, SAFE_METHODS } from "../request/request_kind.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import type { Exchange } from "./exchange.ts";
import type { ReplayRules } from "./replay_rules.ts";

/** A recorded exchange with everything that matching needs; each is worked out when it is first asked for, once. */
export interface IndexedExchange {
  /** As stored. */
  readonly exchange: Exchange;
  /** Place of its layer among the archive's layers: 0 is the strongest. */
  readonly layerRank: number;
  /** Its address, parsed. */
  readonly url: URL;
  /**
   * Its request body, read.
   *
   * @throws {ArchiveError} When the file is damaged.
   */
  readonly body: ReadBody;
  /** The request as a session would have seen it. */
  readonly request: ReplayRequest;
  /** By which equal requests are told; nothing when the body is unknown. */
  readonly key: string | undefined;
  /** Whether it counts in the chain of mutations. */
  readonly mutates: boolean;
  /** Equal exactly for equal answers: status, body and redirect target. */
  readonly answer: string;
}

/** What the exchanges of one archive share. */
export interface ExchangeContext {
  readonly rules: ReplayRules;
  /** Gives the stored bytes of a request body. */
  readonly requestBody: (ref: string) => Uint8Array;
}

/**
 * Makes an exchange ready for matching.
 *
 * @param exchange As stored.
 * @param layerRank Place of its layer.
 * @param context What all exchanges of the archive share.
 * @returns It; nothing is read or parsed yet.
 */
export function indexedExchange(exchange: Exchange, layerRank: number, context: ExchangeContext): IndexedExchange {
  return new LazyExchange(exchange, layerRank, context);
}

class LazyExchange implements IndexedExchange {
  readonly exchange: Exchange;
  readonly layerRank: number;
  readonly #context: ExchangeContext;
  #url: URL | undefined;
  #request: ReplayRequest | undefined;
  #body: ReadBody | undefined;
  /** `null` for a body that is unknown. */
  #key: string | null | undefined;
  #mutates: boolean | undefined;
  #answer: string | undefined;

  constructor(exchange: Exchange, layerRank: number, context: ExchangeContext) {
    this.exchange = exchange;
    this.layerRank = layerRank;
    this.#context = context;
  }

  get url(): URL {
    if (this.#url === undefined) {
      this.#url = new URL(this.exchange.request.url);
      if (this.#url.hash !== "") this.#url.hash = "";
    }
    return this.#url;
  }

  get request(): ReplayRequest {
    if (this.#request === undefined) {
      const { destination, request: { method, url, headers, body: ref } } = this.exchange;
      const body = ref === undefined || ref === "unknown" ? ref : this.#context.requestBody(ref);
      this.#request = {
        method,
        url,
        headers: Object.fromEntries(headers),
        destination,
        ...(body === undefined ? {} : { body }),
      };
    }
    return this.#request;
  }

  get body(): ReadBody {
    return this.#body ??= bodyOf(this.request);
  }

  get key(): string | undefined {
    if (this.#key === undefined) {
      this.#key = canonicalKey(this.exchange.request.method, this.url, this.body) ?? null;
    }
    return this.#key ?? undefined;
  }

  get mutates(): boolean {
    return this.#mutates ??= !SAFE_METHODS.has(this.exchange.request.method) &&
      isMutation(this.request, this.url, this.body, this.#context.rules);
  }

  get answer(): string {
    return this.#answer ??= answerOf(this.exchange);
  }
}

function answerOf({ response, failure }: Exchange): string {
  if (response === undefined) return `failure ${failure ?? "network"}`;
  const location = response.headers.find(([name]) => name === "location")?.[1] ?? "";
  return `${response.status} ${response.body ?? response.stream ?? ""} ${location}`;
}
