import { type Blame, M2Error, type M2ErrorOptions } from "../base/mod.ts";

/** What a {@linkcode ModelError} may be made with. */
export interface ModelErrorOptions extends M2ErrorOptions {
  /** See {@linkcode ModelError.passing}. @default false */
  readonly passing?: boolean;
  /** See {@linkcode ModelError.afterMs}. */
  readonly afterMs?: number;
}

/** A model call that came to nothing. The blame says whose fault: the endpoint's (environment) or the configuration's (operator). */
export class ModelError extends M2Error {
  /** Who is to answer for it. */
  readonly blame: Blame;
  /** Whether another try may mend it: overload, a lost connection, a broken stream. */
  readonly passing: boolean;
  /** How long the endpoint asked to wait before another try, where it did. */
  readonly afterMs?: number;

  /**
   * Makes the error.
   *
   * @param message One clause.
   * @param blame Who is to answer for it.
   * @param options The hint, the cause, and whether and when to try again.
   */
  constructor(message: string, blame: Blame, options: ModelErrorOptions = {}) {
    super(message, options);
    this.blame = blame;
    this.passing = options.passing ?? false;
    if (options.afterMs !== undefined) this.afterMs = options.afterMs;
  }
}
