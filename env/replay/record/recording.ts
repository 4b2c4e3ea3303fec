import { Buffer } from "node:buffer";
import { sha256 } from "../../../base/mod.ts";
import { bodyOf, canonicalKey } from "../request/canonical_key.ts";
import { isJwt, looksRandom, REDACTION_POLICY, redactorOf } from "../request/redaction.ts";
import { secretForms } from "../request/secret_forms.ts";
import { ARCHIVE_SCHEMA, type ArchiveManifest } from "../archive/archive_manifest.ts";
import type { BodyRef, Exchange, HeaderList, RecordedResponse } from "../archive/exchange.ts";
import { mutationChains } from "../match/mutation_chain.ts";
import { RedactionError } from "../replay_error.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import type { ReplayRules } from "../archive/replay_rules.ts";
import { destinationOf, isBeacon, isMutation } from "../request/request_kind.ts";
import { sessionCookie } from "../match/session_cookie.ts";
import { type StreamLog, writeStreamLog } from "../archive/stream_log.ts";
import type { ArchiveContent } from "../archive/write_archive.ts";

/** A live answer, decoded. */
export interface LiveResponse {
  /** HTTP status. */
  readonly status: number;
  /** As sent, names in lower case. */
  readonly headers: HeaderList;
  /** Decoded. */
  readonly body: Uint8Array;
  /** The encoding that it came in. */
  readonly encoding?: string;
  /** Whether the whole body arrived. */
  readonly complete: boolean;
  /** What went over an event stream or a WebSocket; the body is then empty. */
  readonly stream?: StreamLog;
}

/** Exchanges of a recording, as they come. */
export interface Recording {
  /**
   * Notes a request on its arrival: its place in the chain of mutations is taken now.
   *
   * @returns Notes its answer; call it at most once, with nothing when the request failed.
   */
  arrived(step: number, request: ReplayRequest): (response: LiveResponse | undefined) => void;
  /** Notes a request that something else answers: nothing of it is kept but its place in the chain of mutations. */
  passed(request: ReplayRequest): void;
  /**
   * Everything so far, ready to be written.
   *
   * @throws {RedactionError} When a secret stands in a body that must not be changed.
   */
  content(): ArchiveContent;
}

/** What a recording is told about its site. */
export interface RecordingOptions {
  /** All of `archive.json` that does not come out of the recording. */
  readonly about: Pick<ArchiveManifest, "site" | "profile" | "scopes" | "recorder" | "browser" | "licence">;
  readonly rules: ReplayRules;
  /** Key of the placeholders' digests. */
  readonly redactionKey: string;
  /** Values that are secret wherever they stand; kept nowhere. */
  readonly secrets?: readonly string[];
  /** Whether addresses of people are replaced too. */
  readonly emails?: boolean;
  /** Cookies whose values say nothing of a person and are read by the site's scripts: kept as they are. */
  readonly keepCookies: readonly string[];
}

/**
 * Starts an empty recording, in memory.
 *
 * Secrets are replaced as exchanges come in, so that none is ever written.
 *
 * @param options About the site.
 * @returns The recording.
 */
export function recordingOf(options: RecordingOptions): Recording {
  const { about, rules, redactionKey, keepCookies } = options;
  /** Distinct values by place, so that a repeated request does not change the report. */
  const replaced = new Map<string, Set<string>>();
  /** Values that must not be found in any stored body. */
  const secrets = new Map<string, string>();
  const redactor = redactorOf(redactionKey, {
    watch: (place, value) => noteSecret(place, value),
    ...(options.secrets === undefined ? {} : { secrets: options.secrets }),
    ...(options.emails === undefined ? {} : { emails: options.emails }),
  });
  const chains = mutationChains(about.scopes);
  const bodies = new Map<BodyRef, Uint8Array>();
  const streams = new Map<BodyRef, string>();
  const taken: { readonly order: number; readonly exchange: Omit<Exchange, "id" | "occurrence"> }[] = [];
  let arrivals = 0;

  function count(place: string, value: string): void {
    const values = replaced.get(place);
    if (values === undefined) replaced.set(place, new Set([value]));
    else values.add(value);
  }

  function noteSecret(place: string, value: string): void {
    count(place, value);
    if (looksRandom(value) || place.endsWith(":known") || (/pass|pwd/i.test(place) && value.length >= 8)) {
      secrets.set(value, redactor.placeholder(value));
    }
  }

  function store(bytes: Uint8Array): BodyRef {
    const ref = sha256(bytes);
    bodies.set(ref, bytes);
    return ref;
  }

  function storeStream(log: StreamLog): BodyRef {
    const text = writeStreamLog(
      log.map((frame) => "text" in frame ? { ...frame, text: redactedLines(frame.text) } : frame),
    );
    const ref = sha256(text);
    streams.set(ref, text);
    return ref;
  }

  /** Data of events and frames is looked at line by line: an event's JSON stands behind its field name. */
  function redactedLines(text: string): string {
    return text.split("\n").map((line) => {
      const [, field = "", value = ""] = /^(data: ?)?([\s\S]*)$/.exec(line) ?? [];
      return field + redactor.text(value);
    }).join("\n");
  }

  function redactedHeaders(headers: HeaderList): HeaderList {
    const date = headers.find(([name]) => name === "date")?.[1];
    const nowMs = date === undefined ? about.profile.epochMs : Date.parse(date);
    return headers.filter(([name]) => !UNSTORED.has(name)).map(([name, value]) => {
      if (name === "location") return [name, redactedLocation(value)] as const;
      if (name !== "set-cookie") return [name, redactor.header(name, value)] as const;
      return [name, redactedCookie(sessionCookie(value, nowMs))] as const;
    });
  }

  function redactedCookie(cookie: string): string {
    const [pair = "", ...attributes] = cookie.split("; ");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    const value = pair.slice(at + 1);
    if (value === "" || keepCookies.includes(name)) return cookie;
    count("set-cookie", name);
    // Made of the name: a site that draws its session numbers at random still gives the same recording twice.
    const placeholder = `redacted-${sha256(`${redactionKey} ${name}`).slice(0, 16)}`;
    if (looksRandom(value)) secrets.set(value, placeholder);
    return [`${name}=${placeholder}`, ...attributes].join("; ");
  }

  function redactedLocation(location: string): string {
    const at = location.indexOf("?");
    return at < 0 ? location : location.slice(0, at + 1) + redactor.pairs(location.slice(at + 1));
  }

  function recordedResponse(response: LiveResponse): RecordedResponse {
    const type = response.headers.find(([name]) => name === "content-type")?.[1];
    // A script must stay as it is: a placeholder in it would be another program.
    const body = /json/i.test(type ?? "") ? redactor.body(response.body, type) : response.body;
    return {
      status: response.status,
      headers: redactedHeaders(response.headers).map(([name, value]) => [name, value]),
      ...(body.length === 0 ? {} : { body: store(body) }),
      size: body.length,
      ...(response.encoding === undefined ? {} : { encoding: response.encoding }),
      complete: response.complete,
      ...(response.stream === undefined ? {} : { stream: storeStream(response.stream) }),
    };
  }

  /** What is kept of a request; the chain of mutations is moved on by it. */
  function note(request: ReplayRequest) {
    const url = new URL(redactor.url(new URL(request.url)));
    const body = request.body instanceof Uint8Array
      ? redactor.body(request.body, request.headers["content-type"])
      : request.body;
    const { body: _body, ...bare } = request;
    const redacted: ReplayRequest = { ...bare, url: url.href, ...(body === undefined ? {} : { body }) };
    const read = bodyOf(redacted);
    const chain = chains.current(url.hostname);
    const key = canonicalKey(request.method, url, read);
    if (key !== undefined && isMutation(request, url, read, rules)) chains.advance(url.hostname, key);
    return { url, body, chain };
  }

  return {
    passed: (request) => void note(request),
    arrived(step, request) {
      const order = arrivals++;
      const { url, body, chain } = note(request);
      for (const name of ["cookie", "authorization"]) {
        if (request.headers[name] !== undefined) count(name, name);
      }
      const cookies = (request.headers["cookie"] ?? "").split(";").map((pair) => pair.split("=")[0]!.trim());
      return (response) => {
        taken.push({
          order,
          exchange: {
            layer: "base",
            step,
            destination: destinationOf(request),
            request: {
              method: request.method,
              url: url.href,
              headers: storedHeaders(request),
              ...(body === undefined ? {} : { body: body === "unknown" ? body : store(body) }),
            },
            ...(response === undefined ? { failure: "network" as const } : { response: recordedResponse(response) }),
            chain,
            sessionClass: rules.loginCookies.some((name) => cookies.includes(name)) ? "logged-in" : "anonymous",
          },
        });
      };
    },
    content() {
      const ordered = taken.toSorted((a, b) => a.order - b.order)
        .map(({ exchange }) => withoutSecrets(exchange, bodies, secrets, store));
      const exchanges = numbered(withoutRepeats(ordered));
      refuseSecrets(exchanges, bodies, streams, secrets);
      return {
        manifest: {
          schema: ARCHIVE_SCHEMA,
          ...about,
          redaction: {
            policy: REDACTION_POLICY,
            key: redactionKey,
            report: Object.fromEntries([...replaced].map(([place, values]) => [place, values.size])),
          },
          layers: [{
            name: "base",
            origin: "recording",
            source: `${about.recorder.name} ${about.recorder.version}`,
          }],
        },
        exchanges,
        bodies,
        streams,
      };
    },
  };
}

/** Those that can choose between answers or say how a body is to be read. */
const STORED_REQUEST_HEADERS = [
  "accept",
  "accept-language",
  "access-control-request-headers",
  "access-control-request-method",
  "content-encoding",
  "content-type",
  "hx-request",
  "if-none-match",
  "origin",
  "range",
  "rsc",
  "upgrade",
  "x-requested-with",
];

function storedHeaders(request: ReplayRequest): [string, string][] {
  // What makes a POST a beacon, so that a replay classes it as the recording did.
  const names = isBeacon(request) ? [...STORED_REQUEST_HEADERS, "sec-fetch-mode"] : STORED_REQUEST_HEADERS;
  return names.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
}

/** True of the connection, or bound to the wall clock: they would make two recordings of one site differ. */
const UNSTORED = new Set([
  "age",
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "expires",
  "keep-alive",
  "proxy-connection",
  "strict-transport-security",
  "transfer-encoding",
]);

type Unnumbered = Omit<Exchange, "id" | "occurrence">;

function requestKey({ request }: Unnumbered): string {
  return `${request.method} ${request.url} ${request.body ?? ""} ${rangeOf(request)}`;
}

function rangeOf(request: Unnumbered["request"]): string {
  return request.headers.find(([name]) => name === "range")?.[1] ?? "";
}

/**
 * Replaces secrets in a stored page or JSON answer: a form token of a page is sent back as its placeholder, which then
 * matches. Other bodies stay as they are; {@linkcode refuseSecrets} looks at them.
 */
function withoutSecrets(
  exchange: Unnumbered,
  bodies: ReadonlyMap<BodyRef, Uint8Array>,
  secrets: ReadonlyMap<string, string>,
  store: (bytes: Uint8Array) => BodyRef,
): Unnumbered {
  const { response } = exchange;
  const bytes = response?.body === undefined ? undefined : bodies.get(response.body);
  if (secrets.size === 0 || response === undefined || bytes === undefined) return exchange;
  const type = response.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  if (!/^text\/(html|plain)|json|xml/i.test(type) || /svg/i.test(type)) return exchange;
  // One character a byte, so that pages in any encoding come back as they were.
  const text = latin1(bytes);
  let replaced = text;
  // The longest first, so that a secret that holds another is replaced whole.
  for (const [secret, placeholder] of [...secrets].sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))) {
    if (replaced.includes(secret)) replaced = replaced.replaceAll(secret, placeholder);
  }
  if (replaced === text) return exchange;
  const clean = Uint8Array.from(replaced, (character) => character.charCodeAt(0));
  return { ...exchange, response: { ...response, body: store(clean), size: clean.length } };
}

/** Bytes as text, one character a byte; `TextDecoder` would read Windows-1252. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

/**
 * Keeps one of several exchanges that are equal in request, answer and chain, when no other answer came between them:
 * the last answer sticks in a replay, so nothing is lost, and how often a page asked for its style sheet is no news.
 */
function withoutRepeats(exchanges: readonly Unnumbered[]): readonly Unnumbered[] {
  const groups = new Map<string, Unnumbered[]>();
  for (const exchange of exchanges) {
    const key = `${requestKey(exchange)} ${exchange.chain} ${exchange.sessionClass} ${varied(exchange)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [exchange]);
    else group.push(exchange);
  }
  const kept = new Set<Unnumbered>();
  for (const group of groups.values()) {
    const answers = new Set(group.map(({ response, failure }) => JSON.stringify(response ?? failure)));
    if (answers.size > 1) { for (const exchange of group) kept.add(exchange); }
    else kept.add(group.reduce((first, other) => other.step < first.step ? other : first));
  }
  return exchanges.filter((exchange) => kept.has(exchange));
}

/** What of the request an answer with `vary` may hang on. */
function varied({ request, response }: Unnumbered): string {
  if (response === undefined || !response.headers.some(([name]) => name === "vary")) return "";
  return JSON.stringify(request.headers.filter(([name]) => name !== "origin" && name !== "range"));
}

function numbered(exchanges: readonly Unnumbered[]): readonly Exchange[] {
  const counts = new Map<string, number>();
  return exchanges.map((exchange) => {
    const key = requestKey(exchange);
    const occurrence = counts.get(key) ?? 0;
    counts.set(key, occurrence + 1);
    return { ...exchange, id: `${sha256(key).slice(0, 16)}-${occurrence}`, occurrence };
  });
}

/** Looks through all that would be written, and refuses to write any of it where a secret is left. */
function refuseSecrets(
  exchanges: readonly Exchange[],
  bodies: ReadonlyMap<BodyRef, Uint8Array>,
  streams: ReadonlyMap<BodyRef, string>,
  secrets: ReadonlyMap<string, string>,
): void {
  const forms = [...secrets].map(([secret, placeholder]) => ({ placeholder, forms: secretForms(secret) }));
  const clean = new Set<BodyRef>();
  for (const { request, response } of exchanges) {
    const refuse = (where: string, what: string) => {
      throw new RedactionError(
        `Cannot keep ${request.method} ${shortened(request.url)} as no secret may stand in ${where}: ${what}`,
        { hint: "name the cookie in keepCookies if its value is no secret, or leave the page out of the recording" },
      );
    };
    const inUrl = new URL(request.url).pathname.split("/").find((segment) => isJwt(segment));
    if (inUrl !== undefined) refuse("a path", "a part of it is a token");
    const head = `${request.url}\n${JSON.stringify([request.headers, response?.headers ?? []])}`;
    const inHead = forms.find((entry) => entry.forms.foundIn(head));
    if (inHead !== undefined) {
      refuse("an address or a header", `a value that was replaced elsewhere (${inHead.placeholder}) stands in it`);
    }
    for (const ref of [request.body, response?.body, response?.stream]) {
      if (ref === undefined || ref === "unknown" || clean.has(ref)) continue;
      const content = bodies.get(ref) ?? streams.get(ref);
      const found = content === undefined ? undefined : forms.find((entry) => entry.forms.foundIn(content));
      if (found !== undefined) {
        refuse("a stored body", `a value that was replaced elsewhere (${found.placeholder}) stands in it`);
      }
      clean.add(ref);
    }
  }
}

/** An error's text must not be what spreads the secret. */
function shortened(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.split("/").map((segment) => isJwt(segment) ? "…" : segment).join("/");
}
