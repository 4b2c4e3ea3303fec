import type { BrowserContext, Request, Response } from "playwright";

/** The requests that the browser is waiting for, as it tells of them. */
export interface NetworkWatch {
  /** Requests that have begun and not ended. */
  pending(): number;
  /** Grows with everything that happens on the network. */
  events(): number;
  /** Answers that came from anywhere but this machine: what a replay must never see. */
  strays(): number;
  /** Lets go of what is pending: streams that stay open, answers that nobody reads. */
  forget(): void;
}

/**
 * Watches a context's requests. Event streams and beacons are left out: nothing on the page waits for their end.
 *
 * @param context The context.
 * @returns The watch.
 */
export function watchNetwork(context: BrowserContext): NetworkWatch {
  const open = new Set<Request>();
  let events = 0;
  context.on("request", (request) => {
    events++;
    if (!/^(eventsource|ping|websocket)$/.test(request.resourceType())) open.add(request);
  });
  const ended = (request: Request) => {
    events++;
    open.delete(request);
  };
  context.on("requestfinished", ended);
  context.on("requestfailed", ended);
  let strays = 0;
  context.on("response", (response) => {
    events++;
    void isStray(response).then((stray) => {
      if (stray) strays++;
    });
  });
  return { pending: () => open.size, events: () => events, strays: () => strays, forget: () => open.clear() };
}

/** Answers made by the page itself have no address; of a page that is gone, none can be had any more. */
async function isStray(response: Response): Promise<boolean> {
  const address = await response.serverAddr().catch(() => null);
  return address !== null && !/^(127\.|\[?::1\]?$)/.test(address.ipAddress);
}
