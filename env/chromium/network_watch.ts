import type { BrowserContext, Request } from "playwright";

/** The requests that the browser is waiting for, as it tells of them. */
export interface NetworkWatch {
  /** Requests that have begun and not ended. */
  pending(): number;
  /** Grows with everything that happens on the network. */
  events(): number;
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
  context.on("response", () => void events++);
  return { pending: () => open.size, events: () => events, forget: () => open.clear() };
}
