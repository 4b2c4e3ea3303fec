import { joinBytes } from "./json_splitter.ts";

/**
 * Cuts a stream into lines; a last one without a line feed counts too.
 *
 * @param chunks The bytes.
 * @param limit The longest line that is kept, in bytes.
 * @returns Lines without their line feed; `undefined` for one that is too long.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    if (length > limit) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const cut = () => {
    const line = length > limit ? undefined : joinBytes(parts, length);
    [parts, length] = [[], 0];
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      take(chunk.subarray(start, end));
      yield cut();
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  if (length > 0) yield cut();
}
