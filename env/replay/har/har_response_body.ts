import { Buffer } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { HeaderList } from "../archive/exchange.ts";
import { charsetOf, encodeAs, isUtf8, withUtf8 } from "./har_charset.ts";
import type { HarResponse } from "./har_entry.ts";
import type { NoteIssue } from "./har_report.ts";

/** Gives a side file's bytes, or says in one clause why it cannot. */
export type ReadSideFile = (name: string) => Promise<Uint8Array | string>;

/** A response's body, as far as the HAR has it. */
export interface HarBody {
  readonly bytes: Uint8Array;
  /** False when a part of it, or all, is not in the HAR. */
  readonly complete: boolean;
  /** The response's headers; the content type says how the bytes are to be read. */
  readonly headers: HeaderList;
}

const NO_BYTES = new Uint8Array();
/** Most that a body may unpack to. */
const LARGEST_BODY = 512 * 2 ** 20;
const TEXTUAL = /^text\/|json|javascript|ecmascript|xml|urlencoded|graphql|svg/i;
const BINARY = /^(image|audio|video|font)\/|octet-stream|zip|pdf|wasm|protobuf|msgpack/i;

/**
 * Reads the body of a response.
 *
 * @param response The response.
 * @param status Its status, a plain one.
 * @param method The request's method.
 * @param headers Its headers, read.
 * @param sideFile Reads `_file`.
 * @param note Told of every repair and loss.
 * @returns The body, decoded.
 */
export async function readResponseBody(
  response: HarResponse,
  status: number,
  method: string,
  headers: HeaderList,
  sideFile: ReadSideFile,
  note: NoteIssue,
): Promise<HarBody> {
  const content = response.content ?? {};
  const failure = response._failureText ?? response._error ?? "";
  if (method === "HEAD" || BODILESS.has(status)) {
    if ((content.text ?? "") !== "" || content._file !== undefined) {
      note("needless-body", "note", `a body stands under ${method === "HEAD" ? "HEAD" : status}, which has none`);
    }
    return { bytes: NO_BYTES, complete: true, headers };
  }
  const typed = withType(headers, content.mimeType);
  const stored = content._file !== undefined
    ? await fromSideFile(content._file, sideFile, typed, note)
    : fromText(content, typed, note);
  if (stored === undefined) {
    const isEmpty = failure === "" && isSaidEmpty(response, status, headers);
    if (!isEmpty && content._file === undefined) {
      note(
        "missing-body",
        "lossy",
        failure === "" ? "the body is not in the HAR" : `the request was cut off: ${failure.slice(0, 80)}`,
      );
    }
    return { bytes: NO_BYTES, complete: isEmpty, headers };
  }
  const bytes = unpacked(stored.bytes, typed, note);
  let complete = stored.complete;
  if (failure !== "") {
    note("cut-off", "lossy", `the request was cut off: ${failure.slice(0, 80)}`);
    complete = false;
  } else if (complete && !stored.isConverted && content.size !== undefined && bytes.length < content.size) {
    note("cut-body", "lossy", `the HAR has ${bytes.length} bytes of a body of ${content.size}`);
    complete = false;
  }
  return { bytes, complete, headers: stored.headers ?? typed };
}

const BODILESS = new Set([101, 204, 205, 304]);

interface StoredBody {
  readonly bytes: Uint8Array;
  readonly complete: boolean;
  /** Whether the bytes are others than those whose size the HAR tells. */
  readonly isConverted?: boolean;
  readonly headers?: HeaderList;
}

async function fromSideFile(
  name: string,
  sideFile: ReadSideFile,
  headers: HeaderList,
  note: NoteIssue,
): Promise<StoredBody | undefined> {
  const found = await sideFile(name);
  if (typeof found !== "string") {
    const text = decodedText(found, headers);
    return text === undefined
      ? { bytes: found, complete: true }
      : { ...inItsCharset(text, found, headers, note), complete: true };
  }
  note("missing-side-file", "lossy", `the body's file ${JSON.stringify(name.slice(0, 80))} ${found}`);
  return undefined;
}

/**
 * Playwright writes text into side files as UTF-8, whatever its header says. Text of another charset that is UTF-8 from
 * its first byte to its last was therefore decoded; by chance that hardly ever happens.
 */
function decodedText(bytes: Uint8Array, headers: HeaderList): string | undefined {
  const type = typeOf(headers);
  const charset = charsetOf(type);
  if (charset === undefined || isUtf8(charset) || !TEXTUAL.test(type)) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.length === bytes.length ? undefined : text;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function fromText(
  content: NonNullable<HarResponse["content"]>,
  headers: HeaderList,
  note: NoteIssue,
): StoredBody | undefined {
  const { text, encoding, size = -1 } = content;
  if (text === undefined || (text === "" && size !== 0)) return undefined;
  if (encoding?.toLowerCase() === "base64") {
    const bytes = fromBase64(text);
    if (bytes !== undefined) return { bytes, complete: true };
    note("no-base64", "repaired", "the body is said to be base64 and is not: its text is taken as it stands");
  } else if (encoding !== undefined && encoding !== "") {
    note("odd-encoding", "note", `the body's encoding is not known: ${JSON.stringify(encoding.slice(0, 40))}`);
  }
  return ofText(text, size, headers, note);
}

function ofText(text: string, size: number, headers: HeaderList, note: NoteIssue): StoredBody {
  const type = typeOf(headers);
  const isBinary = BINARY.test(type) && !TEXTUAL.test(type);
  if (isBinary && text !== "") {
    const bytes = size === text.length ? encodeLatin1(text) : undefined;
    if (bytes !== undefined) {
      const isPlain = bytes.every((byte) => byte < 0x80);
      if (!isPlain) note("binary-as-text", "repaired", `bytes of ${type} stood as text, a character each`);
      return { bytes, complete: true };
    }
    if (text.includes("\ufffd")) {
      note("binary-as-text", "lossy", `bytes of ${type} were decoded as text, and some are lost`);
      return { bytes: new TextEncoder().encode(text), complete: false };
    }
  }
  const isWhole = text.isWellFormed();
  if (!isWhole) note("half-character", "lossy", "the text holds one half of a character of two");
  const utf8 = new TextEncoder().encode(text);
  if (text.includes("\ufffd") && size >= 0 && utf8.length !== size) {
    note("lost-characters", "lossy", "some bytes of the body were no text in its charset, and are lost");
    return { bytes: utf8, complete: false };
  }
  if (utf8.length === text.length || isBinary) return { bytes: utf8, complete: isWhole };
  return { ...inItsCharset(text, utf8, headers, note), complete: isWhole };
}

/** Tools decode text and keep the header: the bytes and the header must say the same again. */
function inItsCharset(
  text: string,
  utf8: Uint8Array,
  headers: HeaderList,
  note: NoteIssue,
): Omit<StoredBody, "complete"> {
  const type = typeOf(headers);
  if (/json/i.test(type)) return { bytes: utf8 };
  const inHeader = charsetOf(type);
  const inPage = /html/i.test(type)
    ? /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(text.slice(0, 4096))?.[1]
    : undefined;
  const charset = inHeader ?? inPage;
  if (charset !== undefined && isUtf8(charset)) return { bytes: utf8 };
  if (charset === undefined && !/^text\/|javascript|ecmascript/i.test(type)) return { bytes: utf8 };
  const bytes = charset === undefined ? undefined : encodeAs(text, charset);
  if (bytes !== undefined) {
    note("charset", "repaired", `the text was written back in ${charset}, which its content type names`);
    return { bytes, isConverted: true };
  }
  note(
    "charset",
    "repaired",
    charset === undefined
      ? "no charset was named, and the text is kept as UTF-8, which its content type now says"
      : `the text is kept as UTF-8, and its content type says so instead of ${charset.slice(0, 40)}`,
  );
  return {
    bytes: utf8,
    isConverted: true,
    headers: headers.map(([name, value]) => [name, name === "content-type" ? withUtf8(value) : value]),
  };
}

/** Some tools keep the bytes of the wire: they are told by the bytes, never by the header alone. */
function unpacked(bytes: Uint8Array, headers: HeaderList, note: NoteIssue): Uint8Array {
  const encoding = (headers.find(([name]) => name === "content-encoding")?.[1] ?? "").trim().toLowerCase();
  const unpack = UNPACKERS[encoding];
  if (unpack === undefined || bytes.length === 0 || /zip|octet-stream|\btar\b/i.test(typeOf(headers))) return bytes;
  const isGzip = unpack === gunzipSync;
  // The other packings have no sure beginning: they are packed where they are no text, and are one when unpacked.
  if (isGzip ? bytes[0] !== 0x1f || bytes[1] !== 0x8b : !TEXTUAL.test(typeOf(headers)) || isUtf8Text(bytes)) {
    return bytes;
  }
  try {
    const plain = new Uint8Array(unpack(bytes, { maxOutputLength: LARGEST_BODY }));
    if (!isGzip && !isUtf8Text(plain)) return bytes;
    note("packed-body", "repaired", "the body stood as it went over the wire, packed");
    return plain;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (isGzip) note("packed-body", "note", "the body looks packed and cannot be unpacked: it is kept as it is");
    return bytes;
  }
}

type Unpack = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

const UNPACKERS: Readonly<Record<string, Unpack>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  br: brotliDecompressSync,
  deflate: (bytes, options) => (bytes[0]! & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options),
  zstd: zstdDecompressSync,
};

function isUtf8Text(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function isSaidEmpty(response: HarResponse, status: number, headers: HeaderList): boolean {
  // Browsers do not keep what stands under a redirect, and nobody sees it.
  if (status >= 300 && status < 400) return true;
  const size = response.content?.size;
  const length = Number(headers.find(([name]) => name === "content-length")?.[1] ?? 0);
  const isPacked = headers.some(([name]) => name === "content-encoding");
  return (size === 0 || (size === undefined && response.bodySize === 0)) &&
    (response.bodySize ?? 0) <= (isPacked ? 23 : 0) &&
    !(length > (isPacked ? 23 : 0));
}

function withType(headers: HeaderList, mimeType: string | undefined): HeaderList {
  const said = (mimeType ?? "").replace(/[\r\n].*$/s, "").trim();
  if (said === "" || said === "x-unknown" || !/^[\x20-\x7e]+$/.test(said)) return headers;
  return headers.some(([name]) => name === "content-type") ? headers : [...headers, ["content-type", said]];
}

function typeOf(headers: HeaderList): string {
  return headers.find(([name]) => name === "content-type")?.[1] ?? "";
}

function encodeLatin1(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0xff) return undefined;
    bytes[at] = code;
  }
  return bytes;
}

/**
 * Decodes base64, of either alphabet, padded or not, in one line or several.
 *
 * @param text The text.
 * @returns The bytes, or nothing where it is no base64.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  const plain = /\s/.test(text) ? text.replaceAll(/\s+/g, "") : text;
  const body = plain.endsWith("==") ? plain.slice(0, -2) : plain.endsWith("=") ? plain.slice(0, -1) : plain;
  if (body.length % 4 === 1 || /[^A-Za-z0-9+/_-]/.test(body)) return undefined;
  return new Uint8Array(Buffer.from(body, "base64"));
}
