import type { ReadBody } from "../request/canonical_body.ts";
import { bodyOf, canonicalKey } from "../request/canonical_key.ts";
import { isMutation, SAFE_METHODS } from "../request/request_kind.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import type { BodyRef, Exchange } from "./exchange.ts";
import type { ReplayRules } from "./replay_rules.ts";

/**
 * A recorded exchange with everything that matching needs. What costs something is worked out when it is first asked for,
 * once; that may be the reading of its own line.
 */
export interface IndexedExchange {
  /** The same as `exchange.id`. */
  readonly id: string;
  /** The same as `exchange.chain`. */
  readonly chain: string;
  /** The same as `exchange.request.method`. */
  readonly method: string;
  /** The same as `exchange.request.url`. */
  readonly address: string;
  /** The same as `exchange.request.body`. */
  readonly bodyRef: BodyRef | "unknown" | undefined;
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
  /** `entries.jsonl`, where the exchanges come from there. */
  readonly lines?: Uint8Array;
}

/**
 * Makes an exchange ready for matching.
 *
 * @param exchange As stored.
 * @param layerRank Place of its layer.
 * @param context What all exchanges of the archive share.
 * @param line Where in `entries.jsonl` it stands: the exchange is then let go, and read again where it is needed. The bytes
 * of a large archive's list take a fifth of the memory of its exchanges, and no time of the garbage collector.
 * @returns It; no body is read yet.
 */
export function indexedExchange(
  exchange: Exchange,
  layerRank: number,
  context: ExchangeContext,
  line?: { readonly from: number; readonly to: number },
): IndexedExchange {
  return new LazyExchange(exchange, layerRank, context, line);
}

const DECODER = new TextDecoder();

class LazyExchange implements IndexedExchange {
  readonly id: string;
  readonly chain: string;
  readonly method: string;
  readonly address: string;
  readonly bodyRef: BodyRef | "unknown" | undefined;
  readonly layerRank: number;
  readonly #context: ExchangeContext;
  readonly #from: number;
  readonly #to: number;
  #exchange: Exchange | undefined;
  #url: URL | undefined;
  #request: ReplayRequest | undefined;
  #body: ReadBody | undefined;
  /** `null` for a body that is unknown. */
  #key: string | null | undefined;
  #mutates: boolean | undefined;
  #answer: string | undefined;

  constructor(
    exchange: Exchange,
    layerRank: number,
    context: ExchangeContext,
    line: { readonly from: number; readonly to: number } | undefined,
  ) {
    const { id, chain, request: { method, url, body } } = exchange;
    this.id = id;
    this.chain = chain;
    this.method = method;
    this.address = url;
    this.bodyRef = body;
    this.layerRank = layerRank;
    this.#context = context;
    this.#from = line?.from ?? 0;
    this.#to = line?.to ?? 0;
    this.#exchange = line === undefined ? exchange : undefined;
  }

  get exchange(): Exchange {
    // The line was held against the schema when the archive was opened.
    return this.#exchange ??= JSON.parse(
      DECODER.decode(this.#context.lines?.subarray(this.#from, this.#to)),
    ) as Exchange;
  }

  get url(): URL {
    if (this.#url === undefined) {
      this.#url = new URL(this.address);
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
      this.#key = canonicalKey(this.method, this.url, this.body) ?? null;
    }
    return this.#key ?? undefined;
  }

  get mutates(): boolean {
    return this.#mutates ??= !SAFE_METHODS.has(this.method) &&
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
