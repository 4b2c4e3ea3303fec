/**
 * The shop's server: the original that is recorded.
 *
 * @module
 */
import type { StatefulRequest } from "../../../env/replay/mod.ts";
import { shopHandler } from "../handlers.ts";
import type { World } from "../world.ts";
import { missingPage } from "./other_pages.ts";
import { resources } from "./recorded.ts";

export { IMAGE_ORIGIN, ORIGIN } from "./html.ts";
export { documentAddresses } from "./recorded.ts";

async function read(request: Request): Promise<StatefulRequest> {
  const body = await request.text();
  const urlencoded = request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
  return {
    method: request.method,
    url: new URL(request.url),
    headers: Object.fromEntries(request.headers),
    body,
    form: urlencoded ? Object.fromEntries(new URLSearchParams(body)) : {},
  };
}

/**
 * Opens the shop for one visitor.
 *
 * @param world What it sells.
 * @returns The answer to any request; it remembers basket and sign-in from one request to the next.
 *
 * @example A page
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { defaultWorld } from "../world.ts";
 * import { shopServer } from "./mod.ts";
 *
 * const answer = await shopServer(defaultWorld)(new Request("https://shop.test/help"));
 * equal(answer.status, 200);
 * ```
 */
export function shopServer(world: World): (request: Request) => Promise<Response> {
  const fixed = resources(world);
  const handler = shopHandler(world);
  let state = handler.init();
  return async (request) => {
    const asked = await read(request);
    if (handler.handles(asked)) {
      const { state: next, response } = handler.reduce(state, asked);
      state = next;
      return new Response(response.status === 303 ? null : response.body, {
        status: response.status,
        headers: response.headers.map(([name, value]): [string, string] => [name, value]),
      });
    }
    const make = asked.method === "GET"
      ? fixed.get(asked.url.origin + asked.url.pathname + asked.url.search)
      : undefined;
    if (make === undefined) {
      return new Response(missingPage(world), { status: 404, headers: { "content-type": "text/html; charset=utf-8" } });
    }
    const { type, body } = make();
    return new Response(body, { headers: { "content-type": type, "cache-control": "no-cache" } });
  };
}
