import { canonicalJson, sha256 } from "../../../base/mod.ts";
import type { Archive } from "./archive.ts";
import type { BodyRef, Exchange, HeaderList } from "./exchange.ts";
import { looksRandom, type Redactor } from "../request/redaction.ts";
import { type StreamFrame, type StreamLog, writeStreamLog } from "./stream_log.ts";

/** What redacting an exchange needs of the archive around it. */
export interface RedactionDesk {
  readonly archive: Pick<Archive, "body" | "stream" | "manifest">;
  readonly redactor: Redactor;
  /** Told of cookies that look like a secret: `set-cookie:sid`. */
  readonly watch: (place: string, value: string) => void;
  /** Takes a changed body. */
  storeBody(ref: BodyRef, bytes: Uint8Array): void;
  /** Takes a changed stream. */
  storeStream(ref: BodyRef, text: string): void;
}

/**
 * Replaces the secrets of a stored exchange as a recorder does before it stores one.
 *
 * @param exchange As stored.
 * @param desk What it needs.
 * @returns The exchange itself where it holds no secret. Its id and its chain are left to the caller.
 */
export async function redactExchange(exchange: Exchange, desk: RedactionDesk): Promise<Exchange> {
  const { archive, redactor } = desk;
  const { request, response } = exchange;
  const redactBody = async (ref: BodyRef, type: string | undefined) => {
    const bytes = await archive.body(ref);
    const redacted = redactor.body(bytes, type);
    if (redacted === bytes) return { body: ref };
    const body = sha256(redacted);
    desk.storeBody(body, redacted);
    return { body, size: redacted.length };
  };
  const requestType = valueOf(request.headers, "content-type");
  const redacted: Exchange = {
    ...exchange,
    request: {
      ...request,
      url: redactor.url(new URL(request.url)),
      headers: request.headers.flatMap(([name, value]): [string, string][] => {
        if (!NEVER_STORED.has(name)) return [[name, redactor.header(name, value)]];
        desk.watch(`header:${name}`, value);
        return [];
      }),
      ...(request.body === undefined || request.body === "unknown"
        ? {}
        : { body: (await redactBody(request.body, requestType)).body }),
    },
  };
  if (response !== undefined) {
    const type = valueOf(response.headers, "content-type");
    // As in a recording: a placeholder in a script would be another program, and pages come after all secrets are known.
    const isJson = /json/i.test(type ?? "");
    const body = response.body === undefined || !isJson ? {} : await redactBody(response.body, type);
    const stream = response.stream === undefined ? undefined : await redactStream(response.stream, desk);
    redacted.response = {
      ...response,
      headers: response.headers.map(([name, value]) => [name, redactHeader(name, value, desk)]),
      ...body,
      ...(stream === undefined ? {} : { stream }),
    };
  }
  return canonicalJson(redacted) === canonicalJson(exchange) ? exchange : redacted;
}

/** A recorder keeps of these only that they were there. */
const NEVER_STORED = new Set(["authorization", "cookie", "proxy-authorization"]);

function redactHeader(name: string, value: string, { redactor, archive, watch }: RedactionDesk): string {
  if (name === "location") {
    const at = value.indexOf("?");
    return at < 0 ? value : value.slice(0, at + 1) + redactor.pairs(value.slice(at + 1));
  }
  if (name !== "set-cookie") return redactor.header(name, value);
  const [pair = "", ...attributes] = value.split("; ");
  const at = pair.indexOf("=");
  const [cookie, secret] = [pair.slice(0, at), pair.slice(at + 1)];
  if (!looksRandom(secret) || redactor.placeholder(secret) === secret) return value;
  watch(`set-cookie:${cookie}`, secret);
  const placeholder = `redacted-${sha256(`${archive.manifest.redaction.key} ${cookie}`).slice(0, 16)}`;
  return [`${cookie}=${placeholder}`, ...attributes].join("; ");
}

async function redactStream(ref: BodyRef, { archive, redactor, storeStream }: RedactionDesk): Promise<BodyRef> {
  const log = await archive.stream(ref);
  const redacted: StreamLog = log.map((frame): StreamFrame =>
    "text" in frame ? { ...frame, text: redactor.text(frame.text) } : frame
  );
  const text = writeStreamLog(redacted);
  const clean = sha256(text);
  if (clean !== ref) storeStream(clean, text);
  return clean;
}

function valueOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([own]) => own === name)?.[1];
}
