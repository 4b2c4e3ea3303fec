import { join } from "node:path";
import { canonicalJson, sha256 } from "../base/mod.ts";
import type { Exchange } from "../env/replay/mod.ts";

/** What answers carry on the web at large: about as many headers, and as long. */
const HEADERS: [string, string][] = [
  ["cache-control", "public, max-age=31536000, immutable"],
  ["content-type", "text/html; charset=utf-8"],
  ["etag", '"5f3c-1a2b"'],
  ["server", "nginx"],
  ["vary", "accept-encoding"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "SAMEORIGIN"],
];

/**
 * Writes a made-up archive: nine GETs and one POST with a body of its own out of ten exchanges, every body different.
 *
 * @param dir Where to; it must not be there.
 * @param entries How many exchanges.
 * @param bodyBytes Size of each answer.
 */
export async function writeLargeArchive(dir: string, entries: number, bodyBytes: number): Promise<void> {
  for (let prefix = 0; prefix < 256; prefix++) {
    await Deno.mkdir(join(dir, "bodies", prefix.toString(16).padStart(2, "0")), { recursive: true });
  }
  const store = (bytes: Uint8Array): string => {
    const ref = sha256(bytes);
    Deno.writeFileSync(join(dir, "bodies", ref.slice(0, 2), ref), bytes);
    return ref;
  };
  const encoder = new TextEncoder();
  const filler = encoder.encode("<p>about as much as a page says</p>\n".repeat(bodyBytes)).subarray(0, bodyBytes);
  const lines: string[] = [];
  for (let at = 0; at < entries; at++) {
    const answer = filler.slice();
    encoder.encodeInto(`<!doctype html><title>page ${at}</title>`, answer);
    const posts = at % 10 === 9;
    const query = `page=${at % 7}&sort=price`;
    const exchange: Exchange = {
      id: `${sha256(String(at)).slice(0, 16)}-0`,
      layer: "base",
      step: at,
      occurrence: 0,
      destination: posts ? "empty" : "document",
      request: {
        method: posts ? "POST" : "GET",
        url: posts ? "https://shop.test/api/graphql" : `https://shop.test/catalogue/${at % 97}/item-${at}?${query}`,
        headers: posts ? [["content-type", "application/json"]] : [["accept", "text/html"]],
        ...(posts ? { body: store(encoder.encode(`{"query":"query Item { item }","variables":{"id":${at}}}`)) } : {}),
      },
      response: {
        status: 200,
        headers: [...HEADERS, ["set-cookie", `view=${at}; path=/`]],
        body: store(answer),
        size: answer.length,
        complete: true,
      },
      chain: "",
      sessionClass: "anonymous",
    };
    lines.push(canonicalJson(exchange) + "\n");
  }
  const text = lines.join("");
  await Deno.writeTextFile(join(dir, "entries.jsonl"), text);
  await Deno.writeTextFile(
    join(dir, "archive.json"),
    JSON.stringify({
      schema: 2,
      site: "bench",
      profile: { epochMs: 0, seed: 1, viewport: { width: 1280, height: 720 }, locale: "en-GB", timezone: "UTC" },
      scopes: [],
      recorder: { name: "bench", version: "1" },
      browser: "none",
      redaction: { policy: 1, key: "bench", report: {} },
      licence: "made up",
      layers: [{ name: "base", origin: "recording", source: "bench 1" }],
      entriesSha256: sha256(text),
    }),
  );
}
