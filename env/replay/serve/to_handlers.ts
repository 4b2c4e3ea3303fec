import { http, type HttpHandler } from "msw/http";
import type { MatchResult } from "../match/match_result.ts";
import type { ReplaySession } from "../match/replay_session.ts";
import { type ReplayRequest, toReplayRequest } from "../request/replay_request.ts";

/** What {@linkcode toHandlers} takes. */
export interface ToHandlersOptions {
  /** Gives a request that was read already; it is read from a clone unless given. */
  readonly read?: (request: Request) => ReplayRequest | undefined;
  /** Told of each decision, once. */
  readonly decided?: (request: Request, result: MatchResult) => void;
}

/**
 * Makes MSW handlers of a session, for `getResponse` and for your own handlers to stand before.
 *
 * The first answers what the recording holds, the second every other request with a miss. A request that reaches them is
 * matched once, in the first one's predicate: what an own handler answers uses up nothing of the recording.
 *
 * @param session The session.
 * @param options How requests are read, and who is told.
 * @returns Two handlers. Put your own `http.*` handlers before both, and your own fallbacks between them.
 *
 * @example An own handler first
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { http, HttpResponse } from "msw/http";
 * import { getResponse } from "msw/utils/get-response";
 * import { archiveOf, createReplaySession, NO_RULES, toHandlers } from "../mod.ts";
 *
 * const archive = await archiveOf({
 *   location: "memory",
 *   manifest: {
 *     schema: 2,
 *     site: "empty",
 *     profile: { epochMs: 0, seed: 1, viewport: { width: 800, height: 600 }, locale: "en-GB", timezone: "UTC" },
 *     scopes: [],
 *     recorder: { name: "hand", version: "1" },
 *     browser: "none",
 *     redaction: { policy: 1, key: "k", report: {} },
 *     licence: "none",
 *     layers: [{ name: "base", origin: "recording", source: "hand 1" }],
 *     entriesSha256: "0".repeat(64),
 *   },
 *   rules: NO_RULES,
 *   exchanges: [],
 *   readBody: () => Promise.reject(new Error("no bodies")),
 * });
 * const mine = http.get("https://shop.test/offer", () => HttpResponse.json({ price: 1 }));
 * const handlers = [mine, ...toHandlers(createReplaySession(archive))];
 * equal((await getResponse(handlers, new Request("https://shop.test/offer")))?.status, 200);
 * equal((await getResponse(handlers, new Request("https://shop.test/other")))?.headers.get("x-replay"), "miss");
 * ```
 */
export function toHandlers(session: ReplaySession, options: ToHandlersOptions = {}): [HttpHandler, HttpHandler] {
  const decisions = new WeakMap<Request, MatchResult>();
  async function decide(request: Request): Promise<MatchResult> {
    const made = decisions.get(request);
    if (made !== undefined) return made;
    const result = session.match(options.read?.(request) ?? await toReplayRequest(request.clone()));
    decisions.set(request, result);
    options.decided?.(request, result);
    return result;
  }
  return [
    http.all(
      async ({ request }) => (await decide(request)).level !== "miss",
      async ({ request }) => await session.respond(await decide(request)),
    ),
    http.all(() => true, async ({ request }) => await session.respond(await decide(request))),
  ];
}
