/** One part of a multipart body. */
export interface MultipartPart {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** From `content-disposition`. */
  readonly name: string;
  /** Present on files. */
  readonly filename?: string;
  readonly bytes: Uint8Array;
}

/**
 * Splits a multipart body into its parts, byte for byte.
 *
 * @param body The whole body.
 * @param contentType The header that names the boundary.
 * @returns The parts, or `undefined` when the body does not follow the format.
 */
export function parseMultipart(body: Uint8Array, contentType: string): readonly MultipartPart[] | undefined {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) return undefined;
  // Latin-1 keeps one character a byte, so that indexes in the text are indexes in the bytes.
  const text = LATIN1.decode(body);
  const delimiter = `--${name}`;
  if (!text.startsWith(delimiter) && !text.includes(`\r\n${delimiter}`)) return undefined;
  const parts: MultipartPart[] = [];
  let at = text.indexOf(delimiter) + delimiter.length;
  while (!text.startsWith("--", at)) {
    const headEnd = text.indexOf("\r\n\r\n", at);
    const end = text.indexOf(`\r\n${delimiter}`, Math.max(headEnd + 2, at));
    if (headEnd < 0 || end < 0) return undefined;
    parts.push(partOf(text.slice(at, headEnd), body.subarray(headEnd + 4, Math.max(end, headEnd + 4))));
    at = end + 2 + delimiter.length;
  }
  return parts;
}

const LATIN1 = new TextDecoder("latin1");

function partOf(head: string, bytes: Uint8Array): MultipartPart {
  const headers: Record<string, string> = {};
  for (const line of head.split("\r\n")) {
    const at = line.indexOf(":");
    if (at > 0) headers[line.slice(0, at).trim().toLowerCase()] = line.slice(at + 1).trim();
  }
  const disposition = headers["content-disposition"] ?? "";
  const filename = parameter(disposition, "filename") ?? parameter(disposition, "filename\\*");
  return {
    headers,
    name: parameter(disposition, "name") ?? "",
    ...(filename === undefined ? {} : { filename }),
    bytes,
  };
}

/** A parameter of a header: in quotes, which may hold escaped ones, or bare. */
function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`[;\\s]${name}=(?:"((?:[^"\\\\]|\\\\.)*)"(?=\\s*(?:;|$))|"([^"]*)"|([^;\\s"]+))`, "i").exec(
    header,
  );
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
