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
  const problem = (state: string, blame: "environment" | "operator", hint?: string) =>
    new ModelError(`Cannot ask ${model} as the endpoint must answer: ${state}`, blame, {
      cause: error,
      ...(hint === undefined ? {} : { hint }),
    });
  if (error instanceof APIUserAbortError) return problem("the request was called off", "environment");
  if (error instanceof APIConnectionTimeoutError) return problem("it did not in time", "environment");
  if (error instanceof APIConnectionError) return problem(`no connection (${error.message})`, "environment");
  if (error instanceof APIError && typeof error.status === "number") {
    const state = `status ${error.message}`;
    if (error.status >= 500 || PASSING.has(error.status)) return problem(state, "environment");
    return problem(state, "operator", hintFor(error.status));
  }
  return problem(error instanceof Error ? error.message : String(error), "environment");
}

function hintFor(status: number): string {
  if (status === 401 || status === 403) return "Check the API key and what it may use.";
  if (status === 404) return "Check the model's name and the endpoint's address.";
  return "Read the endpoint's message: the request itself has to change.";
}
