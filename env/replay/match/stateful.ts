/** A request as a stateful handler sees it: parsed, bodies decoded. */
export interface StatefulRequest {
  /** Upper case. */
  readonly method: string;
  /** Whole. */
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded body; the empty text where there was none. */
  readonly body: string;
  /** Fields of an urlencoded body; the last wins. */
  readonly form: Readonly<Record<string, string>>;
}

/** What it answers. Several `set-cookie` are several pairs. */
export interface StatefulResponse {
  /** HTTP status. */
  readonly status: number;
  /** Names in any case. */
  readonly headers: readonly (readonly [string, string])[];
  /** Text; the empty text for none. */
  readonly body: string;
}

/**
 * A small pure reducer that answers what a recording cannot: carts, logins, forms. A contract test holds it against the
 * recording: the recorded path through it gives the recorded answers.
 */
export interface StatefulHandler<S = unknown> {
  /** Key of its state in {@linkcode BrowserReport}: `shop`. */
  readonly name: string;
  /** State at the start of every session; plain data. */
  init(): S;
  /** Paths, taken literally as their start, whose pages show its state; {@linkcode checkHandlers} holds it to them. */
  readonly reads?: readonly string[];
  /** Paths, likewise, whose requests may change its state; no other may. */
  readonly writes?: readonly string[];
  /** Whether it answers this request, whatever the state. */
  handles(request: StatefulRequest): boolean;
  /** The answer, and the state after it. Changes neither argument. */
  reduce(state: S, request: StatefulRequest): { readonly state: S; readonly response: StatefulResponse };
}
