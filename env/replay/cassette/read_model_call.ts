import type { ReplayRequest } from "../request/replay_request.ts";

/** The part of `fetch` that a client of a model needs. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Header with which a caller numbers its draws of one and the same call; it never reaches the provider. */
export const DRAW_HEADER = "x-m2-draw";

/**
 * Reads what `fetch` was called with, without waiting where the body is at hand: then calls are claimed in the order in
 * which they were made.
 *
 * @param input As `fetch` takes it.
 * @param init As `fetch` takes it.
 * @returns The request; a promise only where its body is a stream, a blob or a form.
 */
export function readModelCall(
  input: string | URL | Request,
  init?: RequestInit,
): ReplayRequest | Promise<ReplayRequest> {
  const asked = input instanceof Request ? input : undefined;
  const headers = Object.fromEntries(new Headers(init?.headers ?? asked?.headers));
  const method = (init?.method ?? asked?.method ?? "GET").toUpperCase();
  const url = new URL(asked?.url ?? String(input)).href;
  const body = init?.body ?? undefined;
  if (body === undefined && (asked === undefined || asked.body === null)) return { method, url, headers };
  const bytes = typeof body === "string"
    ? new TextEncoder().encode(body)
    : body instanceof Uint8Array
    ? body
    : body instanceof ArrayBuffer
    ? new Uint8Array(body)
    : undefined;
  if (bytes !== undefined) return { method, url, headers, body: bytes };
  const whole = asked !== undefined && body === undefined ? asked.clone() : new Request(input, init);
  return whole.bytes().then((read) => ({
    method,
    url,
    headers: Object.fromEntries(whole.headers),
    body: read,
  }));
}
