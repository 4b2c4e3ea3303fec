/** A reply as an endpoint gave it, whichever interface it spoke. */
export interface WireReply {
  /** What the model wrote, or the arguments of the function that it called. */
  readonly text: string;
  /** Why it stopped. */
  readonly finish: "stop" | "length" | "refusal" | "filter";
  /** As it came. */
  readonly usage: unknown;
}

/** A request as an endpoint takes it. */
export interface WireRequest {
  /** Below the base address: `/chat/completions`. */
  readonly path: string;
  /** JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}
