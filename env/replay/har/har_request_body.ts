import type { HarEntry } from "./har_entry.ts";
import type { NoteIssue } from "./har_report.ts";
import { fromBase64, type ReadSideFile } from "./har_response_body.ts";

/** Methods whose requests have no body, whatever a tool says. */
const BODILESS = new Set(["GET", "HEAD", "TRACE"]);

/**
 * Reads the body of a request.
 *
 * A body that was there and is not in the HAR, or only as text that cannot be what was sent, is `unknown`: it then equals no
 * other body, and the request is never answered by mistake.
 *
 * @param entry The entry.
 * @param headers The request's headers.
 * @param sideFile Reads `_file`.
 * @param note Told of every repair and loss.
 * @returns The bytes, `unknown`, or nothing where none was sent.
 */
export async function readRequestBody(
  entry: HarEntry,
  headers: Readonly<Record<string, string>>,
  sideFile: ReadSideFile,
  note: NoteIssue,
): Promise<Uint8Array | "unknown" | undefined> {
  const { method, postData, bodySize = -1 } = entry.request;
  const own = entry._m2?.body;
  if (own === "unknown") return own;
  if (own !== undefined) return fromBase64(own) ?? unknown("it is no base64");
  if (postData?._file !== undefined) {
    const found = await sideFile(postData._file);
    if (typeof found !== "string") return found;
    note(
      "missing-side-file",
      "lossy",
      `the request's file ${JSON.stringify(postData._file.slice(0, 80))} ${found}: its body is unknown`,
    );
    return "unknown";
  }
  const length = Number(headers["content-length"] ?? NaN);
  const text = postData?.text ?? "";
  if (text !== "") return ofText(text, length, headers["content-type"] ?? postData?.mimeType ?? "");
  const params = postData?.params ?? [];
  if (params.length > 0) return ofParams(params, headers["content-type"] ?? postData?.mimeType ?? "");
  if (BODILESS.has(method.toUpperCase()) || length === 0) return undefined;
  const wasSent = length > 0 || bodySize > 0 || headers["content-type"] !== undefined ||
    headers["transfer-encoding"] !== undefined;
  return wasSent ? unknown("it is not in the HAR") : undefined;

  function unknown(why: string): "unknown" {
    note("unknown-request-body", "lossy", `the request's body is unknown: ${why}`);
    return "unknown";
  }

  function ofText(text: string, length: number, type: string): Uint8Array | "unknown" {
    if (text.includes("\ufffd") || !text.isWellFormed()) {
      return unknown("bytes were decoded as text, and some are lost");
    }
    const utf8 = new TextEncoder().encode(text);
    if (utf8.length === text.length || utf8.length === length) return utf8;
    const isLatin1 = text.length === length && [...text].every((character) => character <= "\xff");
    if (isLatin1) {
      note("binary-as-text", "repaired", "the request's bytes stood as text, a character each");
      return Uint8Array.from(text, (character) => character.charCodeAt(0));
    }
    const isBinary = /octet-stream|protobuf|msgpack|^(image|audio|video|font)\//i.test(type) ||
      headers["content-encoding"] !== undefined || (/^multipart\//i.test(type) && /\bfilename\*?=/i.test(text));
    return isBinary ? unknown("its bytes were decoded as text") : utf8;
  }

  function ofParams(
    params: readonly { readonly name: string; readonly value?: string | undefined }[],
    type: string,
  ): Uint8Array | "unknown" {
    if (!/^application\/x-www-form-urlencoded/i.test(type)) {
      return unknown("only the names of its parts are in the HAR");
    }
    note("form-from-list", "repaired", "the form was made of the list of its fields");
    const pairs = params.map(({ name, value = "" }) => [name.toWellFormed(), value.toWellFormed()]);
    return new TextEncoder().encode(new URLSearchParams(pairs).toString());
  }
}
