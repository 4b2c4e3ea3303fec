import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { M2Error } from "../../base/mod.ts";
import { ModelError } from "../error.ts";

/** Statuses that another try may mend. */
const PASSING = new Set([408, 409, 425, 429]);

/**
 * Says whose fault a failed call is.
 *
 * @param error What the client threw.
 * @param model The model's name, for the message.
 * @returns An error of ours that a fetch threw, or a {@linkcode ModelError}: `environment` for time-outs, lost
 * connections, overload and the server's own failures, `operator` for requests that the endpoint refuses.
 */
export function toModelError(error: unknown, model: string): M2Error {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // A fetch of ours (a replay, the simulated model) has already said whose fault it is.
    if (cause instanceof M2Error) return cause;
  }
  const problem = (
    state: string,
    blame: "environment" | "operator",
    { passing = true, ...more }: { readonly passing?: boolean; readonly hint?: string; readonly afterMs?: number } = {},
  ) => {
    const message = `Cannot ask ${model} as the endpoint must answer: ${state}`;
    return new ModelError(message, blame, { cause: error, passing: passing && blame === "environment", ...more });
  };
  if (error instanceof APIUserAbortError || (error instanceof DOMException && error.name === "AbortError")) {
    return problem("the request was called off", "environment", { passing: false });
  }
  if (error instanceof APIConnectionTimeoutError) return problem("it did not in time", "environment");
  if (error instanceof APIConnectionError) return problem(`no connection (${error.message})`, "environment");
  if (error instanceof APIError && typeof error.status === "number") {
    const state = `status ${error.message}`;
    if (error.status < 500 && !PASSING.has(error.status)) {
      return problem(state, "operator", { hint: hintFor(error.status) });
    }
    const afterMs = askedWait(error.headers);
    return problem(state, "environment", afterMs === undefined ? {} : { afterMs });
  }
  return problem(error instanceof Error ? error.message : String(error), "environment");
}

/** Milliseconds that an endpoint asked to wait. A date would need the time of day, so it counts as nothing said. */
function askedWait(headers: Headers | undefined): number | undefined {
  const inMs = headers?.get("retry-after-ms") ?? undefined;
  const inSeconds = headers?.get("retry-after") ?? undefined;
  const ms = inMs !== undefined ? Number(inMs) : inSeconds !== undefined ? Number(inSeconds) * 1000 : NaN;
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

function hintFor(status: number): string {
  if (status === 401 || status === 403) return "Check the API key and what it may use.";
  if (status === 404) return "Check the model's name and the endpoint's address.";
  return "Read the endpoint's message: the request itself has to change.";
}
