import { type Blame, M2Error, type M2ErrorOptions } from "../base/mod.ts";

/** A model call that came to nothing. The blame says whose fault: the endpoint's (environment) or the configuration's (operator). */
export class ModelError extends M2Error {
  /** Who is to answer for it. */
  readonly blame: Blame;

  /**
   * Makes the error.
   *
   * @param message One clause.
   * @param blame Who is to answer for it.
   * @param options The hint and the cause.
   */
  constructor(message: string, blame: Blame, options: M2ErrorOptions = {}) {
    super(message, options);
    this.blame = blame;
  }
}
