import { sha256 } from "../../../base/mod.ts";
import type { Archive } from "../../../env/replay/archive/archive.ts";
import type { ArchiveManifest } from "../../../env/replay/archive/archive_manifest.ts";
import { archiveOf } from "../../../env/replay/archive/archive_of.ts";
import type { Exchange } from "../../../env/replay/archive/exchange.ts";
import type { ReplayRequest } from "../../../env/replay/request/replay_request.ts";
import { NO_RULES, type ReplayRulesInput, replayRulesSchema } from "../../../env/replay/archive/replay_rules.ts";
import { nextChain } from "../../../env/replay/archive/archive_index.ts";

/** One exchange as a test writes it. */
export interface Recorded {
  method?: string;
  url: string;
  /** Request body; `unknown` as itself. */
  body?: string;
  requestHeaders?: [string, string][];
  status?: number;
  headers?: [string, string][];
  answer?: string | Uint8Array;
  complete?: boolean;
  chain?: string;
  step?: number;
  destination?: string;
  failure?: "network" | "aborted";
  sessionClass?: "anonymous" | "logged-in";
}

/** Facts of a made-up archive. */
export const MANIFEST: ArchiveManifest = {
  schema: 2,
  site: "shop",
  profile: {
    epochMs: Date.UTC(2026, 0, 5, 9),
    seed: 7,
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezone: "UTC",
  },
  scopes: [{ name: "shop", hosts: ["shop.test", "api.shop.test"] }],
  recorder: { name: "hand", version: "1" },
  browser: "none",
  redaction: { policy: 1, key: "test key", report: {} },
  licence: "made up",
  layers: [{ name: "base", origin: "recording", source: "hand 1" }],
  entriesSha256: "0".repeat(64),
};

/** An exchange and the bodies it refers to. */
export function exchangeOf(recorded: Recorded, index: number, bodies: Map<string, Uint8Array>): Exchange {
  const store = (content: string | Uint8Array) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    bodies.set(sha256(bytes), bytes);
    return { ref: sha256(bytes), size: bytes.length };
  };
  const answer = store(recorded.answer ?? "");
  return {
    id: `e${index}`,
    layer: "base",
    step: recorded.step ?? 0,
    occurrence: index,
    destination: recorded.destination ?? "document",
    request: {
      method: recorded.method ?? "GET",
      url: recorded.url,
      headers: recorded.requestHeaders ?? [],
      ...(recorded.body === undefined
        ? {}
        : { body: recorded.body === "unknown" ? "unknown" as const : store(recorded.body).ref }),
    },
    ...(recorded.failure === undefined
      ? {
        response: {
          status: recorded.status ?? 200,
          headers: recorded.headers ?? [["content-type", "text/html"]],
          ...(answer.size === 0 ? {} : { body: answer.ref }),
          size: answer.size,
          complete: recorded.complete ?? true,
        },
      }
      : { failure: recorded.failure }),
    chain: recorded.chain ?? "",
    sessionClass: recorded.sessionClass ?? "anonymous",
  };
}

/** An archive in memory. */
export async function archiveWith(recorded: readonly Recorded[], rules?: ReplayRulesInput): Promise<Archive> {
  const bodies = new Map<string, Uint8Array>();
  const exchanges = recorded.map((entry, index) => exchangeOf(entry, index, bodies));
  return await archiveOf({
    location: "memory",
    manifest: MANIFEST,
    rules: rules === undefined ? NO_RULES : replayRulesSchema.parse(rules),
    exchanges,
    readBody: (ref) => Promise.resolve(bodies.get(ref) ?? new Uint8Array()),
  });
}

/** A request. */
export function ask(url: string, init: Partial<ReplayRequest> & { text?: string } = {}): ReplayRequest {
  const { text, ...rest } = init;
  return {
    method: "GET",
    url,
    headers: {},
    destination: "document",
    ...rest,
    ...(text === undefined ? {} : { body: new TextEncoder().encode(text) }),
  };
}

/** The chain after mutations, by their canonical keys. */
export function chainOf(...keys: readonly string[]): string {
  return keys.reduce(nextChain, "");
}
