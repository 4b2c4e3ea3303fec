/** How {@linkcode askLive} asks. */
export interface LiveAsker {
  readonly fetch: typeof globalThis.fetch;
  /** From a host to the origin where it runs; other hosts are asked where they are. */
  readonly map: Readonly<Record<string, string>>;
  /** Hosts that may be asked; a redirect to any other ends there. */
  readonly hosts: ReadonlySet<string>;
  /** Waits until a host may be asked again. */
  pace(host: string): Promise<void>;
  /** Fires when the whole run is called off. */
  readonly signal: AbortSignal;
  /** Makes the signal that ends one request, and the function that calls it off. */
  deadline(): { readonly signal: AbortSignal; stop(): void };
}

/** What a live site says today. */
export interface LiveAnswer {
  readonly status: number;
  /** Where it came from, after redirects, under the recorded names. */
  readonly url: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

const MOST_REDIRECTS = 10;
/** Longer answers are compared by their beginning. */
const LARGEST_BODY = 16 * 2 ** 20;

/**
 * Asks a live site for an address, by GET, and follows its redirects.
 *
 * @param address The recorded address.
 * @param accept The recorded `accept` header.
 * @param asker How.
 * @returns The answer, or one clause that says why there is none.
 */
export async function askLive(
  address: string,
  accept: string | undefined,
  asker: LiveAsker,
): Promise<LiveAnswer | string> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (!asker.hosts.has(url.host)) return { status: 0, url: url.href, contentType: "", body: new Uint8Array() };
    await asker.pace(url.host);
    asker.signal.throwIfAborted();
    const origin = asker.map[url.host] ?? asker.map[url.hostname];
    const target = origin === undefined ? url.href : new URL(url.pathname + url.search, origin).href;
    const deadline = asker.deadline();
    try {
      const response = await asker.fetch(target, {
        redirect: "manual",
        signal: AbortSignal.any([deadline.signal, asker.signal]),
        headers: { accept: accept ?? "*/*", "user-agent": "m2lab-drift/1" },
      });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) {
        return {
          status: response.status,
          url: url.href,
          contentType: response.headers.get("content-type") ?? "",
          body: await beginning(response),
        };
      }
      await response.body?.cancel();
      const next = URL.parse(location, target);
      if (next === null) return "its redirect leads to no address";
      // A site that runs elsewhere may name itself by where it runs.
      const isOwn = origin !== undefined && next.origin === new URL(origin).origin;
      url = isOwn ? new URL(next.pathname + next.search, url) : next;
      url.hash = "";
    } catch (error) {
      asker.signal.throwIfAborted();
      if (!(error instanceof Error)) throw error;
      return deadline.signal.aborted ? "it did not answer in time" : "it cannot be reached";
    } finally {
      deadline.stop();
    }
  }
  return "its redirects do not end";
}

async function beginning(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size >= LARGEST_BODY) break;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
