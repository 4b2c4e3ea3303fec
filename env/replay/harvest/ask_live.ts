import { ConfigError } from "../../../base/mod.ts";
import type { LiveResponse } from "../record/recording.ts";
import { askUpstream } from "../record/upstream.ts";
import { decodeBody } from "../request/decode_body.ts";
import type { ReplayRequest } from "../request/replay_request.ts";

/**
 * Makes what asks a live site outside a browser, for answers that need no script.
 *
 * @param map Where each host really lives: `{ "shop.test": "http://127.0.0.1:8080" }`; other hosts are asked where their
 * names lead.
 * @returns Asks for one request. It rejects with an {@linkcode EnvironmentError} where the site cannot be reached.
 * @throws {ConfigError} When an origin of the map is none.
 */
export function askLive(map: Readonly<Record<string, string>>): (request: ReplayRequest) => Promise<LiveResponse> {
  for (const [host, origin] of Object.entries(map)) {
    if (URL.canParse(origin)) continue;
    throw new ConfigError(`Cannot ask ${host} as it must live at an origin: "${origin}" is none`, {
      hint: "write it like --map wiki.test=http://127.0.0.1:8080",
    });
  }
  return async ({ method, url, headers, body }) => {
    const address = new URL(url);
    const upstream = await askUpstream(new URL(map[address.host] ?? address.origin), {
      method,
      url: address,
      headers: Object.entries({ ...headers, "accept-encoding": "gzip" }),
      ...(body instanceof Uint8Array ? { body } : {}),
    });
    const chunks: Uint8Array[] = [];
    let complete = true;
    try {
      for await (const chunk of upstream.body) chunks.push(chunk);
    } catch {
      // What came before the connection was lost is kept, as an answer that is not whole.
      complete = false;
    }
    const sent = new Uint8Array(await new Blob(chunks.map((chunk) => new Uint8Array(chunk))).arrayBuffer());
    const encoding = upstream.headers.find(([name]) => name === "content-encoding")?.[1];
    return {
      status: upstream.status,
      headers: upstream.headers,
      body: decodeBody(sent, encoding),
      ...(encoding === undefined ? {} : { encoding }),
      complete,
    };
  };
}
