import { parseQuery } from "../request/canonical_url.ts";
import { decodeBody } from "../request/decode_body.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import type { StatefulRequest } from "./stateful.ts";

/**
 * Reads a request for a stateful handler.
 *
 * @param request The request.
 * @param url Its address, parsed.
 * @returns The same with its body decoded; the body is read when it is first looked at.
 */
export function toStatefulRequest(request: ReplayRequest, url: URL): StatefulRequest {
  let body: string | undefined;
  let form: Readonly<Record<string, string>> | undefined;
  return {
    method: request.method,
    url,
    headers: request.headers,
    get body() {
      body ??= request.body === undefined || request.body === "unknown"
        ? ""
        : new TextDecoder().decode(decodeBody(request.body, request.headers["content-encoding"]));
      return body;
    },
    get form() {
      form ??= request.headers["content-type"]?.toLowerCase().startsWith("application/x-www-form-urlencoded")
        ? Object.fromEntries(parseQuery(this.body).map(([name, value]) => [name, value ?? ""]))
        : {};
      return form;
    },
  };
}
