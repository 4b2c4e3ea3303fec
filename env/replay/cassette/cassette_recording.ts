import { sha256 } from "../../../base/mod.ts";
import { ARCHIVE_SCHEMA } from "../archive/archive_manifest.ts";
import type { BodyRef, Exchange, HeaderList } from "../archive/exchange.ts";
import { type StreamLog, writeStreamLog } from "../archive/stream_log.ts";
import type { ArchiveContent } from "../archive/write_archive.ts";
import { RedactionError } from "../replay_error.ts";
import { REDACTION_POLICY, redactorOf } from "../request/redaction.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import { CASSETTE_RULES } from "./cassette_rules.ts";
import { canonicalModelCall } from "./canonical_model_call.ts";

/** What a cassette is told about itself. */
export interface CassetteOptions {
  /** Readable name: the episode's. */
  readonly name: string;
  /** Key of the placeholders' digests. @default one made of the name */
  readonly redactionKey?: string;
  /** Values that must never be on disk, beside the keys that the calls carry. */
  readonly secrets?: readonly string[];
  /** On what terms the replies may be kept. @default "unknown: yours to clear before you share it" */
  readonly licence?: string;
}

/** A model's answer as it came. */
export interface ModelAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Names in lower case; only those are kept that a client acts upon. */
  readonly headers: HeaderList;
  /** Decoded, in the chunks in which it came. */
  readonly chunks: readonly Uint8Array[];
  /** Whether the chunks matter: an event stream's do. */
  readonly streamed: boolean;
  /** Whether all of it came. */
  readonly complete: boolean;
}

/** Calls to a model, as they are made: what is to become a cassette. */
export interface CassetteRecording {
  /**
   * Notes a call; its place among equal ones is taken now.
   *
   * @returns Notes its answer; call it once, with `network` or `aborted` when there was none.
   * @throws {RedactionError} When a key stands in the body of the call.
   */
  arrived(request: ReplayRequest): (answer: ModelAnswer | "network" | "aborted") => void;
  /** Every call that was answered so far, ready for {@linkcode writeArchive}. Equal calls give equal content. */
  content(): ArchiveContent;
}

/** Headers by which a client decides; all others tell of an account or a connection. */
const KEPT_HEADERS = new Set(["content-type", "retry-after", "retry-after-ms", "x-m2-latency-ms", "x-should-retry"]);
/** Headers that carry keys. */
const KEY_HEADERS = ["authorization", "api-key", "x-api-key", "x-goog-api-key", "proxy-authorization"];
const RECORDER = { name: "m2lab-cassette", version: "1" };
/** Shorter values are found anywhere by chance. */
const SHORTEST_SECRET = 8;
const REPLACED = "redacted";

/**
 * Starts an empty cassette, in memory. No key ever enters it.
 *
 * @param options About the cassette.
 * @returns The recording.
 */
export function cassetteRecording(options: CassetteOptions): CassetteRecording {
  const redactionKey = options.redactionKey ?? `m2lab ${options.name}`;
  const secrets = new Set(options.secrets ?? []);
  const replaced = new Map<string, Set<string>>();
  const count = (place: string, value: string) =>
    void replaced.set(place, (replaced.get(place) ?? new Set()).add(value));
  const redactor = redactorOf(redactionKey, { watch: count });
  const bodies = new Map<BodyRef, Uint8Array>();
  const streams = new Map<BodyRef, string>();
  const occurrences = new Map<string, number>();
  const exchanges: Exchange[] = [];

  function noteKeys({ headers }: ReplayRequest): void {
    for (const name of KEY_HEADERS) {
      const value = headers[name];
      if (value === undefined) continue;
      count(name, name);
      secrets.add(value.replace(/^(Bearer|Basic)\s+/i, ""));
    }
  }

  function hidden(text: string, place: string): string {
    let clean = text;
    for (const secret of secrets) {
      if (secret.length < SHORTEST_SECRET || !clean.includes(secret)) continue;
      count(place, secret);
      clean = clean.replaceAll(secret, REPLACED);
    }
    return clean;
  }

  function store(bytes: Uint8Array): BodyRef {
    const ref = sha256(bytes);
    bodies.set(ref, bytes);
    return ref;
  }

  /** A key that two chunks share would be split: then their borders go, and the key with them. */
  function storeChunks(chunks: readonly Uint8Array[]): BodyRef {
    const whole = new TextDecoder().decode(joined(chunks));
    const clean = hidden(whole, "stream");
    const frames: StreamLog = clean === whole
      ? chunks.map((chunk) => ({ gapMs: 0, from: "server" as const, ...chunkPayload(chunk) }))
      : [{ gapMs: 0, from: "server", text: clean }];
    const text = writeStreamLog([...frames, { gapMs: 0, from: "server", close: {} }]);
    const ref = sha256(text);
    streams.set(ref, text);
    return ref;
  }

  function hiddenBytes(bytes: Uint8Array): Uint8Array {
    const text = textOf(bytes);
    if (text === undefined) return bytes;
    const clean = hidden(text, "answer");
    return clean === text ? bytes : new TextEncoder().encode(clean);
  }

  function recorded(answer: ModelAnswer): Exchange["response"] {
    const headers = answer.headers.filter(([name]) => KEPT_HEADERS.has(name)).map(([name, value]) =>
      [name, value] as [string, string]
    );
    const { status, complete } = answer;
    if (answer.streamed) return { status, headers, size: 0, complete, stream: storeChunks(answer.chunks) };
    const body = hiddenBytes(joined(answer.chunks));
    return { status, headers, ...(body.length === 0 ? {} : { body: store(body) }), size: body.length, complete };
  }

  return {
    arrived(request) {
      noteKeys(request);
      const call = canonicalModelCall(request);
      const url = redactor.url(new URL(call.url));
      const type = call.headers["content-type"];
      const body = call.body instanceof Uint8Array ? redactor.body(call.body, type) : call.body;
      const readable = `${url} ${body instanceof Uint8Array ? new TextDecoder().decode(body) : ""}`;
      if (hidden(readable, "request") !== readable) {
        throw new RedactionError(`Cannot record a call to ${url} as no key may stand in a cassette: one stands in it`, {
          hint: "take the key out of the prompt",
        });
      }
      const ref = body instanceof Uint8Array ? store(body) : body;
      const key = `${call.method} ${url} ${ref ?? ""}`;
      const occurrence = occurrences.get(key) ?? 0;
      occurrences.set(key, occurrence + 1);
      return (answer) => {
        exchanges.push({
          id: `${sha256(key).slice(0, 16)}-${occurrence}`,
          layer: "base",
          step: -1,
          occurrence,
          destination: "empty",
          request: {
            method: call.method,
            url,
            headers: Object.entries(call.headers),
            ...(ref === undefined ? {} : { body: ref }),
          },
          ...(typeof answer === "string" ? { failure: answer } : { response: recorded(answer)! }),
          chain: "",
          sessionClass: "anonymous",
        });
      };
    },
    content: () => ({
      manifest: {
        schema: ARCHIVE_SCHEMA,
        site: options.name,
        profile: { epochMs: 0, seed: 0, viewport: { width: 1, height: 1 }, locale: "en", timezone: "UTC" },
        scopes: [],
        recorder: RECORDER,
        browser: "none",
        redaction: {
          policy: REDACTION_POLICY,
          key: redactionKey,
          report: Object.fromEntries([...replaced].map(([place, values]) => [place, values.size])),
        },
        licence: options.licence ?? "unknown: yours to clear before you share it",
        layers: [{ name: "base", origin: "cassette", source: `${RECORDER.name} ${RECORDER.version}` }],
      },
      exchanges: [...exchanges],
      bodies,
      streams,
      rules: CASSETTE_RULES,
    }),
  };
}

function chunkPayload(chunk: Uint8Array): { text: string } | { base64: string } {
  const text = textOf(chunk);
  return text === undefined ? { base64: chunk.toBase64() } : { text };
}

/** The text that gives the same bytes again, where there is one. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
