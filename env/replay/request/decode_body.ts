import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";

/**
 * Takes the content encodings off a body.
 *
 * @param bytes As they were sent.
 * @param encoding The `content-encoding` header; several are taken off from the last to the first.
 * @returns The decoded bytes; the bytes themselves when they are not in that encoding, which happens where a recorder
 * kept the header of a body that it had already decoded.
 */
export function decodeBody(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  if (encoding === undefined || bytes.length === 0) return bytes;
  let decoded = bytes;
  for (const name of encoding.toLowerCase().split(",").map((part) => part.trim()).reverse()) {
    const decode = DECODERS[name];
    if (decode === undefined) return name === "identity" || name === "" ? decoded : bytes;
    try {
      decoded = decode(decoded);
    } catch (error) {
      // zlib throws plain errors with a code; the body is then taken for decoded already.
      if (error instanceof Error) return bytes;
      throw error;
    }
  }
  return decoded;
}

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => new Uint8Array(gunzipSync(bytes)),
  "x-gzip": (bytes) => new Uint8Array(gunzipSync(bytes)),
  br: (bytes) => new Uint8Array(brotliDecompressSync(bytes)),
  zstd: (bytes) => new Uint8Array(zstdDecompressSync(bytes)),
  deflate(bytes) {
    // RFC 9110 means the zlib wrapper (first nibble 8); some servers send it bare.
    return new Uint8Array((bytes[0]! & 0x0f) === 8 ? inflateSync(bytes) : inflateRawSync(bytes));
  },
};
