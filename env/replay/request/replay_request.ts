/** A request as the matcher sees it: whole, its body read. */
export interface ReplayRequest {
  /** Upper case. */
  readonly method: string;
  /** Whole; a fragment is ignored. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes as sent; left out when there was none; `unknown` when it cannot be read: it then equals no other body. */
  readonly body?: Uint8Array | "unknown";
  /** What the answer is for, where the browser said so: the default is `sec-fetch-dest`. */
  readonly destination?: string;
}

/**
 * Reads a standard request for the matcher.
 *
 * @param request It is consumed.
 * @returns No body is told from an empty one.
 */
export async function toReplayRequest(request: Request): Promise<ReplayRequest> {
  const body = request.body === null ? undefined : await request.bytes();
  return {
    method: request.method.toUpperCase(),
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(body === undefined ? {} : { body }),
  };
}
