import { canonicalJson } from "../../../base/mod.ts";
import type { Archive } from "../archive/archive.ts";
import type { Exchange } from "../archive/exchange.ts";
import type { StatefulHandler, StatefulRequest, StatefulResponse } from "../match/stateful.ts";
import { toStatefulRequest } from "../match/stateful_request.ts";
import type { ReplayRequest } from "../request/replay_request.ts";

/** One thing in which handlers are not what was recorded, or not what they declare. */
export interface HandlerDifference {
  /** Id of the recorded exchange. */
  readonly id: string;
  /** `POST https://shop.test/basket/add`. */
  readonly request: string;
  /**
   * `status`, `location`, `body` and `cookies` (their names) of the answer; `unclaimed` where a declared path is left to the
   * recording; `undeclared` where a request changed a state that it is not declared to write; `threw` where the reducer did.
   */
  readonly field: "status" | "location" | "body" | "cookies" | "unclaimed" | "undeclared" | "threw";
  /** What the recording says. */
  readonly recorded: string;
  /** What the handler says. */
  readonly answered: string;
}

/** What {@linkcode checkHandlers} takes. */
export interface CheckHandlersOptions {
  /** Puts back what was redacted of a request's body, so that a login works: gives the body as it was sent. */
  readonly unredact?: (body: string, exchange: Exchange) => string;
}

/** What a check of handlers came to. */
export interface HandlerCheck {
  /** Recorded exchanges that a handler answered. */
  readonly compared: number;
  /** Where they differ, in the order of the recording. */
  readonly differences: readonly HandlerDifference[];
  /** States at the end, by handler name. */
  readonly state: Readonly<Record<string, unknown>>;
}

/**
 * Holds handlers against a recording: the recorded path through them must give the recorded answers.
 *
 * Exchanges are asked in the order of their steps; inside a step, a redirect comes before what it leads to. Cookies that
 * handlers set are sent from then on.
 *
 * @param archive The recording.
 * @param handlers The site's handlers.
 * @param options How redacted bodies are made whole.
 * @returns Every difference; none is what a site's test wants. Look at `compared` too: nothing compared is nothing proved.
 * @throws {ArchiveError} When a body is damaged.
 */
export async function checkHandlers(
  archive: Archive,
  handlers: readonly StatefulHandler[],
  options: CheckHandlersOptions = {},
): Promise<HandlerCheck> {
  const { unredact = (body) => body } = options;
  const states = new Map(handlers.map((handler) => [handler.name, handler.init()]));
  const cookies = new Map<string, string>();
  const differences: HandlerDifference[] = [];
  let compared = 0;
  for (const exchange of inOrder(archive.exchanges)) {
    const { id, request: { method, url } } = exchange;
    const request = await requestOf(archive, exchange, cookies, unredact);
    const tell = (field: HandlerDifference["field"], recorded: string, answered: string) => {
      if (recorded !== answered) differences.push({ id, request: `${method} ${url}`, field, recorded, answered });
    };
    const handler = handlers.find((candidate) => candidate.handles(request));
    if (handler === undefined) {
      const owner = handlers.find((one) => declares(method === "GET" ? one.reads : one.writes, request));
      if (owner !== undefined) tell("unclaimed", `declared by ${owner.name}`, "answered by no handler");
      continue;
    }
    const { response } = exchange;
    if (response === undefined) continue;
    compared++;
    const before = states.get(handler.name);
    let answer: StatefulResponse;
    try {
      const reduced = handler.reduce(before, request);
      answer = reduced.response;
      states.set(handler.name, reduced.state);
      if (handler.writes !== undefined && !declares(handler.writes, request)) {
        tell("undeclared", canonicalJson(before ?? null), canonicalJson(reduced.state ?? null));
      }
    } catch (error) {
      tell("threw", "an answer", error instanceof Error ? error.message : String(error));
      continue;
    }
    const recordedHeaders = response.headers;
    tell("status", String(response.status), String(answer.status));
    tell("location", headerOf(recordedHeaders, "location"), headerOf(answer.headers, "location"));
    tell("cookies", cookieNames(recordedHeaders), cookieNames(answer.headers));
    tell("body", await textOf(archive, response.body), answer.body);
    for (const [name, value] of answer.headers) if (name.toLowerCase() === "set-cookie") keepCookie(cookies, value);
  }
  return { compared, differences, state: Object.fromEntries(states) };
}

/** By step; inside a step, what leads somewhere before where it leads, and mutations before pages. */
function inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
  const order: Exchange[] = [];
  const steps = [...Map.groupBy(exchanges, ({ step }) => step)].sort(([a], [b]) => a - b);
  for (const [, own] of steps) {
    const waiting = [...own];
    let next: string | undefined;
    while (waiting.length > 0) {
      const led = new Set(waiting.map(targetOf));
      const at = [
        waiting.findIndex(({ request }) => request.method === "GET" && request.url === next),
        waiting.findIndex(({ request }) => request.method !== "GET"),
        waiting.findIndex(({ request }) => !led.has(request.url)),
        0,
      ].find((index) => index >= 0) ?? 0;
      const [exchange] = waiting.splice(at, 1);
      if (exchange === undefined) break;
      order.push(exchange);
      next = targetOf(exchange);
    }
  }
  return order;
}

function targetOf({ request, response }: Exchange): string | undefined {
  const location = headerOf(response?.headers ?? [], "location");
  return location === "" ? undefined : URL.parse(location, request.url)?.href;
}

async function requestOf(
  archive: Archive,
  exchange: Exchange,
  cookies: ReadonlyMap<string, string>,
  unredact: NonNullable<CheckHandlersOptions["unredact"]>,
): Promise<StatefulRequest> {
  const { method, url, headers, body } = exchange.request;
  const text = body === undefined || body === "unknown" ? undefined : unredact(await textOf(archive, body), exchange);
  const request: ReplayRequest = {
    method,
    url,
    headers: {
      ...Object.fromEntries(headers),
      ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
    },
    ...(text === undefined ? {} : { body: new TextEncoder().encode(text) }),
  };
  return toStatefulRequest(request, new URL(url));
}

function declares(paths: readonly string[] | undefined, { url }: StatefulRequest): boolean {
  return paths?.some((path) => url.pathname.startsWith(path)) ?? false;
}

function headerOf(headers: readonly (readonly [string, string])[], name: string): string {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? "";
}

/** Values of cookies are redacted in a recording. */
function cookieNames(headers: readonly (readonly [string, string])[]): string {
  return headers.filter(([name]) => name.toLowerCase() === "set-cookie")
    .map(([, value]) => value.split("=")[0]!.trim()).sort().join(", ");
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = ""] = header.split(";");
  const at = pair.indexOf("=");
  const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  if (value === "" || /;\s*max-age=0\b/i.test(header)) cookies.delete(name);
  else cookies.set(name, value);
}

async function textOf(archive: Archive, ref: string | undefined): Promise<string> {
  return ref === undefined ? "" : new TextDecoder().decode(await archive.body(ref));
}
