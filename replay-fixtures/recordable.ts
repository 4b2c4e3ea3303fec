import type { WalkStep } from "../env/mod.ts";
import type { StatefulRequest } from "../env/replay/mod.ts";
import type { Site } from "../lab/site.ts";

/** A site with all that a recording of it takes. Each site's `record.ts` exports one as `recordable`. */
export interface Recordable {
  readonly site: Site;
  /** All hosts that the site lives on; they are one scope. */
  readonly hosts: readonly string[];
  /** Opens the site for one visitor. */
  readonly serve: () => (request: Request) => Promise<Response>;
  /** Addresses of documents that only a script or a form leads to. */
  readonly extra: readonly string[];
  /** The way through the pages that depend on the visitor, in the order in which it is recorded after the crawl. */
  readonly walk: readonly WalkStep[];
}

/**
 * Tells whether one of a site's handlers answers an address, so that a crawl leaves it out.
 *
 * @param site The site.
 * @param url The address.
 * @returns Whether a GET of it is stateful.
 */
export function isStateful(site: Site, url: URL): boolean {
  const request: StatefulRequest = { method: "GET", url, headers: {}, body: "", form: {} };
  return site.handlers.some((handler) => handler.handles(request));
}
